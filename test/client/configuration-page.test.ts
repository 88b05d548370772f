import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configurationPage } from '../../client/commands/configuration-page';

describe('the page of the effective configuration', () => {
  const page = configurationPage('work/a_b.jsonl', {
    file: '/work/.transcript-hygiene.json',
    values: [
      { key: 'profile', value: 'pi', from: 'file' },
      { key: 'targets', value: ['a:b|`c`'], from: 'settings' },
      { key: 'rules.torn-record', value: 'error', from: 'default' },
    ],
    problems: ['"ruels" is no key: <b>'],
  });

  it('names the settings file and says that it goes first', () => {
    assert.match(page, /`\/work\/\.transcript-hygiene\.json`.*before the settings of VS Code/);
  });

  it('has a row for each value with where it comes from, rules apart', () => {
    const [settings = '', rules = ''] = page.slice(page.indexOf('## Settings')).split('## Rules');
    assert.match(settings, /^\| `profile` \| `"pi"` \| settings file \|$/m);
    assert.doesNotMatch(settings, /torn-record/);
    assert.match(rules, /^\| `rules\.torn-record` \| `"error"` \| default \|$/m);
  });

  it('shows values as they are, whatever Markdown would make of them', () => {
    assert.match(page, /^\| `targets` \| `` \["a:b\\\|`c`"\] `` \| settings of VS Code \|$/m);
    assert.match(page, /^- "ruels" is no key: \\<b\\>$/m);
    assert.match(page, /^# .*a\\_b\.jsonl$/m);
  });

  it('says so when there is no settings file', () => {
    assert.match(configurationPage('a.jsonl', { values: [], problems: [] }), /^No settings file holds/m);
  });
});
