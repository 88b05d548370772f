import { always, definePass } from '../pass';
import { editAssistants, type Fields, fieldsOf, isRole, placeOf, withFields } from '../traced';

const COST_KEYS = ['input', 'output', 'cacheRead', 'cacheWrite', 'total'] as const;

type Cost = Record<(typeof COST_KEYS)[number], number>;

interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly totalTokens: number;
  readonly cost?: Cost;
}

const TOKEN_KEYS = ['input', 'output', 'cacheRead', 'cacheWrite', 'totalTokens'] as const;

/** OpenClaw 2026.5.7, pass 13. */
const NO_USAGE: Usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** Pass 13a: token counts from before the last compaction say nothing about the history that is left. */
export const staleUsage = definePass('stale-usage', always, (messages, _context, report) => {
  const summaryAt = messages.findLastIndex((message) => isRole(message, 'compactionSummary'));
  if (summaryAt < 0) return messages;
  const summaryTime = timeOf(fieldsOf(messages[summaryAt]?.value)?.timestamp);
  return editAssistants(messages, (message, { usage, timestamp }, at) => {
    const counts = fieldsOf(usage);
    if (!counts || (isSameUsage(counts, NO_USAGE) && Object.keys(counts).length === TOKEN_KEYS.length + 1))
      return message;
    const time = timeOf(timestamp);
    const isOlder = time !== null && summaryTime !== null && time <= summaryTime;
    if (at > summaryAt && !isOlder) return message;
    report(
      'replaced',
      placeOf(message, 'usage'),
      'These token counts are from before the compaction, so they become zero.',
    );
    return withFields(message, { usage: NO_USAGE });
  });
});

/** Milliseconds of a number or a date text; null when it is neither. */
function timeOf(timestamp: unknown): number | null {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp;
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}

/** Pass 13b: every assistant turn gets its token counts in one form. */
export const usageSnapshots = definePass('usage-snapshots', always, (messages, _context, report) =>
  editAssistants(messages, (message, { usage }) => {
    const normalised = normaliseUsage(usage);
    if (isSameUsage(fieldsOf(usage), normalised)) return message;
    report(
      'replaced',
      placeOf(message, 'usage'),
      'Token counts are brought into one form for reckoning; they are not sent.',
    );
    return withFields(message, { usage: normalised });
  }),
);

function isSameUsage(usage: Fields | undefined, normalised: Usage): boolean {
  if (!usage || TOKEN_KEYS.some((key) => usage[key] !== normalised[key])) return false;
  if (!normalised.cost) return usage.cost === undefined;
  const cost = fieldsOf(usage.cost);
  return COST_KEYS.every((key) => cost?.[key] === normalised.cost?.[key]);
}

type Path = readonly string[];

/** The names of the counts in the apis' answers; the first one present decides (OpenClaw 2026.5.7, pass 13b). */
const OPENAI_CACHE_READS: readonly Path[] = [
  ['cached_tokens'],
  ['input_tokens_details', 'cached_tokens'],
  ['prompt_tokens_details', 'cached_tokens'],
];
const CACHE_READS: readonly Path[] = [
  ['cacheRead'],
  ['cache_read'],
  ['cache_read_input_tokens'],
  ...OPENAI_CACHE_READS,
];
const INPUTS: readonly Path[] = [
  ['input'],
  ['inputTokens'],
  ['input_tokens'],
  ['promptTokens'],
  ['prompt_tokens'],
  ['prompt_n'],
  ['timings', 'prompt_n'],
];
const OUTPUTS: readonly Path[] = [
  ['output'],
  ['outputTokens'],
  ['output_tokens'],
  ['completionTokens'],
  ['completion_tokens'],
  ['predicted_n'],
  ['timings', 'predicted_n'],
];
const CACHE_WRITES: readonly Path[] = [['cacheWrite'], ['cache_write'], ['cache_creation_input_tokens']];
const TOTALS: readonly Path[] = [['total'], ['totalTokens'], ['total_tokens']];

function normaliseUsage(value: unknown): Usage {
  const usage = fieldsOf(value);
  if (!usage) return NO_USAGE;
  const cacheRead = tokens(usage, CACHE_READS);
  const rawInput = number(usage, INPUTS);
  // OpenAI counts cached tokens as input, too.
  const isInclusive = OPENAI_CACHE_READS.some((path) => valueAt(usage, path) !== undefined);
  const input = toTokens(
    rawInput !== undefined && isInclusive && cacheRead !== undefined ? rawInput - cacheRead : rawInput,
  );
  const output = tokens(usage, OUTPUTS);
  const cacheWrite = tokens(usage, CACHE_WRITES);
  const total = tokens(usage, TOTALS);
  if ([input, output, cacheRead, cacheWrite, total].every((count) => count === undefined)) return NO_USAGE;
  const counts = { input: input ?? 0, output: output ?? 0, cacheRead: cacheRead ?? 0, cacheWrite: cacheWrite ?? 0 };
  const sum = counts.input + counts.output + counts.cacheRead + counts.cacheWrite;
  const cost = normaliseCost(fieldsOf(usage.cost));
  return { ...counts, totalTokens: total ?? sum, ...(cost && { cost }) };
}

function normaliseCost(cost: Fields | undefined): Cost | undefined {
  if (!cost || !COST_KEYS.some((key) => Number.isFinite(cost[key]))) return undefined;
  const amount = (key: string): number => (Number.isFinite(cost[key]) ? (cost[key] as number) : 0);
  const parts = {
    input: amount('input'),
    output: amount('output'),
    cacheRead: amount('cacheRead'),
    cacheWrite: amount('cacheWrite'),
  };
  const sum = parts.input + parts.output + parts.cacheRead + parts.cacheWrite;
  return { ...parts, total: Number.isFinite(cost.total) ? (cost.total as number) : sum };
}

function tokens(usage: Fields, paths: readonly Path[]): number | undefined {
  return toTokens(number(usage, paths));
}

/** OpenClaw 2026.5.7, pass 13b. */
function toTokens(count: number | undefined): number | undefined {
  return count === undefined ? undefined : Math.min(Math.max(Math.trunc(count), 0), Number.MAX_SAFE_INTEGER);
}

/** The first value present; undefined when that is no finite number. */
function number(usage: Fields, paths: readonly Path[]): number | undefined {
  for (const path of paths) {
    const value = valueAt(usage, path) ?? null;
    if (value !== null) return Number.isFinite(value) ? (value as number) : undefined;
  }
  return undefined;
}

function valueAt(usage: Fields, path: Path): unknown {
  let value: unknown = usage;
  for (const key of path) value = fieldsOf(value)?.[key];
  return value;
}
