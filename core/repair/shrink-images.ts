import type { SessionDocument } from '../document';
import { mimeTypeOf, withoutBlanks } from '../images/canonical';
import type { ImageShrinker, ShrinkResult } from '../images/shrinker';
import type { Fix, SessionEdit } from '../types';

type ShrinkEdit = Extract<SessionEdit, { kind: 'shrinkImage' }>;

/** What shrinking the images of a fix came to; `problem` is why it cannot be applied, without a full stop. */
export type ShrunkFix = { readonly fix: Fix } | { readonly problem: string };

/**
 * Makes `setValue` edits of a fix's `shrinkImage` edits, one image after the other. A fix without any is given back as
 * it is.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function shrinkImages(
  document: SessionDocument,
  fix: Fix,
  shrinker: ImageShrinker,
  signal?: AbortSignal,
): Promise<ShrunkFix> {
  if (!needsShrinking(fix)) return { fix };
  const edits: SessionEdit[] = [];
  for (const edit of fix.edits) {
    if (edit.kind !== 'shrinkImage') {
      edits.push(edit);
      continue;
    }
    const result = await shrinkOne(document, edit, shrinker, signal);
    if (result.kind === 'failed') return { problem: result.reason.replace(/^Error: /, '') };
    if (result.kind === 'unchanged') return { problem: 'the image library finds it within the limits' };
    edits.push(...editsFor(edit, result));
  }
  return { fix: { ...fix, edits } };
}

/** Whether a fix can only be applied after {@link shrinkImages}. */
export function needsShrinking({ edits }: Fix): boolean {
  return edits.some(({ kind }) => kind === 'shrinkImage');
}

function shrinkOne(
  document: SessionDocument,
  { line, path, maxSide, maxBytes }: ShrinkEdit,
  shrinker: ImageShrinker,
  signal: AbortSignal | undefined,
): Promise<ShrinkResult> {
  const block = path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown>)[key],
    JSON.parse(document.line(line).replace(/^\ufeff+/, '')),
  );
  const { data, mimeType } = block as { readonly data: string; readonly mimeType: unknown };
  const clean = withoutBlanks(data);
  return shrinker.shrink(
    { data: clean, mimeType: mimeTypeOf(clean) ?? String(mimeType) },
    { maxSide, maxBytes },
    signal,
  );
}

function editsFor({ line, path }: ShrinkEdit, shrunk: Extract<ShrinkResult, { kind: 'shrunk' }>): SessionEdit[] {
  const member = (key: 'data' | 'mimeType'): SessionEdit => ({
    kind: 'setValue',
    line,
    path: [...path, key],
    value: shrunk[key],
  });
  return [member('data'), member('mimeType')];
}
