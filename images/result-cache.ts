import type { ShrinkResult } from '../core/images/shrinker';

/** Characters kept at most. */
const CAPACITY = 32 * 1024 * 1024;
/** What a result without data counts. */
const LEAST = 200;

/** Results by key; when there is too much, those that were not asked for longest go. */
export class ResultCache {
  private readonly results = new Map<string, ShrinkResult>();
  private size = 0;

  get(key: string): ShrinkResult | undefined {
    const found = this.results.get(key);
    if (found === undefined) return undefined;
    this.results.delete(key);
    this.results.set(key, found);
    return found;
  }

  /** `key` must not be known yet. */
  add(key: string, result: ShrinkResult): void {
    this.results.set(key, result);
    this.size += sizeOf(result);
    for (const [oldKey, old] of this.results) {
      if (this.size <= CAPACITY) break;
      this.results.delete(oldKey);
      this.size -= sizeOf(old);
    }
  }
}

function sizeOf(result: ShrinkResult): number {
  return result.kind === 'shrunk' ? result.data.length : LEAST;
}
