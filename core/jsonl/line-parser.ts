import { sameEnds } from './same-ends';

/** The value of each line; null for those that are no JSON. */
export function parseLines(lines: readonly string[]): unknown[] {
  return lines.map(parseJson);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * Parses the lines of a text over and over while it is edited. What stands before and behind the edited lines keeps its
 * values, so nobody may change them.
 */
export class LineParser {
  private lines: readonly string[] = [];
  private values: readonly unknown[] = [];

  /** The value of each line; null for those that are no JSON. */
  parse(lines: readonly string[]): readonly unknown[] {
    const { head, tail } = sameEnds(this.lines.length, lines.length, (old, now) => this.lines[old] === lines[now]);
    this.values = [
      ...this.values.slice(0, head),
      ...parseLines(lines.slice(head, lines.length - tail)),
      ...this.values.slice(this.values.length - tail),
    ];
    this.lines = lines;
    return this.values;
  }
}
