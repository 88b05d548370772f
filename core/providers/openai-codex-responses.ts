/** openai-codex-responses as pi sends it (payloads.md 4.5; pi-ai 0.73.0). */
import { clampLevel, effortName } from './levels';
import { isBroken } from './openai-items';
import { ENCRYPTED_REASONING, piItems, TWO_PART_ID_PROVIDERS, toolsOf } from './openai-responses';
import type { Converted, Origins, Payload } from './parts';
import type { ConverterInput } from './types';

export function toOpenAICodexResponses(input: ConverterInput): Converted {
  const { model, options, systemPrompt } = input;
  const origins: Origins = new Map();
  const items = piItems(input, TWO_PART_ID_PROVIDERS, origins);
  if (isBroken(items)) return items;
  const payload = {
    model: model.id,
    store: false,
    stream: true,
    ...(systemPrompt === undefined ? {} : { instructions: systemPrompt }),
    input: items,
    text: { verbosity: 'low' },
    include: ENCRYPTED_REASONING,
    ...(options.sessionId === undefined ? {} : { prompt_cache_key: options.sessionId }),
    tool_choice: 'auto',
    parallel_tool_calls: true,
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...toolsOf(input, null),
    ...codexReasoning(input),
  };
  return { payload, origins };
}

/** Only with a level; the backend decides otherwise. */
function codexReasoning({ model, level }: ConverterInput): Payload {
  const fitted = clampLevel(model, level);
  return fitted === 'off' ? {} : { reasoning: { effort: effortName(model, fitted), summary: 'auto' } };
}
