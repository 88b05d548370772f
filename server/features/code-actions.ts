import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Command,
  type Diagnostic,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { type Finding, type Fix, fixEdits, needsShrinking, shrinkImages, type TextEdit } from '../../core';
import type { Analysis } from '../analysis';
import { analysisOf, type Feature, type ServerContext } from '../context';
import { type CancellationToken, guard, StaleError, signalOf } from '../handler';
import { JOBS } from '../jobs';
import type { CodeActionData } from '../messages';
import { type LspRange, toLspRange, touches } from '../positions';
import { rangeOfFinding, toDiagnostic } from './to-diagnostic';

/** The kind that fixes on save: `"editor.codeActionsOnSave": { "source.fixAll.transcriptHygiene": "explicit" }`. */
export const FIX_ALL_KIND = 'source.fixAll.transcriptHygiene';

/** Fixing everything in a longer text goes to a thread, which takes a moment to start; in UTF-16 units. */
const LONG_TEXT = 500_000;

/** Quick fixes and fix all. What an action changes is worked out only when the action is chosen. */
export const codeActions: Feature = {
  capabilities: () => ({
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL_KIND], resolveProvider: true },
  }),
  register(context) {
    const { connection, log } = context;
    const none: (Command | CodeAction)[] = [];
    connection.onCodeAction(
      guard(
        'Code actions',
        log,
        () => none,
        async (params: CodeActionParams, token) => {
          const wanted = wantedKinds(params.context.only);
          if (!wanted.quickFix && !wanted.fixAll) return none;
          const analysis = await analysisOf(context, params.textDocument.uri);
          if (!analysis || analysis.result.findings.length === 0) return none;
          const actions = [
            ...(wanted.quickFix ? quickFixes(context, analysis, params.range) : []),
            ...(wanted.fixAll ? fixAllActions(context, analysis, FIX_ALL_KIND) : []),
          ];
          if (context.client.resolvesEdits) return actions;
          return Promise.all(actions.map((action) => withEdit(context, analysis, action, token)));
        },
      ),
    );
    connection.onCodeActionResolve(
      guard(
        'Code action',
        log,
        (action: CodeAction) => action,
        async (action, token) => {
          const data = action.data as CodeActionData | undefined;
          if (typeof data?.uri !== 'string') return action;
          const analysis = await analysisOf(context, data.uri);
          if (analysis?.resultId !== data.resultId) throw new StaleError(`${data.uri} has changed`);
          return withEdit(context, analysis, action, token);
        },
      ),
    );
    return {};
  },
};

function wantedKinds(only: readonly string[] | undefined) {
  const wants = (kind: string) => !only || only.some((asked) => kind === asked || kind.startsWith(`${asked}.`));
  return { quickFix: wants(CodeActionKind.QuickFix), fixAll: wants(FIX_ALL_KIND) };
}

const preferredFix = (finding: Finding) => finding.fixes.find((fix) => fix.preferred);
const isSafelyFixable = (finding: Finding) => preferredFix(finding)?.safe === true;

/** The fixes of the findings that a range touches, then those of all findings of their rules, then all there are. */
function quickFixes(context: ServerContext, analysis: Analysis, range: LspRange): CodeAction[] {
  const { document, result } = analysis;
  const first = document.positions.toCore(range.start).line;
  const last = document.positions.toCore(range.end).line;
  const actions: CodeAction[] = [];
  const aboutRules = new Map<string, CodeAction[]>();
  result.findings.forEach((finding, index) => {
    // Lines first: a range costs a walk through its line.
    if (finding.location.line < first || finding.location.line > last) return;
    if (!touches(rangeOfFinding(document, finding), range)) return;
    const diagnostic = toDiagnostic(document, finding, context.rulePage(finding.rule));
    if (!aboutRules.has(finding.rule))
      aboutRules.set(finding.rule, ruleActions(context, analysis, finding, diagnostic));
    for (const { fix, number } of preferredFirst(finding)) {
      // Shrinking takes too long for a menu that only opens.
      if (needsShrinking(fix) && !context.client.resolvesEdits) continue;
      actions.push({
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        ...(fix.preferred ? { isPreferred: true } : {}),
        ...lineEnds(context, analysis, [fix]),
        data: dataOf(analysis, { kind: 'fix', finding: index, fix: number }),
      });
    }
  });
  const rules = [...aboutRules.keys()];
  const ofRules = rules.flatMap((rule) => fixAllActions(context, analysis, CodeActionKind.QuickFix, rule));
  const ofFile = rules.length > 0 ? fixAllActions(context, analysis, CodeActionKind.QuickFix) : [];
  return [...actions, ...ofRules, ...ofFile, ...[...aboutRules.values()].flat()];
}

/** What else can be done about a rule, by commands of the client; they come last and are never preferred. */
function ruleActions(
  { client }: ServerContext,
  { document }: Analysis,
  { rule, location }: Finding,
  diagnostic: Diagnostic,
): CodeAction[] {
  const commands = client.options.ruleCommands;
  if (!commands) return [];
  const { uri, session } = document;
  const entry = session.entryIdAt(location.line);
  const action = (title: string, command: string, ...args: unknown[]): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    command: { title, command, arguments: args },
  });
  return [
    action(`Show the page of ${rule}`, commands.showPage, rule),
    action(`Set severity of ${rule}…`, commands.setSeverity, uri, rule),
    ...(entry === undefined
      ? []
      : [action(`Ignore ${rule} for this entry (writes the settings file)`, commands.ignoreInFile, uri, rule, entry)]),
    action(`Ignore ${rule} for this file (writes the settings file)`, commands.ignoreInFile, uri, rule),
  ];
}

function preferredFirst(finding: Finding): { fix: Fix; number: number }[] {
  return finding.fixes
    .map((fix, number) => ({ fix, number }))
    .sort((a, b) => Number(b.fix.preferred) - Number(a.fix.preferred) || a.number - b.number);
}

/**
 * The action that mends all findings (of one rule) whose preferred fix is safe; none when there is nothing to do,
 * and none in the quick fix menu when it would do no more than another entry there.
 */
function fixAllActions(context: ServerContext, analysis: Analysis, kind: string, rule?: string): CodeAction[] {
  const fixable = analysis.result.findings.filter(isSafelyFixable);
  const concerned = rule ? fixable.filter((finding) => finding.rule === rule) : fixable;
  const isQuickFix = kind === CodeActionKind.QuickFix;
  if (concerned.length < (isQuickFix ? 2 : 1)) return [];
  if (isQuickFix && !rule && new Set(fixable.map((finding) => finding.rule)).size < 2) return [];
  const count = concerned.length === 1 ? 'the safe fix' : `all ${concerned.length} safe fixes`;
  return [
    {
      title: rule ? `Apply ${count} for ${rule} in this file` : `Apply ${count} in this file`,
      kind,
      ...lineEnds(context, analysis, concerned.map(preferredFix)),
      data: dataOf(analysis, { kind: 'all', ...(rule ? { rule } : {}) }),
    },
  ];
}

function dataOf({ document, resultId }: Analysis, change: CodeActionData['change']): CodeActionData {
  return { uri: document.uri, resultId, change };
}

/** The command that changes line ends in place of text edits, where the client has one and a fix needs it. */
function lineEnds(
  { client }: ServerContext,
  { document }: Analysis,
  fixes: readonly (Fix | undefined)[],
): Pick<CodeAction, 'command'> {
  const command = client.options.lineEndsCommand;
  if (!command || !fixes.some((fix) => fix?.edits.some((edit) => edit.kind === 'lineEnds'))) return {};
  return { command: { title: 'Make all line ends LF', command, arguments: [document.uri] } };
}

async function withEdit(
  context: ServerContext,
  analysis: Analysis,
  action: CodeAction,
  token: CancellationToken,
): Promise<CodeAction> {
  const data = action.data as CodeActionData | undefined;
  if (!data) return action;
  const { change } = data;
  const clientSetsLineEnds = action.command !== undefined;
  if (change.kind === 'all') {
    const edits = await editsOfAll(context, analysis, change.rule, clientSetsLineEnds, token);
    return { ...action, edit: workspaceEdit(context, analysis, edits) };
  }
  const fix = analysis.result.findings[change.finding]?.fixes[change.fix];
  if (!fix) return action;
  const ready = needsShrinking(fix) ? await withSmallImage(context, analysis, fix, token) : fix;
  if (!ready) return action;
  const edits = clientSetsLineEnds ? ready.edits.filter((edit) => edit.kind !== 'lineEnds') : ready.edits;
  const textEdits = edits.length > 0 ? fixEdits(analysis.document.session, [{ ...ready, edits }]) : [];
  return { ...action, edit: workspaceEdit(context, analysis, textEdits, fix.safe ? undefined : fix) };
}

/** The fix with its image shrunk, while the client shows progress; undefined, and the user is told, when that fails. */
async function withSmallImage(
  { connection, shrinker }: ServerContext,
  { document }: Analysis,
  fix: Fix,
  token: CancellationToken,
): Promise<Fix | undefined> {
  const progress = await connection.window.createWorkDoneProgress();
  progress.begin('Shrinking the image');
  try {
    const made = await shrinkImages(document.session, fix, shrinker, signalOf(token));
    if ('fix' in made) return made.fix;
    connection.window.showWarningMessage(`The image was not shrunk, and nothing was changed: ${made.problem}.`);
    return undefined;
  } finally {
    progress.done();
  }
}

/** `lineEnds`: the edits are for the text with LF in place of each CRLF; positions are the same in both. */
async function editsOfAll(
  context: ServerContext,
  { document, options }: Analysis,
  only: string | undefined,
  lineEnds: boolean,
  token: CancellationToken,
): Promise<readonly TextEdit[]> {
  const text = document.session.toString();
  const job = { text, options, lossy: false, lineEnds, ...(only ? { only } : {}) };
  const { edits, stopped } = await (text.length > LONG_TEXT
    ? context.jobs.run('fixText', job, token)
    : JOBS.fixText(job, context));
  if (stopped.length > 0) context.log.warn(`${document.uri}: fixing stopped at ${stopped.join(', ')}`);
  return edits;
}

/** `lossy`: a fix that the user is asked to confirm, where the client can ask. */
function workspaceEdit(
  { client }: ServerContext,
  { document }: Analysis,
  edits: readonly TextEdit[],
  lossy?: Fix,
): WorkspaceEdit {
  const textEdits = edits.map((edit) => ({ range: toLspRange(document.positions, edit), newText: edit.text }));
  const { uri, version } = document;
  if (!client.documentChanges) return { changes: { [uri]: textEdits } };
  if (!lossy || !client.annotatesChanges)
    return { documentChanges: [{ textDocument: { uri, version }, edits: textEdits }] };
  const annotationId = 'lossy';
  return {
    documentChanges: [{ textDocument: { uri, version }, edits: textEdits.map((edit) => ({ ...edit, annotationId })) }],
    changeAnnotations: {
      [annotationId]: { label: 'Removes content', description: lossy.title, needsConfirmation: true },
    },
  };
}
