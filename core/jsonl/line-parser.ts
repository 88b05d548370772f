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
    const most = Math.min(lines.length, this.lines.length);
    let start = 0;
    while (start < most && lines[start] === this.lines[start]) start++;
    let end = 0;
    while (end < most - start && lines[lines.length - 1 - end] === this.lines[this.lines.length - 1 - end]) end++;
    this.values = [
      ...this.values.slice(0, start),
      ...parseLines(lines.slice(start, lines.length - end)),
      ...this.values.slice(this.values.length - end),
    ];
    this.lines = lines;
    return this.values;
  }
}
