import { analysisOf, type Feature } from '../context';
import { countFindings } from '../finding-counts';
import { guard, StaleError } from '../handler';
import { FIX_ALL_PREVIEW, type FixAllPreview, type FixAllPreviewParams } from '../messages';
import { toLspRange } from '../positions';

/** What fixing everything, lossy fixes too, would make of a document: shown before anything is changed. */
export const fixAllPreview: Feature = {
  register(context) {
    const { connection, log, jobs } = context;
    connection.onRequest(
      FIX_ALL_PREVIEW,
      guard(
        'Preview of all fixes',
        log,
        (): FixAllPreview | null => null,
        async ({ uri }: FixAllPreviewParams, token) => {
          const analysis = await analysisOf(context, uri);
          if (!analysis || analysis.result.dialect === null) return null;
          const { document, options } = analysis;
          const text = document.session.toString();
          const fixed = await jobs.run('fixText', { text, options, lossy: true, lineEnds: false }, token);
          if (context.documents.get(uri)?.version !== document.version) throw new StaleError(`${uri} has changed`);
          const { positions, version } = document;
          return {
            version,
            text: fixed.text,
            edits: fixed.edits.map((edit) => ({ range: toLspRange(positions, edit), newText: edit.text })),
            fixes: byRule(fixed.applied),
            notes: fixed.notes,
            remaining: countFindings(fixed.remaining),
          };
        },
      ),
    );
    return {};
  },
};

function byRule(applied: readonly { readonly rule: string; readonly isLossy: boolean }[]): FixAllPreview['fixes'] {
  const fixes = new Map<string, { rule: string; count: number; lossy: number }>();
  for (const { rule, isLossy } of applied) {
    const known = fixes.get(rule) ?? { rule, count: 0, lossy: 0 };
    fixes.set(rule, { rule, count: known.count + 1, lossy: known.lossy + Number(isLossy) });
  }
  return [...fixes.values()];
}
