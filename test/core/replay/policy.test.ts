import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  allowThinkingReplay,
  documentedDepartures,
  isClaude,
  isGemma4,
  isMistralModel,
  isResponsesApi,
  keepsThinking,
  type Policy,
  type PolicyTarget,
  resolvePolicy,
} from '../../../core/replay/policy';
import { normalizeProvider } from '../../../core/session/providers';
import { type GoldenCase, goldenCases } from '../../support/golden';

function documented(provider: string, modelApi: string, modelId: string): Policy {
  return resolvePolicy({ provider, modelApi, modelId }, 'documented');
}

function released(provider: string, modelApi: string, modelId: string): Policy {
  return resolvePolicy({ provider, modelApi, modelId }, 'openclaw-2026.5.7');
}

/** The fields in which two policies differ, with the first one's values. */
function difference(policy: Policy, other: Policy): Partial<Policy> {
  const fields = new Set([...Object.keys(policy), ...Object.keys(other)]) as Set<keyof Policy>;
  return Object.fromEntries(
    [...fields]
      .filter((field) => JSON.stringify(policy[field]) !== JSON.stringify(other[field]))
      .map((field) => [field, policy[field]]),
  );
}

describe('what OpenClaw 2026.5.7 does', () => {
  for (const { name, why, input, expected } of goldenCases<GoldenCase<PolicyTarget, Policy>>('policy')) {
    it(`${name}: ${why}`, () => assert.deepEqual(resolvePolicy(input, 'openclaw-2026.5.7'), expected));
  }

  it('a provider named like a built-in property is a provider like any other', () => {
    assert.deepEqual(released('constructor', 'openai-responses', 'm'), released('unknown', 'openai-responses', 'm'));
  });
});

describe('what the document promises beyond the release', () => {
  const noIds = { sanitizeToolCallIds: false, toolCallIdMode: undefined };
  const strict9 = { sanitizeToolCallIds: true, toolCallIdMode: 'strict9' };
  const gemini = {
    sanitizeMode: 'full',
    sanitizeToolCallIds: true,
    toolCallIdMode: 'strict',
    sanitizeThoughtSignatures: { allowBase64Only: true, includeCamelCase: true },
    applyGoogleTurnOrdering: true,
    validateGeminiTurns: true,
    allowSyntheticToolResults: true,
  };
  const rows: readonly [what: string, target: [string, string, string], difference: object][] = [
    ['OpenAI keeps call ids on chat completions', ['openai', 'openai-completions', 'gpt-4o'], noIds],
    ['OpenAI keeps call ids on Responses', ['openai', 'openai-responses', 'gpt-5'], {}],
    ['Codex keeps call ids', ['openai-codex', 'openai-codex-responses', 'gpt-5'], {}],
    ['Codex keeps call ids on chat completions', ['OpenAI-Codex', 'openai-completions', 'gpt-5'], noIds],
    ['Azure keeps call ids', ['azure-openai', 'azure-openai-responses', 'gpt-5'], noIds],
    ['Azure keeps call ids on chat completions', ['azure-openai-responses', 'openai-completions', 'gpt-5'], noIds],
    ['Azure keeps call ids on Anthropic’s api', ['azure-openai', 'anthropic-messages', 'claude-opus-4-6'], noIds],
    ['a look-alike of OpenAI does not', ['openai-proxy', 'openai-responses', 'gpt-5'], {}],
    ['Gemma 4 on Ollama loses reasoning', ['ollama', 'ollama', 'gemma4:27b'], { dropReasoningFromHistory: true }],
    [
      'Gemma 4 on OpenRouter loses reasoning',
      ['openrouter', 'openai-completions', 'google/gemma-4-31b-it'],
      { dropReasoningFromHistory: true },
    ],
    [
      'Gemma 4 at OpenAI loses reasoning',
      ['openai', 'openai-completions', 'gemma-4'],
      { ...noIds, dropReasoningFromHistory: true },
    ],
    ['Gemma 4 on a local server loses it in the release as well', ['vllm', 'openai-completions', 'gemma-4'], {}],
    ['Gemma 3 keeps reasoning', ['ollama', 'ollama', 'gemma3:27b'], {}],
    ['Gemma 4 at Google keeps reasoning', ['google', 'google-generative-ai', 'gemma-4'], {}],
    ['Gemma 4 on Responses keeps reasoning', ['openrouter', 'openai-responses', 'gemma-4'], {}],
    ['Antigravity is Google on its own api', ['google-antigravity', 'google-antigravity', 'gemini-3-pro'], gemini],
    ['Antigravity is Google on Vertex', ['google-antigravity', 'google-vertex', 'gemini-3-pro'], gemini],
    [
      'Antigravity is Google on Gemini CLI as in the release',
      ['google-antigravity', 'google-gemini-cli', 'gemini-3'],
      {},
    ],
    [
      'Antigravity is Google where the release takes it for Anthropic',
      ['google-antigravity', 'anthropic-messages', 'gemini-3-pro'],
      { ...difference(released('google', '', ''), released('', 'anthropic-messages', '')) },
    ],
    ['Antigravity’s api is Google for a provider without rules', ['custom', 'google-antigravity', 'gemini-3'], gemini],
    ['Antigravity’s api is nothing special for a provider with rules', ['kimi', 'google-antigravity', 'kimi-k2'], {}],
    [
      'Claude on Antigravity gets its thinking normalised',
      ['google-antigravity', 'google-gemini-cli', 'claude-opus-4-6'],
      { normalizeAntigravityThinking: true },
    ],
    [
      'Claude on Antigravity’s api gets its thinking normalised',
      ['google', 'google-antigravity', 'claude-opus-4-6'],
      { normalizeAntigravityThinking: true },
    ],
    ['Claude at Google elsewhere does not', ['google', 'google-generative-ai', 'claude-opus-4-6'], {}],
    ['Mistral keeps its nine characters', ['mistral', 'mistral-conversations', 'mistral-large'], {}],
    ['Mistral by model id on OpenRouter', ['openrouter', 'openai-completions', 'mistralai/Mistral-Large'], strict9],
    [
      'Mistral by model id on a local server',
      ['vllm', 'openai-completions', 'mixtral-8x7b'],
      { toolCallIdMode: 'strict9' },
    ],
    ['Codestral', ['openrouter', 'openai-responses', 'codestral-latest'], strict9],
    ['Pixtral', ['openrouter', 'openai-responses', 'pixtral-12b'], strict9],
    ['Devstral', ['openrouter', 'openai-responses', 'devstral-2'], strict9],
    ['Ministral', ['ollama', 'ollama', 'ministral-8b'], { toolCallIdMode: 'strict9' }],
    ['Magistral is not named', ['openrouter', 'openai-responses', 'magistral-small'], {}],
    [
      'Mistral on Azure, which else keeps ids',
      ['azure-openai', 'openai-completions', 'mistral-large'],
      { toolCallIdMode: 'strict9' },
    ],
    [
      'Mistral behind a native Anthropic route keeps no native ids',
      ['anthropic-vertex', 'anthropic-messages', 'mistral-large'],
      { toolCallIdMode: 'strict9', preserveNativeAnthropicToolUseIds: false },
    ],
    ['Anthropic as the release', ['anthropic', 'anthropic-messages', 'claude-opus-4-6'], {}],
    ['Bedrock as the release', ['amazon-bedrock', 'bedrock-converse-stream', 'anthropic.claude-3-5-sonnet'], {}],
    ['OpenRouter Gemini as the release', ['openrouter', 'openai-completions', 'google/gemini-3-pro'], {}],
    ['everything else as the release', ['groq', 'openai-completions', 'llama-4'], {}],
  ];
  for (const [what, target, expected] of rows) {
    it(what, () => assert.deepEqual(difference(documented(...target), released(...target)), expected));
  }

  it('holds no field without a value', () => {
    assert.ok(!Object.hasOwn(documented('openai', 'openai-completions', 'gpt-4o'), 'toolCallIdMode'));
  });
});

describe('pi', () => {
  it('runs nothing, whatever the target', () => {
    const policy = resolvePolicy({ provider: 'mistral', modelApi: 'anthropic-messages', modelId: 'claude-3' }, 'pi');
    assert.deepEqual(policy, { ...resolvePolicy({}, 'openclaw-2026.5.7'), repairToolUseResultPairing: false });
    const { sanitizeMode, ...flags } = policy;
    assert.equal(sanitizeMode, 'images-only');
    assert.ok(Object.values(flags).every((flag) => flag === false));
  });
});

describe('names', () => {
  const cases: readonly [(id: string) => boolean, yes: readonly string[], no: readonly string[]][] = [
    [isClaude, ['claude-3', 'us.anthropic.Claude-x', 'anthropic/claude-opus-4.6'], ['sonnet-4', '', 'gpt-5']],
    [
      keepsThinking,
      [
        'claude-sonnet-4-20250514',
        'claude-opus-4-6',
        'us.anthropic.claude-sonnet-4-5-v1:0',
        'anthropic/claude-opus-4.6',
        'claude-haiku-4-5',
        'claude-5-opus',
        'claude-10',
      ],
      ['claude-3-5-sonnet', 'claude-3-7-sonnet', 'claude-instant-1', 'sonnet-4', 'claude-4-sonnet'],
    ],
    [
      isGemma4,
      ['gemma-4-26b', 'gemma4', 'gemma_4', 'google/gemma-4-31b-it', 'gemma4:27b', 'gemma-4.1', ' Gemma-4 '],
      ['gemma-42', 'gemma-4b', 'xgemma-4', 'gemma-3'],
    ],
    [isMistralModel, ['Mistral-Large', 'x/open-mixtral-8x22b', 'ministral-3b'], ['magistral-small', 'gpt-5', '']],
    [
      isResponsesApi,
      ['openai-responses', 'openai-codex-responses', 'azure-openai-responses'],
      ['openai-completions', 'OpenAI-Responses', ''],
    ],
  ];
  for (const [test, yes, no] of cases) {
    for (const id of yes) it(`${test.name} takes ${id}`, () => assert.equal(test(id), true));
    for (const id of no) it(`${test.name} refuses "${id}"`, () => assert.equal(test(id), false));
  }

  for (const [written, id] of [
    [' Anthropic ', 'anthropic'],
    ['z.ai', 'zai'],
    ['Z-AI', 'zai'],
    ['kimi-coding', 'kimi'],
    ['aws-bedrock', 'amazon-bedrock'],
    ['opencode-go-auth', 'opencode-go'],
    ['doubao', 'volcengine'],
    ['qwencloud', 'qwen'],
    ['toString', 'tostring'],
    ['', ''],
  ] as const) {
    it(`the provider "${written}" is ${id}`, () => assert.equal(normalizeProvider(written), id));
  }
});

describe('replaying thinking as it is', () => {
  for (const [api, provider, modelId, expected] of [
    ['anthropic-messages', 'anthropic', 'claude-opus-4-6', true],
    ['bedrock-converse-stream', 'amazon-bedrock', 'anthropic.claude-sonnet-4', true],
    ['anthropic-messages', 'anthropic', 'claude-3-5-sonnet', false],
    ['openai-completions', 'anthropic', 'claude-opus-4-6', false],
    ['anthropic-messages', 'kimi', 'kimi-k2', false],
  ] as const) {
    it(`is ${expected ? '' : 'not '}allowed for ${provider} ${modelId} on ${api}`, () => {
      assert.equal(allowThinkingReplay(released(provider, api, modelId), api), expected);
    });
  }

  it('is not allowed without an api', () => {
    assert.equal(allowThinkingReplay(released('anthropic', '', 'claude-opus-4-6'), undefined), false);
  });
});

describe('where the document and the release part', () => {
  const cases: readonly [target: PolicyTarget, promises: RegExp[]][] = [
    [{ provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-5' }, []],
    [{ provider: 'openai', modelApi: 'openai-responses', modelId: 'gpt-5' }, []],
    [{ provider: 'openai', modelApi: 'openai-completions', modelId: 'gpt-5' }, [/keep call ids/]],
    [{ provider: 'mistral', modelApi: 'openai-completions', modelId: 'mistral-large' }, []],
    [
      { provider: 'openrouter', modelApi: 'openai-completions', modelId: 'mistralai/mistral-large' },
      [/nine-character/],
    ],
    [
      { provider: 'google-antigravity', modelApi: 'google-vertex', modelId: 'claude-sonnet-4-5' },
      [/treated as Google/, /thinking of Claude/],
    ],
  ];
  for (const [target, promises] of cases) {
    it(`${target.provider} ${target.modelApi} ${target.modelId}: ${promises.length} promises`, () => {
      const found = documentedDepartures(target);
      assert.equal(found.length, promises.length);
      for (const [at, promise] of promises.entries()) assert.match(found[at]!, promise);
    });
  }
});
