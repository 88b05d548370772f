import { randomUUID } from 'node:crypto';
import { type TextDocumentContentChangeEvent, TextDocuments } from 'vscode-languageserver/node';
import { SessionDocument, type TextEdit } from '../core';
import { hasLoneCr, type LspPosition, type PositionMap, positionMap } from './positions';

/**
 * An open document. It holds the core's lines and not one string, so that a key stroke in a file of 40 MB costs
 * the line that was typed in.
 */
export class ServerDocument {
  private map: PositionMap | undefined;

  constructor(
    readonly uri: string,
    readonly version: number,
    readonly session: SessionDocument,
    /** The same for every version of one opening, another one for the next opening or the next server. */
    readonly opening: string,
    readonly hasLoneCr: boolean,
  ) {}

  get positions(): PositionMap {
    this.map ??= positionMap(this.session, this.hasLoneCr);
    return this.map;
  }
}

/** The open documents of a connection. */
export function createDocuments(): TextDocuments<ServerDocument> {
  return new TextDocuments({ create: openDocument, update: updateDocument });
}

/** A document as the client opens it. */
export function openDocument(uri: string, _language: string, version: number, text: string): ServerDocument {
  return new ServerDocument(uri, version, SessionDocument.fromString(text), randomUUID(), hasLoneCr(text));
}

/** The next version of a document. Each change speaks of the text that the one before it left. */
export function updateDocument(
  document: ServerDocument,
  changes: readonly TextDocumentContentChangeEvent[],
  version: number,
): ServerDocument {
  let { session } = document;
  let loneCr = document.hasLoneCr;
  let positions = document.positions;
  let batch: { edit: TextEdit; start: LspPosition }[] = [];

  const flush = () => {
    if (batch.length === 0) return;
    // Of two insertions at one place the later change stands in front.
    session = session.edit(batch.reverse().map(({ edit }) => edit));
    loneCr ||= batch.some(({ edit }) => hasLoneCr(edit.text));
    positions = positionMap(session, loneCr);
    batch = [];
  };

  for (const change of changes) {
    if (!('range' in change)) {
      batch = [];
      session = SessionDocument.fromString(change.text);
      loneCr = hasLoneCr(change.text);
      positions = positionMap(session, loneCr);
      continue;
    }
    // Editors send many changes last place first; what is still unchanged can be taken in one go. Not so behind a CR
    // alone: an LF that comes there moves the places before it.
    const previous = batch.at(-1);
    if (previous && (loneCr || isBefore(previous.start, change.range.end))) flush();
    const start = positions.toCore(change.range.start);
    const end = positions.toCore(change.range.end);
    // A place behind the text means its end; what counts is where the change really begins.
    batch.push({ edit: { start, end, text: change.text }, start: positions.toLsp(start) });
  }
  flush();
  return new ServerDocument(document.uri, version, session, document.opening, loneCr);
}

function isBefore(a: LspPosition, b: LspPosition): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
