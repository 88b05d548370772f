/** The language client library's own policy: four restarts in three minutes. */
const MOST_RESTARTS = 4;
const WITHIN = 3 * 60_000;

/** Counts crashes, to tell bad luck from a server that cannot live. */
export class CrashCount {
  private times: number[] = [];

  /** Notes a crash (time in milliseconds); true when it is one too many. */
  add(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time <= WITHIN), now];
    return this.times.length > MOST_RESTARTS;
  }
}
