import type { Session } from '../session/session';
import type { Fix } from '../types';
import { meet, type Span, spanReader, swallows } from './spans';

/** A fix that is taken, with what it touches. */
interface Taken {
  readonly fix: Fix;
  readonly spans: readonly Span[];
}

/**
 * The fixes that can be applied together, in order: one whose spans meet those of one already taken is left for
 * another time, but a deletion beats the edits inside it.
 */
export function chooseFixes(session: Session, fixes: Iterable<Fix>): Fix[] {
  const spansOf = spanReader(session);
  const taken = new Set<Taken>();
  const byLine = new Map<number, Set<Taken>>();
  let allLines = false;
  for (const fix of fixes) {
    const spans = spansOf(fix);
    if (spans === undefined) continue;
    const touchesAllLines = fix.edits.some(({ kind }) => kind === 'lineEnds');
    if (allLines || (touchesAllLines && taken.size > 0)) continue;
    const rivals = rivalsOf(spans, byLine);
    if (!rivals.every((rival) => rival.spans.every((inner) => spans.some((outer) => swallows(outer, inner))))) continue;
    for (const rival of rivals) {
      taken.delete(rival);
      for (const { line } of rival.spans) byLine.get(line)!.delete(rival);
    }
    const one = { fix, spans };
    taken.add(one);
    allLines = touchesAllLines;
    for (const { line } of spans) {
      const others = byLine.get(line);
      if (others === undefined) byLine.set(line, new Set([one]));
      else others.add(one);
    }
  }
  return Array.from(taken, ({ fix }) => fix);
}

function rivalsOf(spans: readonly Span[], byLine: ReadonlyMap<number, ReadonlySet<Taken>>): Taken[] {
  const rivals = new Set<Taken>();
  for (const span of spans) {
    for (const other of byLine.get(span.line) ?? []) {
      if (other.spans.some((taking) => meet(span, taking))) rivals.add(other);
    }
  }
  return [...rivals];
}
