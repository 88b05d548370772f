/**
 * Writes `core/providers/catalog.json`, what is known about models, from the catalogue that pi-ai publishes. Facts alone
 * are taken: no prices, no headers, none of its code.
 *
 *     npm install @mariozechner/pi-ai@0.73.0 --ignore-scripts     (in a folder outside of the checkout)
 *     node --import tsx scripts/catalog.ts <that folder>/node_modules/@mariozechner/pi-ai
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Catalog, ModelFacts } from '../core/providers/catalog';

const OUTPUT = fileURLToPath(new URL('../core/providers/catalog.json', import.meta.url));

type Published = Readonly<Record<string, Readonly<Record<string, ModelFacts>>>>;

function factsOf(model: ModelFacts): ModelFacts {
  const { name, baseUrl, reasoning, input, maxTokens, contextWindow, compat, thinkingLevelMap } = model;
  return {
    name,
    baseUrl,
    reasoning,
    input,
    maxTokens,
    contextWindow,
    ...(compat && { compat }),
    ...(thinkingLevelMap && { thinkingLevelMap }),
  };
}

/** JSON with a line for each model, so that a new catalogue shows as the models that changed. */
function print({ source, models }: Catalog): string {
  const providers = Object.entries(models).map(([provider, list]) => {
    const lines = Object.entries(list).map(([id, facts]) => `      ${JSON.stringify(id)}: ${JSON.stringify(facts)}`);
    return `    ${JSON.stringify(provider)}: {\n${lines.join(',\n')}\n    }`;
  });
  return `{\n  "source": ${JSON.stringify(source)},\n  "models": {\n${providers.join(',\n')}\n  }\n}\n`;
}

async function main(folder: string | undefined): Promise<number> {
  if (folder === undefined) {
    console.error('Name the folder of the installed package: node --import tsx scripts/catalog.ts <folder of pi-ai>');
    return 2;
  }
  const root = resolve(folder);
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { MODELS } = await import(pathToFileURL(join(root, 'dist', 'models.generated.js')).href);
  const models = Object.fromEntries(
    Object.entries(MODELS as Published).map(([provider, list]) => [
      provider,
      Object.fromEntries(Object.entries(list).map(([id, model]) => [id, factsOf(model)])),
    ]),
  );
  writeFileSync(OUTPUT, print({ source: `${name} ${version}`, models }));
  const count = Object.values(models).reduce((sum, list) => sum + Object.keys(list).length, 0);
  console.log(`${count} models of ${Object.keys(models).length} providers from ${name} ${version}`);
  return 0;
}

main(process.argv[2]).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(`The catalogue cannot be read: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  },
);
