import type { Feature, ServerContext } from '../context';
import { countFindings } from '../finding-counts';
import { guard } from '../handler';
import type { PathJob } from '../jobs';
import {
  CHECK_PATH,
  type CheckedPath,
  type CheckPathParams,
  FIX_PATH,
  type FixedPath,
  type FixPathParams,
} from '../messages';
import { pathOf } from '../uris';

/** Checks and fixes files by their path: what no editor shows, and what nobody has opened. */
export const byPath: Feature = {
  register(context) {
    const { connection, log, jobs } = context;
    connection.onRequest(
      CHECK_PATH,
      guard('Check of a file', log, unavailable, async ({ uri }: CheckPathParams, token) => {
        const job = await pathJob(context, uri);
        return 'state' in job ? job : jobs.run('checkPath', job, token);
      }),
    );
    connection.onRequest(
      FIX_PATH,
      guard(
        'Fix of a file',
        log,
        (params: FixPathParams): FixedPath => ({
          fixed: 0,
          notes: [],
          now: unavailable(params),
          error: unavailable(params).error!,
        }),
        async ({ uri, lossy }: FixPathParams) => {
          const job = await pathJob(context, uri);
          if ('state' in job)
            return { fixed: 0, notes: [], now: job, ...(job.error === undefined ? {} : { error: job.error }) };
          // Not cancelled: a file is written whole or not at all.
          return jobs.run('fixPath', { ...job, lossy: lossy === true });
        },
      ),
    );
    return {};
  },
};

const NOTHING = { diagnostics: [], counts: countFindings([]), total: 0, fixable: { safe: 0, lossy: 0 } };

/** What a file is checked with, or the answer where it is not checked. */
export async function pathJob(context: ServerContext, uri: string): Promise<PathJob | CheckedPath> {
  const path = pathOf(uri);
  if (path === undefined) {
    return {
      ...NOTHING,
      state: 'transcript',
      error: `${uri} is no file on this machine; open it in an editor instead`,
    };
  }
  const { state, options } = await context.configuration.get(uri);
  if (state !== 'on') return { ...NOTHING, state };
  return { path, uri, options, rulePages: context.rulePages };
}

function unavailable({ uri }: { readonly uri: string }): CheckedPath {
  return { ...NOTHING, state: 'transcript', error: `${uri} could not be checked; the output channel says why` };
}
