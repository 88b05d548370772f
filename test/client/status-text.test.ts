import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statusText, targetText } from '../../client/status-text';
import type { StatusParams } from '../../server/messages';

const NONE = { error: 0, warning: 0, information: 0, hint: 0 };
const OWN = { name: 'anthropic/anthropic-messages:claude-sonnet-4-6', own: true, isGuess: false };

const transcript = (more: Partial<StatusParams> = {}): StatusParams => ({
  uri: 'file:///s/a.jsonl',
  version: 1,
  state: 'transcript',
  dialect: 'openclaw',
  profile: 'documented',
  targets: [OWN],
  counts: NONE,
  total: 0,
  shown: 0,
  ...more,
});

describe('what the language status says of a transcript', () => {
  const cases: { name: string; status: Partial<StatusParams>; text?: string; detail?: string; severity?: string }[] = [
    {
      name: 'a sound one has no problems, and is called what it is',
      status: {},
      text: 'No problems',
      detail: 'OpenClaw or pi session',
      severity: 'information',
    },
    {
      name: 'the worst problem decides how it looks',
      status: { counts: { ...NONE, error: 1, warning: 2 } },
      text: '1 error, 2 warnings',
      severity: 'error',
    },
    { name: 'warnings alone are no errors', status: { counts: { ...NONE, warning: 1 } }, severity: 'warning' },
    {
      name: 'hints alone worry nobody',
      status: { counts: { ...NONE, hint: 3 } },
      text: '3 hints',
      severity: 'information',
    },
    {
      name: 'a list that was cut says so',
      status: { counts: { ...NONE, error: 1200 }, total: 1200, shown: 1000 },
      text: '1,200 errors',
      detail: 'the worst 1,000 of 1,200 are shown',
    },
  ];
  for (const { name, status, text, detail, severity } of cases) {
    it(name, () => {
      const shown = statusText(transcript(status));
      if (text !== undefined) assert.equal(shown?.text, text);
      if (detail !== undefined) assert.equal(shown?.detail, detail);
      if (severity !== undefined) assert.equal(shown?.severity, severity);
      assert.equal(shown?.isBusy, false);
    });
  }
});

describe('what the language status says a transcript was judged for', () => {
  const GPT = { name: 'openai/openai-responses:gpt-5.2', own: false, isGuess: false };
  const cases: { name: string; status: Partial<StatusParams>; text: string; detail: string; label: string }[] = [
    {
      name: 'its own model',
      status: {},
      text: 'For claude-sonnet-4-6',
      detail: 'profile documented',
      label: 'Judged for anthropic/anthropic-messages:claude-sonnet-4-6, profile documented',
    },
    {
      name: 'more models, and an API that is a guess',
      status: { targets: [{ ...OWN, isGuess: true }, GPT], profile: 'pi' },
      text: 'For claude-sonnet-4-6 and 1 more',
      detail: 'profile pi, API guessed',
      label: 'Judged for anthropic/anthropic-messages:claude-sonnet-4-6, openai/openai-responses:gpt-5.2, profile pi',
    },
    {
      name: 'none, where no model is named',
      status: { targets: [] },
      text: 'For no model',
      detail: 'profile documented',
      label: 'Judged for no model, profile documented',
    },
  ];
  for (const { name, status, ...expected } of cases) {
    it(name, () => {
      const shown = targetText(transcript(status));
      assert.deepEqual({ text: shown?.text, detail: shown?.detail, label: shown?.label }, expected);
    });
  }

  it('nothing, where it is not checked', () => assert.equal(targetText(transcript({ state: 'excluded' })), undefined));
});

describe('what the language status says of other documents', () => {
  it('nothing of a foreign one', () => assert.equal(statusText(transcript({ state: 'foreign' })), undefined));
  it('that the check is under way', () => assert.equal(statusText(transcript({ state: 'busy' }))?.isBusy, true));
  it('why one is not checked', () => {
    assert.match(statusText(transcript({ state: 'disabled' }))?.detail ?? '', /transcriptHygiene\.enable/);
    assert.match(statusText(transcript({ state: 'excluded' }))?.detail ?? '', /Excluded/);
  });
});
