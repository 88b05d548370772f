import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { version } from '../package.json';
import { serve } from './server';

// The transport comes from the command line: --node-ipc from our client, --stdio from other editors.
// dist/server.js stands beside docs/ in the repository and in the package.
serve(createConnection(ProposedFeatures.all), { rulePages: join(__dirname, '..', 'docs', 'rules'), version });
