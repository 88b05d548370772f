/** Which entries have an id. Nearly every id has one entry: lists are kept of the others only. */
export class EntryIds {
  private readonly first = new Map<string, number>();
  private readonly lists = new Map<string, number[]>();

  /** Indexes must come in rising order. */
  add(id: string, index: number): void {
    const first = this.first.get(id);
    if (first === undefined) this.first.set(id, index);
    else if (this.lists.has(id)) this.lists.get(id)!.push(index);
    else this.lists.set(id, [first, index]);
  }

  has(id: string): boolean {
    return this.first.has(id);
  }

  /** The indexes of all entries with an id, in order. */
  get(id: string): readonly number[] | undefined {
    const first = this.first.get(id);
    return first === undefined ? undefined : (this.lists.get(id) ?? [first]);
  }

  /**
   * The entry that the one at `index` means by an id: of several with that id the nearest before it, since an entry
   * names what was written before it; else the first behind it; −1 when none has it.
   */
  nearest(id: string, index: number): number {
    const before = this.lists.get(id)?.findLast((candidate) => candidate < index);
    return before ?? this.first.get(id) ?? -1;
  }

  /** The ids that several entries have, with the indexes of those. */
  get repeated(): ReadonlyMap<string, readonly number[]> {
    return this.lists;
  }
}
