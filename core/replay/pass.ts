import type { ImageShrinker } from '../images/shrinker';
import type { Profile } from '../types';
import type { Policy } from './policy';
import type { Messages, Place } from './traced';

export type ChangeKind = 'removed' | 'replaced' | 'inserted' | 'moved' | 'merged';

/** One thing replay does to the history. */
export interface Change {
  /** The id of the pass that did it. */
  readonly pass: string;
  readonly what: ChangeKind;
  /** What it was done to, or where; null when it concerns only what replay made up itself. */
  readonly place: Place | null;
  /** What became of it and why, one sentence or two. */
  readonly message: string;
}

/** Asks whether work is still wanted: throws when it is not. An `AbortSignal` is one. */
export type StopSignal = Pick<AbortSignal, 'throwIfAborted'>;

/** What passes know beside the messages. */
export interface PassContext {
  readonly policy: Policy;
  readonly profile: Profile;
  /** As written; empty when unknown. */
  readonly provider: string;
  readonly api: string;
  readonly modelId: string;
  /** How texts name the target. */
  readonly targetName: string;
  /** Provider, api or model differ from the session's last model snapshot. */
  readonly modelChanged: boolean;
  /** `off` without thinking. */
  readonly thinkingLevel: string;
  /** The names a call may have, as given; empty: every name. */
  readonly allowedToolNames: readonly string[];
  /** Longest side of an image in pixels, at least 1. */
  readonly imageMaxSide: number;
  /** How many user turns are kept; 0: all. */
  readonly historyLimit: number;
  /** Milliseconds, for the messages that replay makes up. */
  readonly now: () => number;
  readonly shrinker: ImageShrinker;
  readonly signal: StopSignal | undefined;
}

export interface PassResult {
  /** The very list the pass was given when it changed nothing. */
  readonly messages: Messages;
  readonly changes: readonly Change[];
}

/** One step of replay. It never changes the objects it is given. */
export interface Pass {
  readonly id: string;
  readonly runsWhen: (context: PassContext) => boolean;
  readonly run: (messages: Messages, context: PassContext) => PassResult | Promise<PassResult>;
}

/** Writes a change down. */
export type Report = (what: ChangeKind, place: Place | null, message: string) => void;

/** Makes a pass of a function that writes its changes down as it goes. */
export function definePass(
  id: string,
  runsWhen: (context: PassContext) => boolean,
  edit: (messages: Messages, context: PassContext, report: Report) => Messages | Promise<Messages>,
): Pass {
  return {
    id,
    runsWhen,
    run: (messages, context) => {
      const changes: Change[] = [];
      const edited = edit(messages, context, (what, place, message) => {
        changes.push({ pass: id, what, place, message });
      });
      return edited instanceof Promise
        ? edited.then((result) => ({ messages: result, changes }))
        : { messages: edited, changes };
    },
  };
}

export const always = (): boolean => true;
