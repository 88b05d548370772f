/** Ollama's OpenAI-compatible endpoint (OpenClaw 2026.5.7, ollama plugin). */
import { type Draft, type Payload, withMembers } from '../parts';
import type { Model } from '../types';
import { switchMoonshot } from './thinking-switches';
import { messagesOf, type Patch } from './wrapper';

/** Context when the model's facts name none. */
const DEFAULT_CONTEXT = 200_000;

/** The context length is stated, and arguments are objects instead of JSON text. */
export const fitOllama: Patch = (draft, { model }) => {
  if (model.api !== 'openai-completions') return draft;
  const { payload, origins } = draft;
  const options = { num_ctx: Math.max(1, Math.floor(model.contextWindow || model.maxTokens || DEFAULT_CONTEXT)) };
  const messages = messagesOf(payload)?.map((message) =>
    Array.isArray(message.tool_calls)
      ? withMembers(origins, message, { tool_calls: message.tool_calls.map((call) => openArguments(call, draft)) })
      : message,
  );
  return { payload: { ...payload, options, messages }, origins };
};

function openArguments(call: Payload, { origins }: Draft): Payload {
  const spec = call.function as Payload;
  return withMembers(origins, call, { function: { ...spec, arguments: parseArguments(spec.arguments) } });
}

function parseArguments(text: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** Kimi in Ollama's cloud has Moonshot's switch. */
export const switchOllamaKimi: Patch = (draft, context) =>
  isOllamaKimi(context.model) ? switchMoonshot(draft, context) : draft;

/** Whether the id is that of a Kimi model in Ollama's cloud. */
export function isOllamaKimi({ id }: Model): boolean {
  const lowerId = id.trim().toLowerCase();
  return lowerId.startsWith('kimi-k') && lowerId.includes(':cloud');
}
