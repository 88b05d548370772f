/** azure-openai-responses as pi sends it (payloads.md 4.4; pi-ai 0.73.0). */
import { isBroken } from './openai-items';
import {
  limits,
  piItems,
  type ResponsesBody,
  reasoningOf,
  systemItems,
  TWO_PART_ID_PROVIDERS,
  toolsOf,
} from './openai-responses';
import { type Converted, draftOf, type Origins } from './parts';
import type { ConverterInput } from './types';

const AZURE_TWO_PART_ID_PROVIDERS: ReadonlySet<string> = new Set([...TWO_PART_ID_PROVIDERS, 'azure-openai-responses']);

/** The deployment has the model's id; a mapping of names is in the environment, which no session knows. */
export function toAzureOpenAIResponses(input: ConverterInput): Converted {
  const { model, options } = input;
  const origins: Origins = new Map();
  const items = piItems(input, AZURE_TWO_PART_ID_PROVIDERS, origins);
  if (isBroken(items)) return items;
  const body: ResponsesBody = {
    model: model.id,
    input: [...systemItems(input), ...items],
    stream: true,
    ...(options.sessionId === undefined ? {} : { prompt_cache_key: options.sessionId }),
    ...limits(input),
    ...toolsOf(input, false),
    ...reasoningOf(input, false),
  };
  return draftOf(body, origins);
}
