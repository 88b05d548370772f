/** OpenClaw's model normalisation and wrappers, in the order in which they change a request (payloads.md 5.4 and 9). */
import { normalizeProvider } from '../../session/providers';
import type { Profile } from '../../types';
import { normalizeCompletionsModel } from '../openai-completions-compat';
import type { Draft } from '../parts';
import type { ConverterInput, Model } from '../types';
import { cleanGoogleThinking } from './google-thinking';
import { markSystemPrompt } from './openrouter';
import { addBodyParams, applyOptionParams, dropForeignStore, effectiveParams, setParallelCalls } from './parameters';
import { providerWrapper } from './provider-wrappers';
import { applyResponsesPolicy } from './responses-policy';
import { flattenStrings } from './strings';
import { disableMinimaxThinking, nullSiliconFlowThinking } from './thinking-switches';
import type { ExtraParams, Patch, WrapContext } from './wrapper';

/** What wrappers are told beside the converter's input. */
export interface WrapSettings {
  /** OpenClaw's own level, which also knows `adaptive` and `max`. */
  readonly level: string;
  readonly extraParams: ExtraParams;
  readonly profile: Profile;
}

/** The general wrappers around the provider's own one: in front of it, in its place, and behind it. */
const BEFORE: readonly Patch[] = [nullSiliconFlowThinking, markSystemPrompt, flattenStrings];
const INSTEAD: readonly Patch[] = [cleanGoogleThinking, applyResponsesPolicy];
const AFTER: readonly Patch[] = [disableMinimaxThinking, addBodyParams, dropForeignStore, setParallelCalls];

/** A request with OpenClaw's wrappers around its converter. */
export interface Wrapped {
  /** For the converter. */
  readonly input: ConverterInput;
  /** A web socket that is asked for is not opened: the request goes over OpenClaw's own HTTP transport. */
  readonly isSocketOff: boolean;
  /** Changes what the converter gives. */
  readonly finish: (draft: Draft) => Draft;
}

export function wrap(unwrapped: ConverterInput, { level, extraParams, profile }: WrapSettings): Wrapped {
  const model = normalizeModel(unwrapped.model);
  const params = effectiveParams(model, extraParams);
  const input = applyOptionParams({ ...unwrapped, model }, params);
  const context: WrapContext = { model, input, level, extraParams: params, profile };
  const candidate = providerWrapper(normalizeProvider(model.provider));
  const own = candidate && (candidate.runsWhen?.(context) ?? true) ? candidate : undefined;
  const patches = [...(own?.patches ?? []), ...BEFORE, ...(own ? [] : INSTEAD), ...AFTER];
  return {
    input: own?.adjust?.(input, params) ?? input,
    isSocketOff: params.transport === 'sse',
    finish: (draft) => patches.reduce((patched, patch) => patch(patched, context), draft),
  };
}

/** The model as OpenClaw hands it on: Anthropic's address without `/v1`, switches of chat completions filled in. */
function normalizeModel(model: Model): Model {
  if (model.api !== 'anthropic-messages') return normalizeCompletionsModel(model);
  return { ...model, baseUrl: model.baseUrl.replace(/\/v1\/?$/, '') };
}
