import fc from 'fast-check';
import { ProcessShrinker } from '../../images/process-shrinker';
import { imageScript } from '../../test/support/image-process';
import { anyReplayCase } from '../../test/support/random-messages';
import { asExpected, type ReplayCaseInput, replayCase } from '../../test/support/replay';
import type { Subject } from './differential';
import { askOracle, type Oracle } from './oracle-process';

/** `sanitizeSessionHistory` and `validateReplayTurns` of the reference, against replay's first two stages. */
export function replaySubject(oracle: Oracle): Subject<ReplayCaseInput> {
  // The reference's folder has the image library as well.
  const shrinker = imageScript().then((script) => new ProcessShrinker({ script }));
  return {
    draw: (seed, count) => fc.sample(anyReplayCase, { seed, numRuns: count }),
    ours: async (input) => asExpected(await replayCase(input, { shrinker: await shrinker }), input),
    theirs: (batches) => askOracle(oracle, 'replay.mjs', 'replay', batches),
    smaller: smallerCases,
  };
}

/** Fewer messages, then fewer blocks in one of them, then fewer fields. */
function smallerCases(input: ReplayCaseInput): ReplayCaseInput[][] {
  const withMessages = (messages: readonly unknown[]): ReplayCaseInput => ({ ...input, messages });
  const fewerMessages = shorterLists(input.messages).map(withMessages);
  const smallerMessages = input.messages.flatMap((message, at) =>
    smallerValues(message).map((value) => withMessages(input.messages.with(at, value))),
  );
  const { priorSnapshot: _, ...noSnapshot } = input;
  const { allowedToolNames: __, ...noNames } = input;
  const plainer = [noSnapshot, noNames].filter((plain) => Object.keys(plain).length < Object.keys(input).length);
  return [[...fewerMessages, ...plainer], smallerMessages];
}

function shorterLists(list: readonly unknown[]): unknown[][] {
  const shorter: unknown[][] = [];
  for (let size = list.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < list.length; at += size) shorter.push(list.toSpliced(at, size));
  }
  return shorter;
}

/** A list or an object with less in it, the smallest first; nothing for other values. */
export function smallerValues(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return [
      ...shorterLists(value),
      ...value.flatMap((element, at) => smallerValues(element).map((smaller) => value.with(at, smaller))),
    ];
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const without = entries.map((_, at) => Object.fromEntries(entries.toSpliced(at, 1)));
  const within = entries.flatMap(([key, member]) =>
    smallerValues(member).map((smaller) => ({ ...value, [key]: smaller })),
  );
  return [...without, ...within];
}
