import type * as vscode from 'vscode';
import type { DiskProblems } from './disk-problems';
import type { FixPreviews } from './fix-previews';
import type { ChangesPanels } from './previews/changes-panels';
import type { Previews } from './previews/previews';
import type { Server } from './server';
import type { Status } from './status';
import type { TreatedFiles } from './treated-files';
import type { VirtualDocuments } from './virtual-documents';

/** The scheme of Markdown pages that are made for the user: the configuration. */
export const PAGE_SCHEME = 'transcript-hygiene-page';

/** What commands work with. One a window, made at activation. */
export interface ClientContext {
  readonly extension: vscode.ExtensionContext;
  readonly output: vscode.LogOutputChannel;
  readonly server: Server;
  readonly status: Status;
  readonly treated: TreatedFiles;
  readonly diskProblems: DiskProblems;
  readonly fixPreviews: FixPreviews;
  readonly previews: Previews;
  readonly changes: ChangesPanels;
  readonly pages: VirtualDocuments;
}

/** A command of the palette, a menu or a code action. Arguments come from outside and may be anything. */
export type Command = (context: ClientContext, ...args: readonly unknown[]) => Promise<void>;
