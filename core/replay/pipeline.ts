import type { ImageShrinker } from '../images/shrinker';
import type { Profile } from '../types';
import { type CustomEntry, entriesToAppend, isModelSwitch, lastSnapshot } from './custom-entries';
import type { Change, Pass, PassContext, StopSignal } from './pass';
import { type Policy, type PolicyTarget, resolvePolicy } from './policy';
import { REPLAY_IMAGE_LIMITS } from './requirements';
import { CHECK, CONVERT, FINISH, LIMIT, PI_CONVERT, SANITIZE, VALIDATE } from './stages';
import { isRole, type Messages } from './traced';

export interface ReplayInput {
  readonly messages: Messages;
  readonly target: PolicyTarget;
  readonly profile: Profile;
  /** The session's entries, of which only the `custom` ones are read. */
  readonly entries: readonly unknown[];
  /** The level of the next request; `off` without thinking. */
  readonly thinkingLevel: string;
  /** The names of the tools at hand; empty when they are not known. */
  readonly allowedToolNames?: readonly string[];
  /** Longest side of an image in pixels, at least 1 (default 1200). */
  readonly imageMaxSide?: number;
  /** How many user turns a channel keeps; 0, the default: all. */
  readonly historyLimit?: number;
  /** The clock, in milliseconds. */
  readonly now: () => number;
  readonly shrinker: ImageShrinker;
  /** Asked between two passes. */
  readonly signal?: StopSignal;
}

export interface ReplayResult {
  readonly policy: Policy;
  /** As given. */
  readonly context: Messages;
  /** After part B of `replay.md`. */
  readonly sanitized: Messages;
  /** After part C up to pass 19. */
  readonly validated: Messages;
  /** After part D: what is converted to the provider's payload. */
  readonly outgoing: Messages;
  /** The custom entries that a run would write back to the session. */
  readonly appended: readonly CustomEntry[];
  /** In the order they were made. */
  readonly changes: readonly Change[];
}

/**
 * What a run would make of a context before it sends it (`replay.md` parts B to D). Nothing it is given is changed.
 * Rejects when the signal is aborted, and never for what the messages hold.
 */
export async function replay(input: ReplayInput): Promise<ReplayResult> {
  const context = passContext(input);
  const { messages, profile, entries, target, now } = input;
  const { policy } = context;
  const run = new Run(context);
  if (profile === 'pi') {
    const outgoing = await run.passes(PI_CONVERT, messages);
    const unchanged = { context: messages, sanitized: messages, validated: messages };
    return { policy, ...unchanged, outgoing, appended: [], changes: run.changes };
  }
  const sanitized = await run.passes(SANITIZE, messages);
  const hasBootstrap = run.changes.some(({ pass }) => pass === 'assistant-first');
  const appended = entriesToAppend(entries, target, hasBootstrap, now);
  const validated = await run.passes(VALIDATE, sanitized);
  const limited = await run.passes(LIMIT, validated);
  // A run that is left with nothing keeps what it had loaded (`replay.md`, "After validation").
  const outgoing = await outgoingMessages(run, limited.length === 0 ? messages : limited);
  return { policy, context: messages, sanitized, validated, outgoing, appended, changes: run.changes };
}

/** Passes 21 to 26, before every call of the model. */
async function outgoingMessages(run: Run, messages: Messages): Promise<Messages> {
  const converted = await run.passes(CONVERT, messages);
  const checked = await run.passes(CHECK, converted);
  // Pass 25. An edit that leaves all assistant turns in place needs no new order but Anthropic's.
  const isDisturbed = run.context.policy.validateAnthropicTurns || assistants(checked) < assistants(converted);
  const ordered = checked !== converted && isDisturbed ? await run.passes(VALIDATE, checked) : checked;
  return run.passes(FINISH, ordered);
}

function assistants(messages: Messages): number {
  return messages.filter((message) => isRole(message, 'assistant')).length;
}

/** Runs passes and gathers their changes. */
export class Run {
  readonly changes: Change[] = [];

  constructor(readonly context: PassContext) {}

  async passes(passes: readonly Pass[], messages: Messages): Promise<Messages> {
    let current = messages;
    for (const pass of passes) {
      this.context.signal?.throwIfAborted();
      if (!pass.runsWhen(this.context)) continue;
      const result = await pass.run(current, this.context);
      current = result.messages;
      this.changes.push(...result.changes);
    }
    return current;
  }
}

/** What the passes of a run know. */
export function passContext(input: ReplayInput): PassContext {
  const { provider = '', modelApi = '', modelId = '' } = input.target;
  return {
    policy: resolvePolicy(input.target, input.profile),
    profile: input.profile,
    provider,
    api: modelApi,
    modelId,
    targetName: provider || modelApi || modelId || 'the provider',
    modelChanged: isModelSwitch(lastSnapshot(input.entries), input.target),
    thinkingLevel: input.thinkingLevel,
    allowedToolNames: input.allowedToolNames ?? [],
    imageMaxSide: input.imageMaxSide ?? REPLAY_IMAGE_LIMITS.side,
    historyLimit: input.historyLimit ?? 0,
    now: input.now,
    shrinker: input.shrinker,
    signal: input.signal,
  };
}
