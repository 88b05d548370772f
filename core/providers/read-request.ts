/** Makes a request complete: model facts are looked up or assumed, messages that cannot be read are refused. */
import { CATALOG, catalogFacts } from './catalog';
import type { Refusal } from './parts';
import type { Block, ConverterInput, Message, Model, PayloadRequest } from './types';

/** What is assumed of a model that nobody knows (payloads.md 10). */
const ASSUMED_MODEL = {
  reasoning: true,
  input: ['text', 'image'],
  maxTokens: 64_000,
  contextWindow: 200_000,
  compat: {},
  thinkingLevelMap: {},
} as const satisfies Partial<Model>;

/** Where an api usually is. */
const BASE_URLS: ReadonlyMap<string, string> = new Map([
  ['anthropic-messages', 'https://api.anthropic.com'],
  ['azure-openai-responses', 'https://example.openai.azure.com/openai/v1'],
  ['bedrock-converse-stream', 'https://bedrock-runtime.us-east-1.amazonaws.com'],
  ['google-generative-ai', 'https://generativelanguage.googleapis.com/v1beta'],
  ['google-vertex', 'https://{location}-aiplatform.googleapis.com'],
  ['mistral-conversations', 'https://api.mistral.ai'],
  ['openai-codex-responses', 'https://chatgpt.com/backend-api'],
  ['openai-completions', 'https://api.openai.com/v1'],
  ['openai-responses', 'https://api.openai.com/v1'],
]);

/** The converter's input, or why there is none. */
export function readRequest(request: PayloadRequest): ConverterInput | Refusal {
  const { api, provider, modelId, messages, systemPrompt, tools } = request;
  const facts = factsOf(request);
  const fault = faultIn(messages);
  if (fault) return fault;
  const model: Model = {
    ...ASSUMED_MODEL,
    name: modelId,
    ...facts,
    id: modelId,
    api,
    provider,
    baseUrl: request.baseUrl || facts?.baseUrl || BASE_URLS.get(api) || '',
  };
  return { model, messages, systemPrompt, tools, level: request.reasoning ?? 'off', options: request.options ?? {} };
}

/** Facts that the request names take the place of the catalogue's as a whole, as in the reference. */
function factsOf({ provider, modelId, model }: ModelChoice): Partial<Model> | undefined {
  return model ?? catalogFacts(provider, modelId);
}

type ModelChoice = Pick<PayloadRequest, 'provider' | 'modelId' | 'model'>;

/** A sentence on what is assumed of the model because nobody says it; undefined when all is known. */
export function assumptionNote(choice: ModelChoice): string | undefined {
  const facts = factsOf(choice) ?? {};
  const assumed = ASSUMPTIONS.filter(([fact]) => facts[fact] === undefined).map(([, words]) => words);
  if (assumed.length === 0) return undefined;
  const name = `${choice.provider}/${choice.modelId}`;
  const unknown = choice.model
    ? `Not everything is said about ${name}`
    : `The catalogue of ${CATALOG.source} does not list ${name}`;
  return `${unknown}, so the preview assumes ${assumed.join(', ')}. Where that is wrong, another request is sent; the setting \`models\` takes what is right.`;
}

/** What is assumed, in words. */
const ASSUMPTIONS = [
  ['reasoning', 'that it reasons'],
  ['input', 'that it reads text and images'],
  ['maxTokens', 'an output of at most 64,000 tokens'],
  ['contextWindow', 'a context of 200,000 tokens'],
] as const satisfies readonly (readonly [keyof typeof ASSUMED_MODEL, string])[];

/** What is wrong with the first message that cannot be sent. */
function faultIn(messages: readonly Message[]): Refusal | undefined {
  for (const [at, message] of messages.entries()) {
    const fault = messageFault(message);
    if (fault === undefined) continue;
    const error = `Message ${at + 1} ${fault}, so no request can be made of it. Correct or remove it.`;
    return { error, origin: { message: at } };
  }
  return undefined;
}

function messageFault(message: Message): string | undefined {
  const { role, content } = (message ?? {}) as Partial<Message>;
  if (role !== 'user' && role !== 'assistant' && role !== 'toolResult') return `has the role ${JSON.stringify(role)}`;
  if (role === 'toolResult' && typeof (message as { toolCallId?: unknown }).toolCallId !== 'string') {
    return 'is a tool result without toolCallId';
  }
  if (role === 'user' && typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return 'has no list of content blocks';
  const at = content.findIndex((block: Block) => !isReadable(block));
  return at === -1 ? undefined : `has a content block (number ${at + 1}) that lacks what its type needs`;
}

/** The text members that converters cannot do without, by type of block. */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', ['text']],
  ['thinking', []],
  ['image', []],
  ['toolCall', ['id']],
]);

function isReadable(block: Block): boolean {
  const needed = NEEDED.get(block?.type);
  const members = block as unknown as Readonly<Record<string, unknown>>;
  return needed?.every((name) => typeof members[name] === 'string') ?? false;
}
