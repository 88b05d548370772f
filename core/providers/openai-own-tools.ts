/** Tools as OpenClaw's own OpenAI transports declare them (OpenClaw 2026.5.7). */
import { normalizeProvider } from '../session/providers';
import { endpointClassOf, isNativeOpenAIRoute } from './openai-endpoints';
import { fitsStrict, objectSchema, strictSchema } from './openai-tool-schema';
import type { Model, Tool } from './types';

const STRICT_PROVIDERS: ReadonlySet<string> = new Set([
  'openai',
  'openai-codex',
  'azure-openai',
  'azure-openai-responses',
]);

/** One tool, without the frame of its api. `strict` is absent where the endpoint is not known to take it. */
export interface OwnTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
  readonly strict?: boolean;
}

/**
 * The tools with their schemas. OpenAI's own endpoints get `strict: true` when all schemas fit that, else `false`.
 *
 * @param knowsStrict whether another endpoint knows the word; it gets `false`.
 */
export function ownTools(tools: readonly Tool[], model: Model, knowsStrict: boolean): OwnTool[] {
  const provider = normalizeProvider(model.provider);
  const isNative = STRICT_PROVIDERS.has(provider) && isNativeOpenAIRoute(provider, endpointClassOf(model.baseUrl));
  const isStrict = isNative && tools.every(({ parameters }) => fitsStrict(strictSchema(parameters ?? {})));
  const schema = isStrict ? strictSchema : objectSchema;
  return tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parameters: schema(parameters ?? {}),
    ...(isNative || knowsStrict ? { strict: isStrict } : {}),
  }));
}

/** Whether there is a tool for web searches, which OpenAI does not combine with minimal reasoning. */
export function hasWebSearch(tools: readonly unknown[]): boolean {
  return tools.some((tool) => {
    const {
      type,
      name,
      function: inner,
    } = (tool ?? {}) as {
      readonly type?: unknown;
      readonly name?: unknown;
      readonly function?: { readonly name?: unknown };
    };
    return type === 'web_search' || (type === 'function' && name === 'web_search') || inner?.name === 'web_search';
  });
}
