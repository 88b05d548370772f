/**
 * Leaf records and side messages: how OpenClaw moved the active leaf from about 2026.5.18 until it left JSONL
 * (`session-format.md` section 11).
 */

/** What the tree rules need to know of one entry. Header lines are no nodes. */
export interface TreeNode {
  /** Undefined when the entry has none that could be referred to; such an entry moves nothing. */
  readonly id: string | undefined;
  /** Undefined when the key is absent. */
  readonly parentId: string | null | undefined;
  readonly type: string;
  /** A message with `appendMode: "side"`. */
  readonly isSide: boolean;
  /** Its type is one of the format's own; others are opaque and never become the leaf. */
  readonly known: boolean;
  /** Present on records of type `leaf`. */
  readonly leaf?: {
    readonly targetId: unknown;
    readonly appendParentId: unknown;
    readonly hasAppendParentId: boolean;
    readonly appendMode: unknown;
  };
}

export interface LeafResolution {
  /**
   * For each node the index of its logical parent, never that of a valid leaf record. -1: it is a root, or its parent
   * is not in the file. For a valid leaf record: the entry it points to.
   */
  readonly parent: readonly number[];
  /** The index of the active leaf; -1: before the first entry. */
  readonly activeLeaf: number;
  /** Indexes of the leaf records that move nothing, in file order. */
  readonly invalid: readonly number[];
}

/**
 * Reads the tree of a file that holds leaf records.
 *
 * @param nodes every entry in file order. Of entries that share an id the last one is found by it.
 * @returns null when no leaf record is valid: then the plain rules of section 5 apply. Logical parents may still form
 * a cycle where the file's own `parentId`s do.
 */
export function resolveLeafRecords(nodes: readonly TreeNode[]): LeafResolution | null {
  if (!nodes.some((node) => node.leaf)) return null;
  const byId = new Map<string, number>();
  const references = new Set<string>();
  const parentIds: (string | null)[] = [];
  const invalid: number[] = [];
  const moves = new Set<number>();
  let leaf: string | null = null;
  let append: string | null = null;

  const isReference = (value: unknown): value is string | null =>
    value === null || (typeof value === 'string' && references.has(value));

  for (const [index, node] of nodes.entries()) {
    const { id, parentId } = node;
    if (node.leaf) {
      const { targetId, appendMode } = node.leaf;
      const hungUnder = node.leaf.hasAppendParentId ? node.leaf.appendParentId : targetId;
      const valid = id !== undefined && parentId !== undefined && (appendMode === undefined || appendMode === 'side');
      if (valid && isReference(targetId) && isReference(hungUnder)) {
        moves.add(index);
        parentIds.push(targetId);
        leaf = targetId;
        append = hungUnder;
        references.add(id);
      } else {
        invalid.push(index);
        parentIds.push(parentId ?? null);
        if (id !== undefined) references.delete(id);
      }
      if (id !== undefined) byId.set(id, index);
      continue;
    }
    const continues = node.known && parentId === undefined;
    const skipsSide = node.known && !node.isSide && parentId === append && leaf !== append;
    parentIds.push(continues || skipsSide ? leaf : (parentId ?? null));
    if (id === undefined) continue;
    byId.set(id, index);
    references.add(id);
    if (!node.known && parentId === undefined) continue;
    append = id;
    if (node.known && !node.isSide) leaf = id;
  }

  if (moves.size === 0) return null;
  const find = entryFinder(byId, parentIds, moves);
  return { parent: parentIds.map(find), activeLeaf: find(leaf), invalid };
}

/** Finds the entry an id leads to: itself, or through any chain of leaf records. Each record is followed once. */
function entryFinder(
  byId: ReadonlyMap<string, number>,
  parentIds: readonly (string | null)[],
  moves: ReadonlySet<number>,
): (id: string | null) => number {
  const lookUp = (id: string | null): number => (id === null ? -1 : (byId.get(id) ?? -1));
  const ends = new Map<number, number>();
  return (id) => {
    const trail: number[] = [];
    let at = lookUp(id);
    while (moves.has(at) && !ends.has(at)) {
      // Repeated ids can close a chain into a ring; the provisional end stops there.
      ends.set(at, -1);
      trail.push(at);
      at = lookUp(parentIds[at] ?? null);
    }
    const end = ends.get(at) ?? at;
    for (const index of trail) ends.set(index, end);
    return end;
  };
}
