/** The examples of the rules' pages: small broken transcripts in docs/examples, and what checking and fixing makes of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CheckOptions,
  check,
  type Finding,
  type Fix,
  fixAll,
  fixEdits,
  needsShrinking,
  type Rule,
  SessionDocument,
} from '../../core';

export interface Example {
  readonly document: SessionDocument;
  readonly options: CheckOptions;
  /** What the rule reports. */
  readonly findings: readonly Finding[];
  /** What other rules report. */
  readonly others: readonly Finding[];
  /** The preferred fix, else the first that is offered, and what it makes of the transcript. */
  readonly repair?: { readonly fix: Fix; readonly document: SessionDocument };
  /** The preferred fix where only an image library can tell what it makes of the transcript. */
  readonly shrinking?: Fix;
}

/** Where a rule's example lies. */
function examplePath(root: string, rule: string): string {
  return join(root, 'docs', 'examples', `${rule}.jsonl`);
}

/** Reads a rule's example, checks it and repairs it. */
export function readExample(root: string, { id }: Rule): Example {
  const document = SessionDocument.fromBytes(readFileSync(examplePath(root, id)));
  const options = { fileName: `${id}.jsonl` };
  const all = check(document, options).findings;
  const findings = all.filter(({ rule }) => rule === id);
  const preferred = findings.flatMap(({ fixes }) => fixes).find((fix) => fix.preferred);
  const isShrinking = preferred !== undefined && needsShrinking(preferred);
  const repair = isShrinking ? undefined : repairOf(document, options, findings);
  return {
    document,
    options,
    findings,
    others: all.filter(({ rule }) => rule !== id),
    ...(repair && { repair }),
    ...(isShrinking && { shrinking: preferred }),
  };
}

/** What *fix all* gives; where no fix is preferred, what the one that is offered first gives. */
function repairOf(document: SessionDocument, options: CheckOptions, findings: readonly Finding[]): Example['repair'] {
  const fixes = findings.flatMap((finding) => finding.fixes);
  const preferred = fixes.find((fix) => fix.preferred);
  if (preferred) return { fix: preferred, document: fixAll(document, { ...options, lossy: true }).document };
  const [offered] = fixes;
  return offered && { fix: offered, document: document.edit(fixEdits(document, [offered])) };
}
