/** Sessions from public reports: what is found in them, and what a lossy fix makes of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check, fixAll, SessionDocument } from '../core';
import { goldenCases } from './support/golden';

interface ExpectedFinding {
  readonly rule: string;
  readonly severity: string;
  readonly line: number;
  readonly alsoAcceptLines?: readonly number[];
  readonly optional?: boolean;
}

interface FieldCase {
  readonly name: string;
  readonly format: string;
  readonly text: string;
  readonly expectedFindings: readonly ExpectedFinding[];
  readonly expectedRepair: { readonly words: string; readonly lines: readonly string[] | null };
}

type Message = Record<string, unknown> & { content: Record<string, unknown>[] };
type Entry = Record<string, unknown> & { id: string; parentId: string | null; message: Message };

const CASES = goldenCases<FieldCase>('field').filter(({ format }) => format === 'openclaw');
const OTHERS = goldenCases<FieldCase>('field').filter(({ format }) => format !== 'openclaw');

/** What the words of the cases without exact lines demand; `before` and `after` are the parsed lines. */
const WORDS: Readonly<Record<string, (before: Entry[], after: Entry[]) => void>> = {
  'blank-user-text-block': (before, after) => {
    assert.equal(after[3]?.id, before[3]?.id);
    assert.equal(after[3]?.parentId, before[3]?.parentId);
    assert.deepEqual(after[3]?.message.content, [{ type: 'text', text: '(continue)' }]);
    assertSameBut(before, after, [3]);
  },
  'call-id-not-nine-characters': (before, after) => {
    const id = after[2]?.message.content[0]?.id;
    assert.match(String(id), /^[A-Za-z0-9]{9}$/);
    assert.equal(after[3]?.message.toolCallId, id);
    assertSameBut(before, after, [2, 3]);
  },
  'error-turn-with-empty-content': (before, after) => {
    const [old, now] = [before[2]!, after[2]!];
    assert.match(String(now.message.content[0]?.text), /\S/);
    assert.deepEqual({ ...now, message: { ...now.message, content: [] } }, old);
    assertSameBut(before, after, [2]);
  },
  'image-data-not-base64': (before, after) => {
    const [kept, instead] = after[3]!.message.content;
    assert.deepEqual(kept, before[3]!.message.content[0]);
    assert.equal(instead?.type, 'text');
    assert.match(String(instead?.text), /image/);
    assertSameBut(before, after, [3]);
  },
  'missing-result-after-kill': (before, after) => {
    const [call, answered, made, next] = after.slice(2);
    assert.deepEqual(call, before[2]);
    assert.deepEqual(answered, before[3]);
    assert.equal(made?.parentId, answered?.id);
    assert.equal(next?.parentId, made?.id);
    assert.ok(!before.some(({ id }) => id === made?.id), 'a fresh id');
    const { role, toolCallId, toolName, isError, content } = made!.message;
    assert.deepEqual([role, toolCallId, toolName, isError], ['toolResult', call?.message.content[2]?.id, 'read', true]);
    assert.match(String(content[0]?.text), /missing/);
  },
  'reasoning-item-with-nothing-after-it': (before, after) => {
    assert.match(String(after[2]?.message.content[0]?.text), /\S/);
    assert.deepEqual(
      after[2]?.message.content.map(({ type }) => type),
      ['text'],
    );
    assertSameBut(before, after, [2]);
  },
  'result-with-empty-call-id': (before, after) => {
    assert.deepEqual(
      after.map(({ id }) => id),
      before.filter((_, line) => line !== 3).map(({ id }) => id),
    );
    assert.equal(after[3]?.parentId, before[2]?.id);
    assert.deepEqual(after[2]?.message.content, before[2]?.message.content);
    assert.deepEqual(after[3]?.message, before[4]?.message);
  },
  'silent-command-empty-result-text': (before, after) => {
    assert.match(String(after[3]?.message.content[0]?.text), /\S/);
    assert.equal(after[3]?.message.toolCallId, before[3]?.message.toolCallId);
    assertSameBut(before, after, [3]);
  },
};

describe('sessions from public reports', () => {
  for (const { name, text, expectedFindings } of CASES) {
    it(`${name}: exactly what is wrong is found`, () => {
      const found = check(SessionDocument.fromString(text)).findings.filter(({ severity }) => severity !== 'hint');
      const rest = [...expectedFindings];
      for (const { rule, severity, location } of found) {
        const line = location.line + 1;
        const index = rest.findIndex(
          (one) =>
            one.rule === rule &&
            one.severity === severity &&
            (one.line === line || (one.alsoAcceptLines ?? []).includes(line)),
        );
        assert.ok(index >= 0, `${rule} (${severity}) in line ${line} is not expected`);
        rest.splice(index, 1);
      }
      assert.deepEqual(
        rest.filter(({ optional }) => !optional),
        [],
      );
    });
  }

  for (const { name, text, expectedRepair } of CASES) {
    it(`${name}: ${expectedRepair.words}`, () => {
      const { document } = fixAll(SessionDocument.fromString(text), { lossy: true });
      if (expectedRepair.lines !== null) {
        assert.equal(document.toString(), expectedRepair.lines.map((line) => `${line}\n`).join(''));
        return;
      }
      const left = check(document).findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
      assert.deepEqual(left, []);
      const holds = WORDS[name];
      assert.ok(holds, `what the words demand is not written down for ${name}`);
      holds(parse(text), parse(document.toString()));
    });
  }

  for (const { name, format, text } of OTHERS) {
    it(`${name}: a file of ${format} is foreign`, () => {
      assert.deepEqual(check(SessionDocument.fromString(text)), { dialect: null, findings: [], targets: [] });
    });
  }
});

function parse(text: string): Entry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function assertSameBut(before: readonly Entry[], after: readonly Entry[], changed: readonly number[]): void {
  assert.equal(after.length, before.length);
  for (const [line, entry] of before.entries()) if (!changed.includes(line)) assert.deepEqual(after[line], entry);
}
