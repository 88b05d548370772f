import * as vscode from 'vscode';
import { type PreviewDocument, type PreviewSource, RANGE_OF, type RangeOfParams } from '../../server/messages';
import type { Server } from '../server';

/** Where a line of a preview comes from. */
export function sourceOfLine({ lineSources, sources }: PreviewDocument, line: number): PreviewSource | undefined {
  return sources[lineSources[line] ?? -1];
}

/** The place of a source in the session's document. */
export async function locationOf(server: Server, session: string, source: PreviewSource): Promise<vscode.Location> {
  const params: RangeOfParams = { uri: session, source };
  const range = await server.request<vscode.Range | null>(RANGE_OF, params);
  const { line } = source;
  const place = range
    ? new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character)
    : new vscode.Range(line, 0, line, 0);
  return new vscode.Location(vscode.Uri.parse(session), place);
}

/**
 * The first line of a preview that a line of the session gave rise to; where there is none, that of the nearest line
 * before it. Undefined for a line in front of everything that is sent.
 */
export function lineInPreview(preview: PreviewDocument, sessionLine: number): number | undefined {
  let best: { line: number; distance: number } | undefined;
  for (const [line, number] of preview.lineSources.entries()) {
    const source = preview.sources[number];
    if (!source || source.line > sessionLine) continue;
    const distance = sessionLine - source.line;
    if (!best || distance < best.distance) best = { line, distance };
  }
  return best?.line;
}
