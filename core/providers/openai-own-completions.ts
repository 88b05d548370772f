/** openai-completions as OpenClaw's own HTTP transport sends it (payloads.md 5.5; OpenClaw 2026.5.7). */
import type { FunctionParameters, ReasoningEffort } from 'openai/resources/shared';
import { type ChatBody, limitOf, usesTools } from './openai-completions';
import { type Compat, ownCompletionsCompat } from './openai-completions-compat';
import { type ChatMessage, chatMessages } from './openai-completions-messages';
import { flattenContent } from './openai-completions-strings';
import { effortFor, effortMap, undatedId } from './openai-efforts';
import { endpointClassOf, isProxyLike } from './openai-endpoints';
import { ownTools } from './openai-own-tools';
import { withoutCacheBoundary } from './openai-session';
import { type Converted, draftOf, type Origins, withMembers } from './parts';
import { isSameModel } from './transform';
import type { ConverterInput, Model } from './types';

export function toOwnCompletions(input: ConverterInput): Converted {
  const { model, options, systemPrompt } = input;
  const compat = ownCompletionsCompat(model);
  const origins: Origins = new Map();
  const prompt = systemPrompt === undefined ? undefined : withoutCacheBoundary(systemPrompt);
  const messages = signCalls(chatMessages({ ...input, systemPrompt: prompt }, compat, origins), input, origins);
  const limit = options.maxTokens || model.maxTokens;
  const isKeyed = model.compat.supportsPromptCacheKey === true && options.cacheRetention !== 'none';
  const body: ChatBody = {
    model: model.id,
    messages: model.compat.requiresStringContent ? flattenContent(messages, origins) : messages,
    stream: true,
    stream_options: { include_usage: true },
    ...(compat.supportsStore ? { store: false } : {}),
    ...(isKeyed && options.sessionId ? { prompt_cache_key: options.sessionId } : {}),
    ...(limit ? limitOf(limit, compat) : {}),
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...tools(input, compat),
    ...reasoning(input, compat),
  };
  return draftOf(body, origins);
}

function tools(
  { model, messages, tools: declared }: ConverterInput,
  compat: Compat,
): Pick<ChatBody, 'tools' | 'tool_choice'> {
  if (!declared) return messages.some(usesTools) ? { tools: [] } : {};
  const isChosen = declared.length > 0 && isProxyLike(endpointClassOf(model.baseUrl));
  return {
    tools: ownTools(declared, model, compat.supportsStrictMode).map(({ parameters, ...tool }) => ({
      type: 'function',
      function: { ...tool, parameters: parameters as FunctionParameters },
    })),
    ...(isChosen ? { tool_choice: 'auto' } : {}),
  };
}

/** Without a level the effort is `high`: this transport does not know that thinking is off. */
function reasoning(
  { model, level, tools: declared = [] }: ConverterInput,
  compat: Compat,
): Pick<ChatBody, 'reasoning' | 'reasoning_effort'> {
  const effort = effortFor(model, level === 'off' ? 'high' : level, effortMap(model));
  if (!model.reasoning || effort === undefined) return {};
  if (compat.thinkingFormat === 'openrouter') return { reasoning: { effort } };
  const losesEffort = declared.length > 0 && /^gpt-5\.4-mini(?:-|$)/.test(undatedId(model.id));
  return compat.supportsReasoningEffort && !losesEffort ? { reasoning_effort: effort as ReasoningEffort } : {};
}

/** Gemini 3 takes this instead of a signature. */
const SKIP_SIGNATURE = 'skip_thought_signature_validator';

/** Google's OpenAI-compatible endpoint reads the signatures of calls from `extra_content`. */
function signCalls(chat: readonly ChatMessage[], { model, messages }: ConverterInput, origins: Origins): ChatMessage[] {
  if (!isGoogle(model)) return [...chat];
  const fallback = model.id.toLowerCase().includes('gemini-3') ? SKIP_SIGNATURE : undefined;
  const signatures = new Map<unknown, string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const block of message.content) {
      if (block.type !== 'toolCall' || !block.thoughtSignature) continue;
      const signature = isSameModel(message, model) ? block.thoughtSignature : fallback;
      if (signature !== undefined) signatures.set(block.id, signature);
    }
  }
  return chat.map((message) => {
    if (!Array.isArray(message.tool_calls)) return message;
    const calls = (message.tool_calls as ChatMessage[]).map((call) => {
      const signature = signatures.get(call.id) ?? fallback;
      if (signature === undefined) return call;
      return withMembers(origins, call, { extra_content: { google: { thought_signature: signature } } });
    });
    return withMembers(origins, message, { tool_calls: calls });
  });
}

function isGoogle({ provider, baseUrl }: Model): boolean {
  return provider === 'google' || ['google-generative-ai', 'google-vertex'].includes(endpointClassOf(baseUrl));
}
