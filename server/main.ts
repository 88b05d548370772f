import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { version } from '../package.json';
import { serve } from './server';
import { isWorker, serveJobs } from './worker';

if (isWorker) serveJobs();
else {
  // The transport comes from the command line: --node-ipc from our client, --stdio from other editors.
  // dist/server.js stands beside docs/ in the repository and in the package.
  const rulePages = join(__dirname, '..', 'docs', 'rules');
  serve(createConnection(ProposedFeatures.all), { rulePages, version, script: __filename });
}
