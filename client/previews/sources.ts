import * as vscode from 'vscode';
import { type PreviewDocument, type PreviewSource, RANGE_OF, type RangeOfParams } from '../../server/messages';
import type { Server } from '../server';

/** Where a line of a preview comes from. */
export function sourceOfLine({ parts }: PreviewDocument, line: number): PreviewSource | undefined {
  const part = parts.firstLines.findLastIndex((first) => first <= line);
  const source = parts.lines[part] ?? -1;
  if (source < 0) return undefined;
  const name = (number: number | undefined) => parts.names[number ?? -1];
  return { line: source, pointer: name(parts.pointers[part]) ?? '', entry: name(parts.entries[part]) ?? null };
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
export function lineInPreview({ parts }: PreviewDocument, sessionLine: number): number | undefined {
  let best: { line: number; distance: number } | undefined;
  for (const [part, source] of parts.lines.entries()) {
    if (source < 0 || source > sessionLine) continue;
    const distance = sessionLine - source;
    if (!best || distance < best.distance) best = { line: parts.firstLines[part]!, distance };
  }
  return best?.line;
}
