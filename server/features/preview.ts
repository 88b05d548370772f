import { parseTarget, pathOfPointer, rangeOf, type Target } from '../../core';
import type { Analysis } from '../analysis';
import { analysisOf, type Feature } from '../context';
import { guard, StaleError } from '../handler';
import {
  type NoPreview,
  PREVIEW,
  type PreviewAnswer,
  type PreviewParams,
  RANGE_OF,
  type RangeOfParams,
} from '../messages';
import { type LspRange, toLspRange } from '../positions';

/** What a provider would be sent of an open session, with the way back to its lines. */
export const previews: Feature = {
  register(context) {
    const { connection, log, replays, sessions } = context;
    connection.onRequest(
      PREVIEW,
      guard(
        'Preview',
        log,
        (): PreviewAnswer | NoPreview => ({ error: 'The preview failed; the output channel says why.' }),
        async ({ uri, target: wanted, ...how }: PreviewParams, token) => {
          const analysis = await analysisOf(context, uri);
          if (!analysis || analysis.result.dialect === null) return { error: 'This file is no agent transcript.' };
          const target = targetOf(analysis, wanted);
          if ('error' in target) return target;
          const { document, options } = analysis;
          const { profile = 'documented', imageMaxDimension } = options;
          const { models } = await context.configuration.get(uri);
          const job = {
            target: target.target,
            profile,
            now: Date.now(),
            ...(imageMaxDimension !== undefined && { imageMaxDimension }),
            ...(models && { models }),
            ...how,
          };
          const made = await sessions.send(document, (session) => replays.run('preview', { session, ...job }, token));
          if (context.documents.get(uri)?.version !== document.version) throw new StaleError(`${uri} has changed`);
          return 'error' in made ? made : { version: document.version, ...made };
        },
      ),
    );
    connection.onRequest(
      RANGE_OF,
      guard(
        'Range of a place',
        log,
        (): LspRange | null => null,
        ({ uri, source }: RangeOfParams) => {
          const document = context.documents.get(uri);
          if (!document || source.line >= document.session.lineCount) return null;
          return toLspRange(
            document.positions,
            rangeOf(document.session, { line: source.line, path: pathOfPointer(source.pointer) }),
          );
        },
      ),
    );
    return { documentClosed: ({ uri }) => sessions.forget(uri) };
  },
};

function targetOf({ result }: Analysis, wanted: string | undefined): { readonly target: Target } | NoPreview {
  if (wanted !== undefined) return parseTarget(wanted);
  const own = result.targets.find((target) => target.own);
  return own ? { target: own } : { error: 'The session does not say which model it is for. Choose one.' };
}
