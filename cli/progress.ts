/** One line on a terminal that says what a long run is doing. */
import { visible } from './output';

/** A run that is over sooner shows nothing. */
const PATIENCE_MS = 400;
/** A file of this size may keep the process busy, so it is named before the work on it begins. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Shows the current file on standard error, when that is a terminal. */
export class Progress {
  private readonly started = Date.now();
  private showing = false;

  constructor(
    private readonly verb: string,
    private readonly enabled: boolean,
  ) {}

  /** A file is about to be worked on. */
  file(name: string, number: number, total: number, bytes = 0): void {
    if (!this.enabled || (bytes < LARGE_BYTES && Date.now() - this.started < PATIENCE_MS)) return;
    const size = bytes < LARGE_BYTES ? '' : ` (${Math.round(bytes / 1e6)} MB)`;
    this.show(`${this.verb} ${number} of ${total}${size}: ${visible(name)}`);
  }

  /** An image of a file is about to be shrunk; each takes a while. */
  image(name: string, number: number, total: number): void {
    if (this.enabled) this.show(`shrinking image ${number} of ${total}: ${visible(name)}`);
  }

  private show(line: string): void {
    const width = (process.stderr.columns || 80) - 1;
    process.stderr.write(`\r\u001b[K${line.length > width ? `${line.slice(0, width - 1)}…` : line}`);
    this.showing = true;
  }

  /** Wipes the line before something else is printed. */
  clear(): void {
    if (this.showing) process.stderr.write('\r\u001b[K');
    this.showing = false;
  }
}
