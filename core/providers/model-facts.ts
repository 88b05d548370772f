/** Facts about models that users say themselves, where the catalogue is silent or wrong. */
import * as z from 'zod/mini';
import type { JsonPath } from '../types';
import { catalogFacts } from './catalog';
import type { Model } from './types';

/** What converters are told about a model beside its name. */
type Facts = Partial<Omit<Model, 'id' | 'api' | 'provider'>>;

/** By `provider:model`, as targets are written. */
export type ModelTable = Readonly<Record<string, Facts>>;

// JSON has no undefined, and converters tell an absent fact from one that is there.
const word = z.exactOptional(z.string({ error: 'a string' }));
const amount = z.exactOptional(z.number({ error: 'a number' }));

/** What converters rely on of the facts about a model; others pass. Messages say what a value must be. */
export const modelShape = z.looseObject(
  {
    name: word,
    baseUrl: word,
    reasoning: z.exactOptional(z.boolean({ error: 'true or false' })),
    input: z.exactOptional(z.array(z.string({ error: 'a string' }), { error: 'a list of strings' })),
    maxTokens: amount,
    contextWindow: amount,
    compat: z.exactOptional(z.record(z.string(), z.unknown(), { error: 'an object' })),
    thinkingLevelMap: z.exactOptional(
      z.record(z.string(), z.nullable(z.string({ error: 'a string or null' })), { error: 'an object' }),
    ),
  },
  { error: 'an object' },
);

/** A part of a table that is left out; `message` is a sentence. */
export interface ModelTableProblem {
  readonly path: JsonPath;
  readonly message: string;
}

/** Reads a table from JSON. What is wrong is left out and told; the rest counts. */
export function readModelTable(value: unknown): {
  readonly models: ModelTable;
  readonly problems: readonly ModelTableProblem[];
} {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = '"models" is an object of facts about models, each under its "provider:model".';
    return { models: {}, problems: [{ path: [], message }] };
  }
  const models: Record<string, Facts> = {};
  const problems: ModelTableProblem[] = [];
  for (const [name, facts] of Object.entries(value)) {
    const read = modelShape.safeParse(facts);
    if (!/^[^:/]+:./.test(name)) {
      problems.push({ path: [name], message: `"${name}" does not name a model: write "provider:model".` });
    } else if (read.success) {
      models[name] = read.data;
    } else {
      const { path, message } = read.error.issues[0]!;
      problems.push({
        path: [name, ...(path as JsonPath)],
        message: `"${[name, ...path].join('.')}" must be ${message}.`,
      });
    }
  }
  return { models, problems };
}

/** What users say of a model over what the catalogue says; undefined where users say nothing. */
export function statedFacts(models: ModelTable | undefined, provider: string, id: string): Facts | undefined {
  const name = `${provider}:${id}`;
  if (!models || !Object.hasOwn(models, name)) return undefined;
  return { ...catalogFacts(provider, id), ...models[name] };
}
