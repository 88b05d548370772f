import { type Node, type ParseError, printParseErrorCode } from 'jsonc-parser';
import type { JsonPath, Position, Range, Severity } from '../types';

/** A mistake in a settings file. */
export interface ConfigProblem extends Range {
  readonly severity: Severity;
  readonly path: JsonPath;
  readonly message: string;
}

/** Collects the problems of a settings file and turns offsets into lines and columns. */
export class ProblemList {
  private readonly list: { readonly offset: number; readonly problem: ConfigProblem }[] = [];
  private readonly lineStarts: readonly number[];

  constructor(text: string) {
    this.lineStarts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ 0: end, index }) => index + end.length)];
  }

  syntax({ error, offset, length }: ParseError): void {
    const words = printParseErrorCode(error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    this.at('error', offset, length, [], `Not valid JSON here: ${words.toLowerCase()}.`);
  }

  report(severity: Severity, node: Node, path: JsonPath, message: string): void {
    this.at(severity, node.offset, node.length, path, message);
  }

  at(severity: Severity, offset: number, length: number, path: JsonPath, message: string): void {
    const problem = { severity, path, message, start: this.position(offset), end: this.position(offset + length) };
    this.list.push({ offset, problem });
  }

  /** In the order of their places. */
  all(): ConfigProblem[] {
    return this.list.sort((a, b) => a.offset - b.offset).map(({ problem }) => problem);
  }

  private position(offset: number): Position {
    const line = this.lineStarts.findLastIndex((start) => start <= offset);
    return { line, column: offset - this.lineStarts[line]! };
  }
}
