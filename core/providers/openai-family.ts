/** The converters of the OpenAI family by api and transport. */
import { toAzureOpenAIResponses } from './azure-openai-responses';
import { toOpenAICodexResponses } from './openai-codex-responses';
import { toOpenAICompletions } from './openai-completions';
import { toOwnCompletions } from './openai-own-completions';
import { toOwnResponses } from './openai-own-responses';
import { toOpenAIResponses } from './openai-responses';
import { toOpenAIWebSocket } from './openai-web-socket';
import type { Converters } from './types';

export const OPENAI_FAMILY: Readonly<Record<string, Converters>> = {
  'openai-responses': { 'pi-ai': toOpenAIResponses, openclaw: toOwnResponses, 'openclaw-ws': toOpenAIWebSocket },
  'openai-codex-responses': {
    'pi-ai': toOpenAICodexResponses,
    openclaw: toOwnResponses,
    'openclaw-ws': toOpenAIWebSocket,
  },
  'azure-openai-responses': {
    'pi-ai': toAzureOpenAIResponses,
    openclaw: toOwnResponses,
    'openclaw-ws': toOpenAIWebSocket,
  },
  'openai-completions': { 'pi-ai': toOpenAICompletions, openclaw: toOwnCompletions, 'openclaw-ws': toOpenAIWebSocket },
};
