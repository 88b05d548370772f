import { analysisOf, type Feature } from '../context';
import { guard } from '../handler';
import { DEBUG_INFORMATION, type DebugInformation } from '../messages';

/** Ends of names that say nothing about whose file it is. */
const KINDS = ['.jsonl.reset.', '.jsonl.deleted.', '.jsonl', '.ndjson', '.json'] as const;

/** Facts for a bug report. Neither names nor content of files are among them. */
export const debugInformation: Feature = {
  register(context) {
    const { connection, documents, log, version } = context;
    const about = { version, node: process.version, platform: `${process.platform} ${process.arch}` };
    connection.onRequest(
      DEBUG_INFORMATION,
      guard(
        'Debug information',
        log,
        (): DebugInformation => ({ ...about, documents: [] }),
        async () => {
          const facts: DebugInformation['documents'][number][] = [];
          for (const uri of documents.keys()) {
            const analysis = await analysisOf(context, uri);
            if (!analysis) continue;
            const { document, result } = analysis;
            const findings: Record<string, number> = {};
            for (const { rule } of result.findings) findings[rule] = (findings[rule] ?? 0) + 1;
            facts.push({
              kind: `${uri.slice(0, uri.indexOf(':'))} ${KINDS.find((kind) => uri.includes(kind)) ?? 'other'}`,
              lines: document.session.lineCount,
              characters: document.session.toString().length,
              dialect: result.dialect,
              findings,
            });
          }
          return { ...about, documents: facts };
        },
      ),
    );
    return {};
  },
};
