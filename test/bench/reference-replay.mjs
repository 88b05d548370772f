/**
 * Loads a session and makes the context and the sanitized history of it with the reference's own functions; prints the
 * seconds that took, without those of loading the program. Arguments: the folder of the oracle, the session's file.
 */
import { writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, file] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, 'replay.mjs')).href);
const { SessionManager, sanitizeSessionHistory, validateReplayTurns, resolveTranscriptPolicy } = await load();
const target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-5', config: {} };

async function sanitize(messages, sessionManager) {
  const route = { ...target, policy: resolveTranscriptPolicy(target), sessionManager, sessionId: 'session' };
  const sanitized = await sanitizeSessionHistory({ ...route, messages });
  return validateReplayTurns({ ...route, messages: sanitized });
}

// Plugins are looked up once a process, which takes over a second.
await sanitize([], { getEntries: () => [], appendCustomEntry() {} });

const started = performance.now();
const manager = SessionManager.open(file);
const { length } = await sanitize(manager.buildSessionContext().messages, manager);
const seconds = (performance.now() - started) / 1000;
// The reference's script silences the console.
writeSync(1, JSON.stringify({ seconds, messages: length }));
process.exit(0);
