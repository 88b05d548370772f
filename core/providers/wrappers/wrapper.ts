/** What every wrapper knows and may do. Wrappers are OpenClaw's: they change a request on its way to the provider. */
import type { Profile } from '../../types';
import type { Draft, Payload } from '../parts';
import type { ConverterInput, Model } from '../types';

/** OpenClaw's model parameters. A session holds none; they come from configuration. */
export type ExtraParams = Readonly<Record<string, unknown>>;

export interface WrapContext {
  /** The model as OpenClaw's run knows it, before any wrapper changes it. */
  readonly model: Model;
  /** What the converter was given. */
  readonly input: ConverterInput;
  /** OpenClaw's own level, which also knows `adaptive` and `max`. */
  readonly level: string;
  readonly extraParams: ExtraParams;
  readonly profile: Profile;
}

/** Changes a finished body; gives the very draft when there is nothing to do. */
export type Patch = (draft: Draft, context: WrapContext) => Draft;

/** Changes what the converter is given. */
export type Adjust = (input: ConverterInput, extraParams: ExtraParams) => ConverterInput;

/** A patch of the body's own members, which leaves its parts alone. */
export function patchMembers(edit: (payload: Payload, context: WrapContext) => Payload): Patch {
  return (draft, context) => ({ ...draft, payload: edit(draft.payload, context) });
}

/** Whether the level says that thinking is off. */
export function isOff(level: string): boolean {
  return level === 'off';
}

/** The effort for OpenClaw's level (OpenClaw 2026.5.7, mapThinkingLevelToReasoningEffort). */
export function effortOf(level: string): string {
  return EFFORTS[level] ?? level;
}

const EFFORTS: Readonly<Record<string, string>> = { off: 'none', adaptive: 'medium', max: 'xhigh' };

/** The messages of a chat or Anthropic body; undefined where the body has none. */
export function messagesOf(payload: Payload): readonly Payload[] | undefined {
  return Array.isArray(payload.messages) ? (payload.messages as readonly Payload[]) : undefined;
}

/** The draft with other messages. */
export function withMessages(draft: Draft, messages: readonly Payload[]): Draft {
  return { ...draft, payload: { ...draft.payload, messages } };
}
