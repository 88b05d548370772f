import { type Hover, MarkupKind } from 'vscode-languageserver/node';
import { type Finding, pointer } from '../../core';
import type { Analysis } from '../analysis';
import { analysisOf, type Feature, type ServerContext } from '../context';
import { type CancellationToken, guard } from '../handler';
import type { PreviewChange, PreviewSource } from '../messages';
import { touches } from '../positions';
import { isConfigFile } from '../uris';
import { rangeOfFinding } from './to-diagnostic';

/** More would not fit into a hover. */
const MOST_TARGETS = 3;
const MOST_CHANGES = 5;

type Changes = readonly { readonly target: string; readonly changes: readonly PreviewChange[] }[];

/** Over a problem: what replay would make of that place on the way to each target. Worked out when it is asked for. */
export const replayHover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(context) {
    const { connection, log } = context;
    /** Of the newest version of each document that was asked about. */
    const known = new Map<string, { readonly resultId: string; readonly changes: Changes }>();
    const changesOf = async (analysis: Analysis, token: CancellationToken): Promise<Changes> => {
      const { document, resultId } = analysis;
      const last = known.get(document.uri);
      if (last?.resultId === resultId) return last.changes;
      const changes = await replayed(context, analysis, token);
      known.set(document.uri, { resultId, changes });
      return changes;
    };
    connection.onHover(
      guard(
        'Hover',
        log,
        (): Hover | null => null,
        async ({ textDocument: { uri }, position }, token) => {
          if (isConfigFile(uri)) return null;
          const analysis = await analysisOf(context, uri);
          if (!analysis) return null;
          const { document, result } = analysis;
          const at = { start: position, end: position };
          const { line } = document.positions.toCore(position);
          const problem = result.findings.find(
            (finding) => finding.location.line === line && touches(rangeOfFinding(document, finding), at),
          );
          if (!problem) return null;
          const value = (await changesOf(analysis, token))
            .map(({ target, changes }) => {
              const here = changes.filter(({ source }) => source && concerns(source, problem));
              return paragraph(agentOf(analysis), target, here);
            })
            .join('\n\n');
          const range = rangeOfFinding(document, problem);
          return value === '' ? null : { contents: { kind: MarkupKind.Markdown, value }, range };
        },
      ),
    );
    return { documentClosed: ({ uri }) => void known.delete(uri) };
  },
};

function replayed(
  { replays, sessions }: ServerContext,
  { document, options, result }: Analysis,
  token: CancellationToken,
): Promise<Changes> {
  const { profile = 'documented', imageMaxDimension } = options;
  const job = {
    targets: result.targets.slice(0, MOST_TARGETS),
    profile,
    now: Date.now(),
    ...(imageMaxDimension !== undefined && { imageMaxDimension }),
  };
  return sessions.send(document, (session) => replays.run('replayChanges', { session, ...job }, token));
}

function agentOf({ options }: Analysis): string {
  return options.profile === 'pi' ? 'pi' : 'OpenClaw';
}

/** Whether what was changed is the value at fault, holds it, or is a part of it. */
function concerns({ line, pointer: changed }: PreviewSource, { location }: Finding): boolean {
  const fault = pointer(location.path);
  return (
    line === location.line && [changed, fault].some((outer, at, both) => `${both[1 - at]}/`.startsWith(`${outer}/`))
  );
}

function paragraph(agent: string, target: string, changes: readonly PreviewChange[]): string {
  if (changes.length === 0) return `When ${agent} replays this to \`${target}\`, it changes nothing here.`;
  const more = changes.length - MOST_CHANGES;
  return [
    `When ${agent} replays this to \`${target}\`:\n`,
    ...changes.slice(0, MOST_CHANGES).map(({ pass, what, message }) => `- ${escaped(message)} _(${what}, ${pass})_`),
    ...(more > 0 ? [`- and ${more} more changes`] : []),
  ].join('\n');
}

/** Content of a session is never markup. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~-]/g, '\\$&');
}
