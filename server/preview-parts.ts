import { type PreviewPart, pointer } from '../core';
import type { PreviewParts } from './messages';

/** The parts of a preview as the protocol has them. */
export function columnsOf(parts: readonly PreviewPart[]): PreviewParts {
  const firstLines: number[] = [];
  const lines: number[] = [];
  const pointers: number[] = [];
  const entries: number[] = [];
  const names = new Names();
  for (const { firstLine, place } of parts) {
    const line = place?.source.line ?? -1;
    // What no line of the session says is of one kind.
    if (line < 0 && lines.at(-1) === -1) continue;
    const entry = place?.source.entry ?? null;
    firstLines.push(firstLine);
    lines.push(line);
    pointers.push(place && line >= 0 ? names.numberOf(pointer(place.path)) : -1);
    entries.push(entry === null || line < 0 ? -1 : names.numberOf(entry));
  }
  return { firstLines, lines, pointers, entries, names: names.list };
}

/** Numbers names in the order in which they come. */
class Names {
  readonly list: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = this.list.push(name) - 1;
    this.numbers.set(name, number);
    return number;
  }
}
