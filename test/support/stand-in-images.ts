import type { Fix, SessionEdit } from '../../core';
import { pictures } from './session-blocks';

/** A fix as it is when a tiny picture came out of shrinking, for what is to be shown without an image library. */
export function withStandIns(fix: Fix): Fix {
  return { ...fix, edits: fix.edits.flatMap(standIn) };
}

function standIn(edit: SessionEdit): SessionEdit[] {
  if (edit.kind !== 'shrinkImage') return [edit];
  const { line, path } = edit;
  return [
    { kind: 'setValue', line, path: [...path, 'data'], value: pictures['image/jpeg'] },
    { kind: 'setValue', line, path: [...path, 'mimeType'], value: 'image/jpeg' },
  ];
}
