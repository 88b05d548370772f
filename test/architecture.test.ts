/**
 * Arrows point inwards only: the layers of the product and what each may import. A wrong import fails here with the
 * sentence that says what would be right.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

interface Layer {
  /** Files of the repository that it consists of; a path that ends in `/` is a folder. */
  readonly files: string;
  /** The layers that it may import beside itself, by their `files`. */
  readonly own: readonly string[];
  /** Packages and built-in modules. */
  readonly packages: readonly string[];
  readonly because: string;
}

const BUILT_IN_BUT_NETWORK = [
  'node:assert',
  'node:child_process',
  'node:crypto',
  'node:fs',
  'node:fs/promises',
  'node:os',
  'node:path',
  'node:process',
  'node:readline',
  'node:stream',
  'node:timers/promises',
  'node:tty',
  'node:url',
  'node:util',
  'node:v8',
  'node:vm',
  'node:worker_threads',
  'node:zlib',
];

const CORE_BASE = ['core/types.ts', 'core/hash.ts'];
const PURE = 'the core is pure: it knows no VS Code, no LSP and no file system';

/** The first layer whose `files` fit a file is the file's layer. */
const LAYERS: readonly Layer[] = [
  { files: 'core/types.ts', own: [], packages: [], because: 'types stand on nothing' },
  { files: 'core/hash.ts', own: [], packages: ['node:crypto'], because: PURE },
  { files: 'core/images/', own: [], packages: [], because: 'measuring images needs nothing of the core' },
  {
    files: 'images/sharp-codec.ts',
    own: ['core/images/'],
    packages: ['sharp'],
    because: 'one module owns the image library',
  },
  {
    files: 'images/main.ts',
    own: ['images/', 'images/sharp-codec.ts'],
    packages: [],
    because: 'the image process answers, and it alone loads the image library',
  },
  {
    files: 'images/',
    own: ['core/images/', 'core/hash.ts'],
    packages: ['node:child_process', 'node:fs', 'node:path'],
    because: 'what starts the image process must not load the image library itself',
  },
  {
    files: 'core/jsonl/',
    own: CORE_BASE,
    packages: ['jsonc-parser'],
    because: 'jsonl knows JSON lines and no session',
  },
  {
    files: 'core/replay/pipeline.ts',
    own: [...CORE_BASE, 'core/images/', 'core/session/', 'core/replay/stages.ts', 'core/replay/'],
    packages: [],
    because: 'the pipeline runs the passes on messages',
  },
  {
    files: 'core/replay/stages.ts',
    own: ['core/replay/passes/', 'core/replay/'],
    packages: [],
    because: 'the stages list the passes in their order',
  },
  {
    files: 'core/replay/passes/',
    own: [...CORE_BASE, 'core/images/', 'core/session/', 'core/replay/'],
    packages: [],
    because: 'a pass works on the session and on replay’s data',
  },
  {
    files: 'core/replay/',
    own: [...CORE_BASE, 'core/images/', 'core/jsonl/', 'core/session/'],
    packages: [],
    because: 'replay’s data know the session and its images, and no pass',
  },
  {
    files: 'core/session/',
    own: [...CORE_BASE, 'core/jsonl/', 'core/images/'],
    packages: ['jsonc-parser', 'zod', 'zod/mini'],
    because: 'reading a session knows lines and what their values mean, and neither replay nor a rule',
  },
  {
    files: 'core/rules/',
    own: [...CORE_BASE, 'core/jsonl/', 'core/session/', 'core/images/', 'core/replay/'],
    packages: ['jsonc-parser', 'node:util'],
    because: 'rules read the session and replay’s policy, and return findings and fixes as data',
  },
  {
    files: 'core/document.ts',
    own: [...CORE_BASE, 'core/jsonl/', 'core/session/'],
    packages: [],
    because: 'a document is lines and the session in them',
  },
  {
    files: 'core/check.ts',
    own: [...CORE_BASE, 'core/document.ts', 'core/jsonl/', 'core/session/', 'core/rules/'],
    packages: [],
    because: 'checking runs the rules on a document',
  },
  {
    files: 'core/repair/',
    own: [
      ...CORE_BASE,
      'core/document.ts',
      'core/check.ts',
      'core/jsonl/',
      'core/session/',
      'core/images/',
      'core/replay/',
      'core/rules/',
    ],
    packages: ['diff', 'jsonc-parser'],
    because: 'repair turns fixes into text edits',
  },
  { files: 'core/config/keys.ts', own: ['core/types.ts'], packages: [], because: 'names stand on nothing' },
  { files: 'core/config/near.ts', own: [], packages: [], because: 'words stand on nothing' },
  {
    files: 'core/config/',
    own: [
      ...CORE_BASE,
      'core/config/keys.ts',
      'core/config/near.ts',
      'core/session/',
      'core/rules/',
      'core/providers/model-facts.ts',
    ],
    packages: ['jsonc-parser'],
    because: 'settings name rules, targets and models',
  },
  {
    files: 'core/providers/acceptance/',
    own: ['core/providers/', 'core/images/', 'core/jsonl/'],
    packages: [],
    because: 'checks read a finished payload',
  },
  {
    files: 'core/providers/model-facts.ts',
    own: ['core/types.ts', 'core/providers/'],
    packages: ['zod/mini'],
    because: 'what users say of a model is checked, and laid over what the catalogue says',
  },
  {
    files: 'core/providers/',
    own: [...CORE_BASE, 'core/jsonl/', 'core/session/'],
    // Their types alone, so that a payload which fits an api no more fails the type check; nothing of them is bundled.
    packages: [
      '@anthropic-ai/sdk/resources/messages',
      '@aws-sdk/client-bedrock-runtime',
      '@google/genai',
      '@mistralai/mistralai/models/components',
      'openai/resources/chat/completions',
      'openai/resources/responses/responses',
      'openai/resources/shared',
    ],
    because: 'a converter works on messages and facts about the model alone',
  },
  {
    files: 'core/preview/',
    own: [
      ...CORE_BASE,
      'core/jsonl/',
      'core/images/',
      'core/session/',
      'core/replay/',
      'core/replay/pipeline.ts',
      'core/providers/',
      'core/providers/model-facts.ts',
      'core/providers/acceptance/',
    ],
    packages: [],
    because: 'a preview is what replay and the converters make of a session',
  },
  {
    files: 'core/index.ts',
    own: [
      ...CORE_BASE,
      'core/preview/',
      'core/config/',
      'core/providers/model-facts.ts',
      'core/document.ts',
      'core/check.ts',
      'core/jsonl/',
      'core/session/',
      'core/images/',
      'core/replay/pipeline.ts',
      'core/replay/',
      'core/rules/',
      'core/repair/',
    ],
    packages: [],
    because: PURE,
  },
  {
    files: 'server/messages.ts',
    own: [],
    packages: ['vscode-languageserver/node'],
    because: 'the client imports it, so it must be types alone, the protocol’s and its own',
  },
  {
    files: 'server/',
    own: ['server/messages.ts', 'core/index.ts', 'disk/', 'images/', 'package.json'],
    packages: ['vscode-languageserver/node', ...BUILT_IN_BUT_NETWORK],
    because: 'the server carries the core’s results over LSP, through the core’s front door',
  },
  {
    files: 'client/',
    own: ['server/messages.ts'],
    packages: ['vscode', 'vscode-languageclient', 'vscode-languageclient/node', 'jsonc-parser'],
    because: 'the client is thin: VS Code, the LSP client, settings files, and the types of the messages',
  },
  {
    files: 'disk/',
    own: ['core/index.ts'],
    packages: ['tinyglobby', ...BUILT_IN_BUT_NETWORK],
    because: 'what server and command line do with files stands on the core’s front door alone',
  },
  {
    files: 'cli/',
    own: ['core/index.ts', 'core/config/keys.ts', 'core/config/near.ts', 'disk/', 'images/', 'package.json'],
    packages: ['commander', 'diff', 'picocolors', 'zod', 'zod/mini', ...BUILT_IN_BUT_NETWORK],
    because: 'the command line carries the core’s results to a terminal, through the core’s front door',
  },
];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const isIn = (file: string, files: string) => (files.endsWith('/') ? file.startsWith(files) : file === files);

/** The file that an import means; it is written without extension. */
function targetOf(from: string, specifier: string, exists: (file: string) => boolean): string {
  const path = posix.join(posix.dirname(from), specifier);
  return [path, `${path}.ts`, `${path}/index.ts`].find(exists) ?? path;
}

/** What is wrong with the imports of one file, a sentence each. */
function importFaults(file: string, source: string, exists: (file: string) => boolean): string[] {
  const layer = LAYERS.find(({ files }) => isIn(file, files));
  if (!layer) return [`${file} belongs to no layer of test/architecture.test.ts`];
  const isAllowed = (specifier: string, target: string) => {
    if (!specifier.startsWith('.')) return layer.packages.includes(specifier);
    const targetLayer = LAYERS.find(({ files }) => isIn(target, files))?.files ?? target;
    return targetLayer === layer.files || layer.own.includes(targetLayer);
  };
  return ts.preProcessFile(source, true, true).importedFiles.flatMap(({ fileName: specifier }) => {
    const target = specifier.startsWith('.') ? targetOf(file, specifier, exists) : specifier;
    if (isAllowed(specifier, target)) return [];
    const allowed = [...layer.own, ...layer.packages].join(', ') || 'nothing outside of it';
    return [`${file} imports ${target}: ${layer.because}. ${layer.files} may import ${allowed}.`];
  });
}

function productFiles(): string[] {
  return ['core', 'disk', 'images', 'server', 'client', 'cli'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile() && item.name.endsWith('.ts'))
      .map((item) => relative(ROOT, join(item.parentPath, item.name)).split(sep).join('/')),
  );
}

describe('imports between layers', () => {
  const files = productFiles();
  const known = new Set([...files, 'package.json']);

  it('point inwards only', () => {
    const faults = files.flatMap((file) =>
      importFaults(file, readFileSync(join(ROOT, file), 'utf8'), (path) => known.has(path)),
    );
    assert.equal(faults.join('\n'), '');
  });

  const wrong: readonly [file: string, imported: string][] = [
    ['core/session/x.ts', 'vscode'],
    ['core/rules/x.ts', 'vscode-languageserver/node'],
    ['core/jsonl/x.ts', 'node:fs'],
    ['core/jsonl/x.ts', 'fs'],
    ['core/jsonl/x.ts', '../session/session'],
    ['core/session/x.ts', '../rules/index'],
    ['core/rules/x.ts', '../replay/passes/pairing'],
    ['core/images/x.ts', '../types'],
    ['core/images/x.ts', 'sharp'],
    ['images/x.ts', 'sharp'],
    ['images/x.ts', './sharp-codec'],
    ['server/x.ts', '../images/sharp-codec'],
    ['server/x.ts', '../client/extension'],
    ['server/x.ts', '../core/session/session'],
    ['server/x.ts', 'vscode'],
    ['server/x.ts', 'node:net'],
    ['client/x.ts', '../core'],
    ['client/x.ts', '../server/server'],
    ['cli/x.ts', '../server/main'],
    ['cli/x.ts', 'vscode-jsonrpc/node'],
    ['cli/x.ts', 'node:https'],
  ];
  for (const [file, imported] of wrong) {
    it(`refuses ${imported} in ${posix.dirname(file)}/`, () => {
      const sources = [
        `import { x } from '${imported}';`,
        `export * from '${imported}';`,
        `await import('${imported}');`,
      ];
      for (const source of sources) {
        const faults = importFaults(file, source, (path) => known.has(path));
        assert.equal(faults.length, 1, source);
        assert.match(faults[0]!, /may import/);
      }
    });
  }
});
