/**
 * Runs the reference's `payload.mjs` on batches of cases in one process: `--batch IN OUT`, in the reference's folder.
 * The script itself takes one case a process, and looks OpenClaw's plugins up anew for each. Needs Node 22.15.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SCRIPT = pathToFileURL(join(process.cwd(), 'payload.mjs')).href;
const [, , , input, output] = process.argv;

// The script's source, with what it keeps to itself exported, one search for each of OpenClaw's functions, and one
// configuration for all cases, by whose identity OpenClaw remembers its plugins.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== SCRIPT) return loaded;
    const source = `${loaded.source}`
      .replace('apply(agent, { models: { providers: {} } },', 'apply(agent, CONFIG,')
      .replace('async function importByDeclaration(', 'async function searchDeclaration(');
    const additions = `
      const CONFIG = { models: { providers: {} } };
      const FOUND = new Map();
      function importByDeclaration(name) {
        if (!FOUND.has(name)) FOUND.set(name, searchDeclaration(name));
        return FOUND.get(name);
      }
      export { isolateEnvironment, useFakeSocket };`;
    return { ...loaded, source: source + additions };
  },
});

const { capturePayload, isolateEnvironment, useFakeSocket } = await import(SCRIPT);
isolateEnvironment();
useFakeSocket();
for (const file of readdirSync(input, { recursive: true }).filter((name) => name.endsWith('.json'))) {
  const results = [];
  for (const request of JSON.parse(readFileSync(join(input, file), 'utf8'))) {
    const { payload, error } = await capturePayload(request);
    results.push(payload === undefined ? { error } : { payload });
  }
  mkdirSync(dirname(join(output, file)), { recursive: true });
  writeFileSync(join(output, file), JSON.stringify(results));
}
// Stand-in sockets and timers of the reference would keep the process.
process.exit(0);
