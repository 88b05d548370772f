/** Targets to replay to: each family of providers, with the apis and models on which its policy depends. */
import fc from 'fast-check';
import type { PolicyTarget } from '../../core/replay/policy';

const TARGETS: readonly (readonly [provider: string, modelApis: readonly string[], modelIds: readonly string[]])[] = [
  ['anthropic', ['anthropic-messages'], ['claude-sonnet-4-5', 'claude-3-5-sonnet-20241022']],
  ['anthropic-vertex', ['anthropic-messages'], ['claude-opus-4-6']],
  [
    'amazon-bedrock',
    ['bedrock-converse-stream'],
    ['anthropic.claude-sonnet-4-5', 'amazon.nova-pro', 'claude-3-7-sonnet'],
  ],
  ['cloudflare-ai-gateway', ['anthropic-messages', 'openai-completions'], ['claude-sonnet-4-5', 'claude-3-5-haiku']],
  ['minimax', ['anthropic-messages', 'openai-completions'], ['MiniMax-M2']],
  ['openai', ['openai-responses', 'openai-completions'], ['gpt-5.4']],
  ['openai-codex', ['openai-codex-responses'], ['gpt-5.2-codex']],
  ['azure-openai-responses', ['azure-openai-responses'], ['gpt-5.4']],
  ['google', ['google-generative-ai'], ['gemini-3-pro-preview', 'claude-sonnet-4-5']],
  ['google-gemini-cli', ['google-gemini-cli'], ['gemini-2.5-pro']],
  ['google-antigravity', ['google-gemini-cli', 'google-vertex'], ['claude-sonnet-4-5', 'gemini-3-pro']],
  ['mistral', ['openai-completions', 'mistral-conversations'], ['mistral-large-latest']],
  [
    'openrouter',
    ['openai-completions'],
    ['google/gemini-2.5-pro', 'anthropic/claude-sonnet-4.5', 'mistralai/mistral-large'],
  ],
  ['github-copilot', ['openai-completions', 'openai-responses'], ['claude-sonnet-4', 'gpt-5.4']],
  ['moonshot', ['openai-completions'], ['kimi-k2', 'gemma-4-31b']],
  ['kimi', ['anthropic-messages'], ['kimi-for-coding']],
  ['ollama', ['ollama', 'openai-completions'], ['gemma4:27b', 'qwen3']],
  ['xai', ['openai-completions', 'openai-responses'], ['grok-4']],
  [
    'homebox',
    ['openai-completions', 'openai-responses', 'google-generative-ai', 'unheard-of'],
    ['gemma-4-26b', 'llama'],
  ],
];

const named = fc.constantFrom(...TARGETS).chain(([provider, apis, models]) =>
  fc.record({
    provider: fc.constant(provider),
    modelApi: fc.constantFrom(...apis),
    modelId: fc.constantFrom(...models),
  }),
);

/** Most are whole; some lack a part. */
export const anyReplayTarget: fc.Arbitrary<PolicyTarget> = fc
  .tuple(named, fc.constantFrom<keyof PolicyTarget | ''>(...Array<''>(27).fill(''), 'provider', 'modelApi', 'modelId'))
  .map(([target, left]) => Object.fromEntries(Object.entries(target).filter(([key]) => key !== left)));
