/** The bundles of the product, and what must never be inside them. */

const COMMON = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  // jsonc-parser's other build loads its parts in a way that no bundler can follow.
  mainFields: ['module', 'main'],
  minify: true,
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'linked',
  logLevel: 'warning',
  metafile: true,
};

/** esbuild options by bundle. VS Code 1.101 runs Node 22; the command line runs on Node 20. */
export const BUNDLES = {
  extension: {
    ...COMMON,
    entryPoints: ['client/extension.ts'],
    outfile: 'dist/extension.js',
    target: 'node22',
    external: ['vscode', './language-client'],
    // Node's own import() wants the ending .js, and the source has none: require it.
    supported: { 'dynamic-import': false },
  },
  // Most of the client's code, and nothing that activation needs: read when the server starts.
  languageClient: {
    ...COMMON,
    entryPoints: ['client/language-client.ts'],
    outfile: 'dist/language-client.js',
    target: 'node22',
    external: ['vscode'],
  },
  server: { ...COMMON, entryPoints: ['server/main.ts'], outfile: 'dist/server.js', target: 'node22' },
  cli: {
    ...COMMON,
    entryPoints: ['cli/main.ts'],
    outfile: 'dist/cli.js',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
  },
  // The process that owns sharp. sharp finds its libraries by where its files are, so it stays outside of the bundle.
  images: {
    ...COMMON,
    entryPoints: ['images/main.ts'],
    outfile: 'dist/images.js',
    target: 'node20',
    external: ['sharp'],
  },
};

/** The suite that VS Code runs in its extension host. */
export const E2E_BUNDLE = {
  ...BUNDLES.extension,
  entryPoints: ['test/e2e/index.ts'],
  outfile: 'out/e2e/index.js',
  minify: false,
  sourcemap: 'inline',
};

/** The suite that runs beside the packed and installed extension. */
export const PACKAGED_BUNDLE = {
  ...E2E_BUNDLE,
  entryPoints: ['test/e2e/packaged/index.ts'],
  outfile: 'out/e2e/packaged.js',
};

/** The bundles that VS Code's extension host loads. */
const IN_VSCODE = new Set(['extension', 'languageClient', 'e2e', 'packaged']);

const LSP = /^node_modules\/vscode-(languageclient|languageserver|jsonrpc)/;
const FILE_SYSTEM = /^(node:)?fs(\/promises)?$/;
const NETWORK = /^(node:)?(http|https|http2|net|tls|dgram|dns|dns\/promises|inspector)$/;

const isOurs = (path) => !path.startsWith('node_modules/');

/**
 * What a metafile holds that its bundle must not have, as sentences. Libraries are judged by name; imports are
 * judged in our own files: the LSP library may open a socket when it is told to, and nothing of ours tells it to.
 */
export function bundleFaults(name, metafile) {
  const faults = [];
  for (const [path, input] of Object.entries(metafile.inputs)) {
    if (name === 'cli' && LSP.test(path)) faults.push(`${name}: contains the LSP package file ${path}`);
    if (!IN_VSCODE.has(name) && path.startsWith('client/')) faults.push(`${name}: contains ${path} of the client`);
    for (const { path: imported } of input.imports) {
      if (!IN_VSCODE.has(name) && imported === 'vscode') faults.push(`${name}: ${path} imports vscode`);
      if (!isOurs(path)) continue;
      if (NETWORK.test(imported)) faults.push(`${name}: ${path} imports ${imported}, and nothing here uses a network`);
      if (path.startsWith('core/') && FILE_SYSTEM.test(imported)) faults.push(`${name}: ${path} imports ${imported}`);
    }
  }
  return faults;
}
