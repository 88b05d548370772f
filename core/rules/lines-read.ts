/** The lines whose text a rule has read, beside the facts: its findings hold until one of them changes. */
export class LinesRead {
  private readonly lines = new Set<number>();
  private isAll = false;

  note(line: number): void {
    this.lines.add(line);
  }

  /** What was found may read any line later on. */
  noteAll(): void {
    this.isAll = true;
  }

  meets(lines: readonly number[]): boolean {
    return lines.length > 0 && (this.isAll || lines.some((line) => this.lines.has(line)));
  }
}
