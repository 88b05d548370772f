/** Runs tests inside VS Code's extension host, one after the other, and writes down how many passed and failed. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

export interface Test {
  readonly name: string;
  /** Milliseconds, for a test that may take longer than others. */
  readonly timeLimit?: number;
  run(): Promise<void>;
}

/** A test that waits for something that does not come must not hold the others up. */
const TIME_LIMIT = 60_000;

/** A regular expression for the names of the tests to run, for whoever works on some; all run where it is unset. */
const ONLY = new RegExp(process.env.TRANSCRIPT_HYGIENE_E2E_ONLY ?? '');

/** The runner outside shows lines with this mark and keeps the rest in a log file. */
export function report(text: string): void {
  for (const line of text.split('\n')) console.log(`[e2e] ${line}`);
}

function problemsNow(): Record<string, string[]> {
  const all = vscode.languages.getDiagnostics().filter(([, problems]) => problems.length > 0);
  return Object.fromEntries(
    all.map(([uri, problems]) => [
      uri.path,
      problems.map(({ range, message, code }) => {
        const rule = typeof code === 'object' ? code.value : code;
        return `${range.start.line}:${range.start.character} ${rule}: ${message}`;
      }),
    ]),
  );
}

async function runOne({ name, run, timeLimit = TIME_LIMIT }: Test): Promise<boolean> {
  const start = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${timeLimit / 1000} s`)), timeLimit);
  });
  try {
    await Promise.race([run(), limit]);
    report(`✔ ${name} (${Date.now() - start} ms)`);
    return true;
  } catch (error) {
    report(`✖ ${name} (${Date.now() - start} ms)\n${error instanceof Error ? error.stack : String(error)}`);
    report(`Problems at that time: ${JSON.stringify(problemsNow(), null, 2)}`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when a test has failed: that is what makes VS Code end with an error. */
export async function runAll(all: readonly Test[]): Promise<void> {
  const tests = all.filter(({ name }) => ONLY.test(name));
  let failed = 0;
  for (const test of tests) if (!(await runOne(test))) failed++;
  const result = process.env.TRANSCRIPT_HYGIENE_E2E_RESULT;
  if (result) writeFileSync(result, JSON.stringify({ passed: tests.length - failed, failed }));
  if (failed > 0) throw new Error(`${failed} of ${tests.length} tests failed`);
}
