/** package.json, which VS Code reads: what it names is there and goes into the package, and nothing in it is dead. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { COMMAND_IDS, commandName } from '../client/command-ids';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
  readonly icon?: string;
}

interface Setting {
  readonly default?: unknown;
  readonly scope?: string;
  readonly order?: number;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
}

interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly markdown?: string; readonly image?: string; readonly altText?: string };
  readonly completionEvents: readonly string[];
}

const manifest = JSON.parse(read('package.json'));
const commands: readonly Command[] = manifest.contributes.commands;
const menus: Readonly<Record<string, readonly { command: string; when?: string }[]>> = manifest.contributes.menus;
const sections: readonly { title: string; properties: Record<string, Setting> }[] = manifest.contributes.configuration;
const settings: Readonly<Record<string, Setting>> = Object.assign({}, ...sections.map(({ properties }) => properties));
const steps: readonly Step[] = manifest.contributes.walkthroughs.flatMap(
  ({ steps }: { steps: readonly Step[] }) => steps,
);

describe('commands in package.json', () => {
  it('are those that the extension registers', () => {
    const contributed = commands.map(({ command }) => command).sort();
    assert.deepEqual(contributed, COMMAND_IDS.map(commandName).sort());
  });

  it('stand under the product’s name, with an icon', () => {
    for (const { command, category, icon } of commands) {
      assert.equal(category, manifest.displayName, command);
      assert.match(icon ?? '', /^\$\([a-z-]+\)$/, command);
    }
  });

  it('have titles of their own', () => {
    const titles = commands.map(({ title }) => title);
    assert.deepEqual(titles, [...new Set(titles)]);
  });

  it('are what menus and walkthrough steps name', () => {
    const known = new Set(commands.map(({ command }) => command));
    const inSteps = steps.flatMap(({ description, completionEvents }) => [
      ...[...description.matchAll(/\(command:(transcriptHygiene\.[\w.]+)/g)].map(([, command]) => command!),
      ...completionEvents.flatMap((event) => /^onCommand:(transcriptHygiene\..+)$/.exec(event)?.slice(1) ?? []),
    ]);
    const inMenus = Object.values(menus).flatMap((items) => items.map(({ command }) => command));
    assert.deepEqual(
      [...inMenus, ...inSteps].filter((command) => !known.has(command)),
      [],
    );
  });

  it('show in menus only where they make sense', () => {
    for (const [menu, items] of Object.entries(menus)) {
      for (const { command, when } of items) assert.ok(when, `${command} in ${menu}`);
    }
  });
});

describe('settings in package.json', () => {
  it('are described, with default, scope and place', () => {
    for (const [name, setting] of Object.entries(settings)) {
      assert.ok(setting.markdownDescription, name);
      assert.notEqual(setting.default, undefined, name);
      assert.match(setting.scope ?? '', /^(resource|window|machine-overridable)$/, name);
      assert.equal(typeof setting.order, 'number', name);
      assert.equal(setting.markdownEnumDescriptions?.length, setting.enum?.length, name);
    }
  });

  it('link to settings that are there', () => {
    for (const [name, { markdownDescription = '' }] of Object.entries(settings)) {
      for (const [, linked] of markdownDescription.matchAll(/`#([^#`]+)#`/g)) assert.ok(settings[linked!], name);
    }
  });

  it('are those that an untrusted folder cannot set', () => {
    const restricted: readonly string[] = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    assert.deepEqual(
      restricted.filter((name) => !settings[name]),
      [],
    );
  });
});

describe('the package', () => {
  const globs = read('.vscodeignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const shipped = new Set(globSync(globs, { cwd: ROOT }));
  const named: readonly string[] = [
    ...manifest.contributes.jsonValidation.map(({ url }: { url: string }) => url.replace(/^\.\//, '')),
    ...steps.flatMap(({ media }) => [media.markdown ?? media.image!]),
    // What commands open.
    'docs/rules/torn-record.md',
    'samples/17-several-faults.jsonl',
  ];

  for (const path of named) it(`holds ${path}`, () => assert.ok(shipped.has(path)));

  it('holds the programs', () => {
    // They are there only when they are built.
    const programs = [
      manifest.main.replace(/^\.\//, ''),
      'dist/language-client.js',
      'dist/server.js',
      'dist/images.js',
    ];
    for (const program of programs) assert.ok(globs.includes(program), program);
  });

  it('asks for no network and no telemetry', () => {
    assert.doesNotMatch(read('package.json'), /usesOnlineServices|"telemetry"/);
  });
});

describe('the walkthrough', () => {
  it('has a few steps, each with something to do and something to see', () => {
    assert.ok(steps.length >= 4 && steps.length <= 6);
    for (const { id, description, media, completionEvents } of steps) {
      assert.match(description, /\]\(command:/, id);
      assert.notEqual(completionEvents.length, 0, id);
      if (media.image) assert.ok(media.altText, id);
    }
  });
});
