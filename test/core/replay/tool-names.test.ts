import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveToolName } from '../../../core/replay/passes/tool-names';

const TOOLS = ['exec', 'read', 'apply_patch', 'mcp.files.read'];

describe('the tool a call means', () => {
  const cases: readonly [name: unknown, id: string, expected: string | null, tools?: readonly string[]][] = [
    ['read', 'a', 'read'],
    [' read ', 'a', 'read'],
    ['READ', 'a', 'read'],
    ['bash', 'a', 'exec'],
    ['Apply-Patch', 'a', 'apply_patch'],
    ['functions.exec', 'a', 'exec'],
    ['functions.exec:3', 'a', 'exec'],
    ['tools/exec_2', 'a', 'exec'],
    ['server/files.exec', 'a', 'exec'],
    ['', 'functions.exec:0', 'exec'],
    ['', 'exec12', 'exec'],
    ['', 'call_1', null],
    ['unknown', 'functions.exec:0', null],
    ['functions_3', 'a', null],
    ['Read', 'a', null, ['READ', 'read_file', 'reaD']],
    ['exec:read', 'a', 'exec', ['exec', 'Exec:Read2']],
    ['x'.repeat(129), 'a', null, []],
    ['x'.repeat(65), 'a', null, []],
    ['x'.repeat(64), 'a', 'x'.repeat(64), []],
    ['any name', 'a', null, []],
    ['anything', 'a', 'anything', []],
    ['', 'functions.exec:0', null, []],
    [undefined, 'functions.exec:0', null],
  ];
  for (const [name, id, expected, tools = TOOLS] of cases) {
    it(`${JSON.stringify(name)?.slice(0, 40)} with the id ${id} and ${tools.length} tools is ${expected?.slice(0, 20)}`, () => {
      assert.equal(resolveToolName(name, id, tools), expected);
    });
  }
});
