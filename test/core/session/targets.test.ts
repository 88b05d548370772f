import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CheckOptions, check, parseTarget, SessionDocument, type Target, targetName } from '../../../core';
import { buildSession, models, type SessionBuilder } from '../../support/build-session';

/** The targets a session is judged for, the own one first. */
function targetsOf(session: SessionBuilder, options: CheckOptions = {}): readonly Target[] {
  return check(SessionDocument.fromString(session.text()), options).targets;
}

function own(session: SessionBuilder): string | undefined {
  const target = targetsOf(session).find((one) => one.own);
  return target && targetName(target);
}

function targetOf(text: string): Target {
  const parsed = parseTarget(text);
  assert.ok('target' in parsed, text);
  return parsed.target;
}

const CLAUDE = 'anthropic/anthropic-messages:claude-sonnet-4-6';
const GPT = 'openai/openai-responses:gpt-5.2';
const switchTo = (provider: string, model: string) => ({ api: '', provider, model });

describe('the target a session goes on with', () => {
  const cases: readonly [what: string, session: SessionBuilder, expected: string | undefined][] = [
    ['is the model of the last assistant turn', buildSession().user('Hi.').assistant('Hello.').user('Ok.'), CLAUDE],
    [
      'is the model of the last model change behind it',
      buildSession().user('Hi.').assistant('Hello.').modelChange(models.openai).user('Ok.'),
      GPT,
    ],
    [
      'is the model of the last snapshot behind it',
      buildSession().user('Hi.').assistant('Hello.').modelSnapshot(models.openai).user('Ok.'),
      GPT,
    ],
    [
      'is the last of all three, whichever it is',
      buildSession()
        .modelSnapshot(models.google)
        .modelChange(models.openai)
        .user('Hi.')
        .assistant('Hello.')
        .user('Ok.'),
      CLAUDE,
    ],
    [
      'is the model of a turn that failed, too',
      buildSession().modelChange(models.openai).user('Hi.').assistant([], { stopReason: 'error' }),
      CLAUDE,
    ],
    [
      'is none that only delivered text',
      buildSession()
        .user('Hi.')
        .assistant('Hello.')
        .transcriptOnly('Hello.')
        .transcriptOnly('!', { model: 'gateway-injected' }),
      CLAUDE,
    ],
    [
      'is no snapshot that names no model',
      buildSession()
        .user('Hi.')
        .assistant('Hello.')
        .custom('model-snapshot', { provider: 'openai' })
        .custom('model-snapshot'),
      CLAUDE,
    ],
    [
      'is no record of another kind',
      buildSession().user('Hi.').assistant('Hello.').custom('my-snapshot', { provider: 'openai', modelId: 'gpt-5.2' }),
      CLAUDE,
    ],
    [
      'is no turn that does not say who wrote it',
      buildSession()
        .user('Hi.')
        .assistant('Hello.')
        .user('Ok.')
        .assistant('Yes.', { message: { provider: undefined } }),
      CLAUDE,
    ],
    [
      'is none of a branch that was left',
      buildSession()
        .user('Hi.', { id: 'question' })
        .assistant('Hello.', models.openai)
        .branchFrom('question')
        .assistant('Hello.')
        .user('Ok.'),
      CLAUDE,
    ],
    [
      'is found above a compaction',
      buildSession()
        .modelChange(models.openai)
        .user('Hi.')
        .user('Ok.', { id: 'kept' })
        .compaction('kept', 'Greetings.')
        .user('Go on.'),
      GPT,
    ],
    [
      'follows a leaf record',
      buildSession()
        .user('Hi.')
        .assistant('Hello.', { id: 'answer' })
        .modelChange(models.openai)
        .leaf('answer')
        .user('Ok.'),
      CLAUDE,
    ],
    [
      'keeps the name as it is written',
      buildSession({ model: { ...models.bedrock, provider: 'Bedrock' } })
        .user('Hi.')
        .assistant('Hello.'),
      `Bedrock/bedrock-converse-stream:${models.bedrock.model}`,
    ],
    ['is unknown where nobody answered', buildSession().user('Hi.'), undefined],
    [
      'is the one of a version 1 header where nobody answered',
      buildSession({ version: 1, header: { provider: 'anthropic', modelId: 'claude-3-5-sonnet-20241022' } }).user(
        'Hi.',
      ),
      'anthropic/anthropic-messages:claude-3-5-sonnet-20241022',
    ],
    [
      'is the one of a version 1 turn rather than of its header',
      buildSession({ version: 1, header: { provider: 'openai', modelId: 'gpt-4' } })
        .user('Hi.')
        .assistant('Hello.'),
      CLAUDE,
    ],
    [
      'is unknown to a version 1 header that names a provider only',
      buildSession({ version: 1, header: { provider: 'anthropic' } }).user('Hi.'),
      undefined,
    ],
  ];
  for (const [what, session, expected] of cases) it(what, () => assert.equal(own(session), expected));
});

describe('the api of that target', () => {
  const proxy = { api: 'openai-completions', provider: 'anthropic', model: 'claude-sonnet-4-6' };
  const cases: readonly [what: string, session: SessionBuilder, expected: string][] = [
    [
      'is the one of the turn',
      buildSession({ model: proxy }).user('Hi.').assistant('Hello.'),
      'anthropic/openai-completions:claude-sonnet-4-6',
    ],
    [
      'is the one of the snapshot',
      buildSession().user('Hi.').assistant('Hello.').modelSnapshot(proxy),
      'anthropic/openai-completions:claude-sonnet-4-6',
    ],
    [
      'of a model change is the one of the nearest turn of that model, even behind one of its provider',
      buildSession()
        .user('Hi.')
        .assistant('Hello.', proxy)
        .user('Ok.')
        .assistant('Yes.', { model: 'claude-opus-4-6' })
        .modelChange(proxy),
      'anthropic/openai-completions:claude-sonnet-4-6',
    ],
    [
      'of a model change is the one of the nearest turn of its provider',
      buildSession()
        .user('Hi.')
        .assistant('Hello.', models.google)
        .user('Ok.')
        .assistant('Yes.', proxy)
        .modelChange(switchTo('anthropic', 'claude-opus-4-6')),
      'anthropic/openai-completions:claude-opus-4-6',
    ],
    [
      'of a model change is the one of a snapshot of that model',
      buildSession().modelSnapshot(proxy).user('Hi.').assistant('Hello.', models.google).modelChange(proxy),
      'anthropic/openai-completions:claude-sonnet-4-6',
    ],
    [
      'of a model change is the one of a turn under another name of its provider',
      buildSession()
        .user('Hi.')
        .assistant('Hello.', { api: 'openai-completions', provider: 'kimi', model: 'kimi-k2.5' })
        .modelChange(switchTo('kimi-coding', 'kimi-k2.5')),
      'kimi-coding/openai-completions:kimi-k2.5',
    ],
    [
      'of a snapshot without one is found the same way',
      buildSession()
        .user('Hi.')
        .assistant('Hello.', proxy)
        .custom('model-snapshot', { provider: 'anthropic', modelApi: null, modelId: 'claude-sonnet-4-6' }),
      'anthropic/openai-completions:claude-sonnet-4-6',
    ],
    [
      'of a branch that was left does not count',
      buildSession()
        .user('Hi.', { id: 'question' })
        .assistant('Hello.', proxy)
        .branchFrom('question')
        .modelChange(proxy)
        .user('Ok.'),
      'anthropic/anthropic-messages:claude-sonnet-4-6',
    ],
  ];
  for (const [what, session, expected] of cases) it(what, () => assert.equal(own(session), expected));

  for (const [api, model, providers] of [
    [
      'anthropic-messages',
      'some-model',
      'anthropic claude-cli anthropic-vertex minimax minimax-portal minimax-cn minimax-portal-cn kimi kimi-coding kimi-code fireworks vercel-ai-gateway xiaomi',
    ],
    ['anthropic-messages', 'claude-opus-4.6', 'cloudflare-ai-gateway github-copilot opencode opencode-zen'],
    ['anthropic-messages', 'Claude-Opus-4.6', 'github-copilot'],
    ['openai-responses', 'some-model', 'openai'],
    ['openai-responses', 'gpt-5.2', 'cloudflare-ai-gateway github-copilot opencode opencode-zen'],
    ['openai-codex-responses', 'some-model', 'openai-codex'],
    ['azure-openai-responses', 'some-model', 'azure-openai azure-openai-responses'],
    ['google-generative-ai', 'some-model', 'google'],
    ['google-gemini-cli', 'some-model', 'google-gemini-cli google-antigravity'],
    ['google-vertex', 'some-model', 'google-vertex'],
    ['bedrock-converse-stream', 'some-model', 'amazon-bedrock bedrock aws-bedrock Amazon-Bedrock'],
    ['mistral-conversations', 'some-model', 'mistral'],
    ['ollama', 'some-model', 'ollama'],
  ] as const) {
    for (const provider of providers.split(' ')) {
      it(`is ${api} for ${model} of ${provider}, where nothing else says`, () => {
        const [target] = targetsOf(buildSession().user('Hi.').modelChange(switchTo(provider, model)));
        assert.deepEqual(target, { provider, api, model, level: 'off', own: true, guessedApi: false });
        assert.equal(targetOf(`${provider}:${model}`).api, api);
      });
    }
  }

  for (const [provider, model] of [
    ['openrouter', 'anthropic/claude-opus-4.6'],
    ['deepseek', 'deepseek-chat'],
    ['my-server', 'qwen3'],
    ['github-copilot', 'grok-code-fast-1'],
    ['opencode', 'glm-4.7'],
    ['cloudflare-ai-gateway', 'workers-ai/llama'],
  ] as const) {
    it(`is guessed to be openai-completions for ${model} of ${provider}`, () => {
      const [target] = targetsOf(buildSession().user('Hi.').modelChange(switchTo(provider, model)));
      assert.deepEqual(target, {
        provider,
        api: 'openai-completions',
        model,
        level: 'off',
        own: true,
        guessedApi: true,
      });
      assert.equal(targetOf(`${provider}:${model}`).guessedApi, true);
    });
  }

  it('of Mistral is openai-completions in a session of OpenClaw', () => {
    const session = buildSession()
      .user('Hi.')
      .custom('openclaw.cache-ttl', {})
      .modelChange(switchTo('mistral', 'devstral-medium-latest'));
    const [target] = targetsOf(session);
    assert.equal(target?.api, 'openai-completions');
    assert.equal(target?.guessedApi, false);
  });
});

describe('the thinking level of that target', () => {
  for (const [what, session, expected] of [
    ['is off where none was set', buildSession().user('Hi.').assistant('Hello.'), 'off'],
    [
      'is the last one set',
      buildSession().thinkingLevel('low').thinkingLevel('high').user('Hi.').assistant('Hello.'),
      'high',
    ],
    [
      'is off again when it was taken back',
      buildSession().thinkingLevel('high').user('Hi.').assistant('Hello.').thinkingLevel('off'),
      'off',
    ],
    [
      'is found above a compaction',
      buildSession()
        .thinkingLevel('high')
        .user('Hi.', { id: 'kept' })
        .assistant('Hello.')
        .compaction('kept', 'Greetings.'),
      'high',
    ],
    [
      'is none of a branch that was left',
      buildSession().user('Hi.', { id: 'question' }).thinkingLevel('high').branchFrom('question').assistant('Hello.'),
      'off',
    ],
    [
      'is none that is no text',
      buildSession()
        .thinkingLevel('low')
        .entry('thinking_level_change', { thinkingLevel: 5 })
        .user('Hi.')
        .assistant('Hello.'),
      'low',
    ],
  ] as const) {
    it(what, () => assert.equal(targetsOf(session)[0]?.level, expected));
  }
});

describe('targets of the settings', () => {
  it('come behind the own one, in order', () => {
    const targets = ['openai:gpt-5.2', 'google:gemini-3-pro-preview'].map(targetOf);
    const session = buildSession().user('Hi.').assistant('Hello.');
    assert.deepEqual(targetsOf(session, { targets }).map(targetName), [
      CLAUDE,
      GPT,
      'google/google-generative-ai:gemini-3-pro-preview',
    ]);
  });

  it('are judged once, also when the session goes on with one of them', () => {
    const targets = ['openai:gpt-5.2', `${CLAUDE}`, 'openai/openai-responses:gpt-5.2'].map(targetOf);
    const session = buildSession().thinkingLevel('high').user('Hi.').assistant('Hello.');
    const found = targetsOf(session, { targets });
    assert.deepEqual(found.map(targetName), [CLAUDE, GPT]);
    assert.deepEqual(
      found.map(({ own: isOwn, level }) => [isOwn, level]),
      [
        [true, 'high'],
        [false, 'off'],
      ],
    );
  });

  it('are all there is where the session has none of its own', () => {
    const found = targetsOf(buildSession().user('Hi.'), { targets: [targetOf('openai:gpt-5.2')] });
    assert.deepEqual(found.map(targetName), [GPT]);
  });
});

describe('a target as settings write it', () => {
  for (const [text, provider, api, model] of [
    ['anthropic:claude-opus-4-6', 'anthropic', 'anthropic-messages', 'claude-opus-4-6'],
    ['anthropic/bedrock-converse-stream:claude', 'anthropic', 'bedrock-converse-stream', 'claude'],
    ['openrouter:anthropic/claude-opus-4.6:beta', 'openrouter', 'openai-completions', 'anthropic/claude-opus-4.6:beta'],
    ['ollama:qwen3-coder:30b', 'ollama', 'ollama', 'qwen3-coder:30b'],
    ['my/api/of/mine:model', 'my', 'api/of/mine', 'model'],
    [
      'amazon-bedrock:us.anthropic.claude-v1:0',
      'amazon-bedrock',
      'bedrock-converse-stream',
      'us.anthropic.claude-v1:0',
    ],
    [' anthropic : claude-opus-4-6 ', 'anthropic', 'anthropic-messages', 'claude-opus-4-6'],
  ] as const) {
    it(`${text} is read`, () => {
      const target = targetOf(text);
      const { guessedApi, ...rest } = target;
      assert.deepEqual(rest, { provider, api, model, level: 'off', own: false });
      assert.equal(guessedApi, provider === 'openrouter');
      assert.equal(targetName(target), `${provider}/${api}:${model}`);
    });
  }

  for (const text of [
    '',
    ':',
    'anthropic',
    'anthropic:',
    ':claude',
    ' : claude',
    'anthropic: ',
    '/api:model',
    'anthropic/:model',
  ]) {
    it(`"${text}" is refused, and the message says what it should be`, () => {
      const parsed = parseTarget(text);
      assert.ok('error' in parsed);
      assert.match(parsed.error, /no target/);
      assert.ok(parsed.error.includes(`"${text}"`));
    });
  }
});
