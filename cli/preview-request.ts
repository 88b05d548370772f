/** `--request`: what a transcript does not hold, or what stands in its place. */
import * as z from 'zod/mini';
import { modelShape } from '../core';
import { readFile } from '../disk/read-file';
import { TRANSPORTS } from './options';

const text = z.optional(z.string({ error: 'a string' }));

const LEVELS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

const tool = z.looseObject(
  {
    name: z.string({ error: 'a string' }),
    description: z.string({ error: 'a string' }),
    parameters: z.unknown(),
  },
  { error: 'a tool' },
);

// JSON has no undefined, and converters tell an absent fact from one that is there.
const word = z.exactOptional(z.string({ error: 'a string' }));
const amount = z.exactOptional(z.number({ error: 'a number' }));
const object = z.record(z.string(), z.unknown(), { error: 'an object' });

const payloadOptions = z.looseObject(
  {
    sessionId: word,
    cacheRetention: z.exactOptional(z.enum(['none', 'short', 'long'], { error: 'one of none, short, long' })),
    maxTokens: amount,
    temperature: amount,
  },
  { error: 'an object' },
);

/** The fields of a golden case of replay (`input`), and those of a payload; others pass. */
const shape = z.looseObject(
  {
    provider: text,
    modelApi: text,
    api: text,
    modelId: text,
    messages: z.optional(z.array(z.unknown(), { error: 'a list of messages' })),
    priorSnapshot: z.optional(z.looseObject({}, { error: 'an object' })),
    allowedToolNames: z.optional(z.array(z.string({ error: 'a string' }), { error: 'a list of names' })),
    config: z.optional(z.looseObject({}, { error: 'an object' })),
    baseUrl: text,
    reasoning: z.optional(z.enum(LEVELS, { error: `one of ${LEVELS.join(', ')}` })),
    thinkLevel: text,
    transport: z.optional(z.enum(TRANSPORTS, { error: `one of ${TRANSPORTS.join(', ')}` })),
    wrap: z.optional(z.boolean({ error: 'true or false' })),
    model: z.optional(modelShape),
    systemPrompt: text,
    tools: z.optional(z.array(tool, { error: 'a list of tools' })),
    options: z.optional(payloadOptions),
    extraParams: z.optional(object),
  },
  { error: 'a JSON object' },
);

export type PreviewRequest = z.infer<typeof shape>;

/** Reads a request file; what is wrong with it comes back as a message. */
export async function readRequest(
  path: string,
): Promise<{ readonly request: PreviewRequest } | { readonly error: string }> {
  const file = await readFile(path);
  if ('error' in file) return { error: `--request ${path} ${file.error}` };
  let value: unknown;
  try {
    value = JSON.parse(file.bytes.toString('utf8'));
  } catch (error) {
    return { error: `--request ${path} is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return { request: parsed.data };
  const { path: place, message } = parsed.error.issues[0]!;
  const where = place.length === 0 ? 'it' : `"${place.join('.')}"`;
  return { error: `--request ${path}: ${where} must be ${message}` };
}

/** The side limit of OpenClaw's configuration (2026.5.7, pass 4): undefined unless it is a finite number. */
export function configuredSide({ config }: PreviewRequest): number | undefined {
  let value: unknown = config;
  for (const key of ['agents', 'defaults', 'imageMaxDimensionPx']) value = (value as Record<string, unknown>)?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(1, Math.floor(value)) : undefined;
}
