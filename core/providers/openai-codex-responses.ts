/** openai-codex-responses as pi sends it (payloads.md 4.5; pi-ai 0.73.0). */
import type { ReasoningEffort } from 'openai/resources/shared';
import { clampLevel, effortName } from './levels';
import { isBroken } from './openai-items';
import { ENCRYPTED_REASONING, piItems, type ResponsesBody, TWO_PART_ID_PROVIDERS, toolsOf } from './openai-responses';
import { type Converted, draftOf, type Origins } from './parts';
import type { ConverterInput } from './types';

export function toOpenAICodexResponses(input: ConverterInput): Converted {
  const { model, options, systemPrompt } = input;
  const origins: Origins = new Map();
  const items = piItems(input, TWO_PART_ID_PROVIDERS, origins);
  if (isBroken(items)) return items;
  const body: ResponsesBody = {
    model: model.id,
    store: false,
    stream: true,
    ...(systemPrompt === undefined ? {} : { instructions: systemPrompt }),
    input: [...items],
    text: { verbosity: 'low' },
    include: ENCRYPTED_REASONING,
    ...(options.sessionId === undefined ? {} : { prompt_cache_key: options.sessionId }),
    tool_choice: 'auto',
    parallel_tool_calls: true,
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...toolsOf(input, null),
    ...codexReasoning(input),
  };
  return draftOf(body, origins);
}

/** Only with a level; the backend decides otherwise. */
function codexReasoning({ model, level }: ConverterInput): Pick<ResponsesBody, 'reasoning'> {
  const fitted = clampLevel(model, level);
  if (fitted === 'off') return {};
  return { reasoning: { effort: effortName(model, fitted) as ReasoningEffort, summary: 'auto' } };
}
