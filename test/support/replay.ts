/** Runs replay on plain messages, as the golden cases and the reference give and take them. */
import { inspectImage } from '../../core/images/measure';
import { type ImageShrinker, unavailableShrinker } from '../../core/images/shrinker';
import type { Change, Pass } from '../../core/replay/pass';
import { passContext, type ReplayInput, type ReplayResult, Run, replay } from '../../core/replay/pipeline';
import { REPLAY_IMAGE_LIMITS } from '../../core/replay/requirements';
import { type Fields, fieldsOf, type Messages, traceList } from '../../core/replay/traced';
import type { Profile } from '../../core/types';
import { text, usage } from './session-blocks';

/** The clock of the golden cases (golden/README.md). */
export const NOW = 1_750_000_000_000;

/** What a golden case of `replay` gives in (golden/README.md). */
export interface ReplayCaseInput {
  readonly provider?: string;
  readonly modelApi?: string;
  readonly modelId?: string;
  readonly messages: readonly unknown[];
  readonly priorSnapshot?: unknown;
  readonly allowedToolNames?: readonly string[];
  readonly config?: { readonly agents?: { readonly defaults?: { readonly imageMaxDimensionPx?: unknown } } };
  readonly recordAppends?: boolean;
}

export interface ReplayOptions {
  readonly profile?: Profile;
  readonly thinkingLevel?: string;
  readonly historyLimit?: number;
  readonly shrinker?: ImageShrinker;
  readonly signal?: AbortSignal;
}

/** Runs replay on a golden case's input, with the profile of the release where none is named. */
export function replayCase(input: ReplayCaseInput, options: ReplayOptions = {}): Promise<ReplayResult> {
  return replay(replayInput(input, options));
}

/** Runs single passes on a golden case's input, in the order given. */
export function runPasses(passes: readonly Pass[], input: ReplayCaseInput, options: ReplayOptions = {}) {
  const given = replayInput(input, options);
  return new Run(passContext(given)).passes(passes, given.messages);
}

function replayInput(input: ReplayCaseInput, options: ReplayOptions): ReplayInput {
  const { provider, modelApi, modelId, priorSnapshot, allowedToolNames } = input;
  const imageMaxSide = sideLimit(input.config?.agents?.defaults?.imageMaxDimensionPx);
  return {
    messages: traceList(input.messages),
    target: { provider, modelApi, modelId },
    entries: priorSnapshot ? [{ type: 'custom', customType: 'model-snapshot', data: priorSnapshot }] : [],
    now: () => NOW,
    profile: 'openclaw-2026.5.7',
    thinkingLevel: 'off',
    shrinker: unavailableShrinker,
    ...(allowedToolNames && { allowedToolNames }),
    ...(imageMaxSide !== undefined && { imageMaxSide }),
    ...options,
  };
}

/** OpenClaw 2026.5.7, pass 4: what is no finite number does not count. */
function sideLimit(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(1, Math.floor(value)) : undefined;
}

/** The messages without their origins, as JSON would hold them. */
export function plain(messages: Messages): unknown[] {
  return JSON.parse(JSON.stringify(messages.map(({ value }) => value)));
}

/** `pass what line-or-index path`, for comparing. */
export function describeChange({ pass, what, place }: Change): string {
  const at = place && `${place.source.line ?? place.source.index}:/${place.path.join('/')}`;
  return `${pass} ${what} ${at ?? '-'}`;
}

/** A replay's result in the form of a golden case's `expected` (golden/README.md). */
export function asExpected({ policy, sanitized, validated, appended }: ReplayResult, input: ReplayCaseInput): unknown {
  const originals = new Set(input.messages.flatMap((message) => imagesOf(message).map(({ data }) => data)));
  const describe = (messages: Messages) => plain(messages).map((message) => describeImages(message, originals));
  return {
    policy,
    sanitized: describe(sanitized),
    validated: describe(validated),
    ...(input.recordAppends && { appended: JSON.parse(JSON.stringify(appended)) }),
  };
}

function imagesOf(message: unknown): Fields[] {
  const content = fieldsOf(message)?.content;
  return Array.isArray(content) ? content.filter((block) => fieldsOf(block)?.type === 'image') : [];
}

/** A note whose end the image library words; OpenClaw's own words are compared. */
const LIBRARY_NOTE = /^(\[[^\]]*\] omitted image payload: )(?!invalid base64$)(?!Error: Image dimensions exceed)/;

function describeImages(message: unknown, originals: ReadonlySet<unknown>): unknown {
  const content = fieldsOf(message)?.content;
  if (!Array.isArray(content)) return message;
  return { ...fieldsOf(message), content: content.map((block) => describeBlock(block, originals)) };
}

function describeBlock(block: unknown, originals: ReadonlySet<unknown>): unknown {
  const { data, text, ...rest } = fieldsOf(block) ?? {};
  const prefix = rest.type === 'text' && typeof text === 'string' ? LIBRARY_NOTE.exec(text)?.[1] : undefined;
  if (prefix !== undefined) return { ...rest, $textPrefix: prefix };
  const isEncodedAnew = rest.type === 'image' && rest.mimeType === 'image/jpeg' && !originals.has(data);
  if (!isEncodedAnew || typeof data !== 'string') return block;
  const { width, height, bytes = Number.POSITIVE_INFINITY } = inspectImage(data);
  const maxBytes = Math.max(bytes, REPLAY_IMAGE_LIMITS.bytes);
  return { ...rest, $resized: { width, height, maxBytes } };
}

type Extra = Readonly<Record<string, unknown>>;

export function userTurn(content: unknown = 'Go.', extra: Extra = {}): Fields {
  return { role: 'user', content, ...extra };
}

export function assistantTurn(content: unknown, extra: Extra = {}): Fields {
  return { role: 'assistant', content, usage: usage(), stopReason: 'stop', ...extra };
}

export function toolResult(toolCallId: string, extra: Extra = {}): Fields {
  return { role: 'toolResult', toolCallId, toolName: 'read', content: [text('Done.')], isError: false, ...extra };
}

/** A result that replay made up. */
export function madeUpResult(toolCallId: string, words: string): Fields {
  return { role: 'toolResult', toolCallId, toolName: 'read', content: [text(words)], isError: true, timestamp: NOW };
}
