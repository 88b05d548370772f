/** Each provider's own wrapper, as OpenClaw 2026.5.7 has it with an empty configuration. */
import type { Model } from '../types';
import { addCachePoints, adjustBedrock, omitGovDisplay, setMaxEffort } from './bedrock';
import { dropCodexItemIds } from './codex-parity';
import { replaceConnectionIds, unmarkThinking } from './copilot';
import { fillVeniceReasoning, switchDeepSeek, switchOpenCodeGo, switchOpenRouterDeepSeek } from './deepseek';
import { cleanGoogleThinking } from './google-thinking';
import { fitOllama, isOllamaKimi, switchOllamaKimi } from './ollama';
import { addWebSearch, setEffort, setServiceTier, setVerbosity } from './openai-profile';
import {
  isUnsupportedByDeepInfra,
  isUnsupportedByKilocode,
  isUnsupportedByOpenRouter,
  markSystemPrompt,
  routeByParameter,
  setRouterReasoning,
} from './openrouter';
import { stripAnthropicPrefill, stripOpenRouterPrefill } from './prefill';
import { applyResponsesPolicy } from './responses-policy';
import { pickFastMinimax, setAnthropicTier } from './service-tier';
import { flattenStrings } from './strings';
import {
  isFireworksKimi,
  isVllmSwitched,
  switchFireworksKimi,
  switchKimi,
  switchMoonshot,
  switchQwen,
  switchVllm,
  switchZai,
} from './thinking-switches';
import type { Adjust, Patch, WrapContext } from './wrapper';
import { adjustXai, dropXaiUnsupported, moveXaiImages, setToolStream } from './xai';

export interface ProviderWrapper {
  /** Where it is more than nothing; everywhere without it. */
  readonly runsWhen?: (context: WrapContext) => boolean;
  readonly adjust?: Adjust;
  /** In the order in which they change the body. */
  readonly patches: readonly Patch[];
}

const OPENAI: ProviderWrapper = {
  patches: [
    setServiceTier,
    setVerbosity,
    flattenStrings,
    setEffort,
    applyResponsesPolicy,
    addWebSearch,
    dropCodexItemIds,
  ],
};
const GOOGLE: ProviderWrapper = { patches: [cleanGoogleThinking] };
const XAI: ProviderWrapper = { adjust: adjustXai, patches: [dropXaiUnsupported, moveXaiImages, setToolStream] };
const MINIMAX: ProviderWrapper = { adjust: pickFastMinimax, patches: [] };
/** Providers whose wrapper does not touch the body; it still takes the place of the general ones. */
const SILENT: ProviderWrapper = { patches: [] };

/** By normalised provider id. Azure has none: OpenClaw loads its openai plugin only when that is configured. */
const WRAPPERS: ReadonlyMap<string, ProviderWrapper> = new Map<string, ProviderWrapper>([
  ['amazon-bedrock', { adjust: adjustBedrock, patches: [omitGovDisplay, setMaxEffort, addCachePoints] }],
  ['anthropic', { patches: [setAnthropicTier, stripAnthropicPrefill] }],
  [
    'cloudflare-ai-gateway',
    { runsWhen: ({ model }) => model.api === 'anthropic-messages', patches: [stripAnthropicPrefill] },
  ],
  ['deepinfra', { patches: [setRouterReasoning(isUnsupportedByDeepInfra), markSystemPrompt] }],
  ['deepseek', { patches: [switchDeepSeek] }],
  ['fireworks', { runsWhen: ({ model }) => isFireworksKimi(model), patches: [switchFireworksKimi] }],
  ['fireworks-ai', { runsWhen: ({ model }) => isFireworksKimi(model), patches: [switchFireworksKimi] }],
  ['github-copilot', { patches: [unmarkThinking, replaceConnectionIds] }],
  ['google', GOOGLE],
  ['google-antigravity', GOOGLE],
  ['google-gemini-cli', GOOGLE],
  ['google-vertex', GOOGLE],
  ['kilocode', { patches: [setRouterReasoning(isUnsupportedByKilocode)] }],
  ['kimi', { patches: [switchKimi] }],
  ['lmstudio', SILENT],
  ['minimax', MINIMAX],
  ['minimax-portal', MINIMAX],
  ['moonshot', { patches: [switchMoonshot] }],
  [
    'ollama',
    {
      runsWhen: ({ model }) => isChat(model) || isOllamaKimi(model),
      patches: [fitOllama, switchOllamaKimi],
    },
  ],
  ['openai', OPENAI],
  ['openai-codex', OPENAI],
  ['opencode-go', { patches: [switchOpenCodeGo] }],
  [
    'openrouter',
    {
      adjust: routeByParameter,
      patches: [setRouterReasoning(isUnsupportedByOpenRouter), switchOpenRouterDeepSeek, stripOpenRouterPrefill],
    },
  ],
  ['qwen', { runsWhen: ({ model }) => isChat(model), patches: [switchQwen] }],
  ['venice', { patches: [fillVeniceReasoning] }],
  ['vllm', { runsWhen: isVllmSwitched, patches: [switchVllm] }],
  ['x-ai', XAI],
  ['xai', XAI],
  ['zai', { patches: [setToolStream, switchZai] }],
]);

function isChat({ api }: Model): boolean {
  return api === 'openai-completions';
}

/** The wrapper of a provider; undefined when it has none. */
export function providerWrapper(normalizedProvider: string): ProviderWrapper | undefined {
  return WRAPPERS.get(normalizedProvider);
}
