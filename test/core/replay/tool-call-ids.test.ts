import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256Hex, shortHash } from '../../../core/hash';
import {
  cleanToolCallId,
  foreignCallId,
  isNativeAnthropicId,
  mistralCallIds,
  type ToolCallIdMode,
  uniqueToolCallId,
} from '../../../core/replay/tool-call-ids';

describe('a cleaned call id', () => {
  for (const [mode, id, expected] of [
    ['strict', 'call_1|fc_2', 'call1fc2'],
    ['strict', '!!!', 'sanitizedtoolid'],
    ['strict', '', 'defaulttoolid'],
    ['strict', 'functions.read:0', 'functions.read:0'],
    ['strict', 'functions.read_file-2:10', 'functions.read_file-2:10'],
    ['strict', 'functions.read file:0', 'functionsreadfile0'],
    ['strict', 'xfunctions.read:0', 'xfunctionsread0'],
    ['strict', 'a'.repeat(60), 'a'.repeat(60)],
    ['strict9', 'abc', 'ba7816bf8'],
    ['strict9', 'call_1', '78d66c1f7'],
    ['strict9', 'abcdefghi_1', 'abcdefghi'],
    ['strict9', '!!!', '44d8b78be'],
    ['strict9', '', 'defaultid'],
    ['strict9', 'functions.read:0', 'functions'],
  ] as const) {
    it(`of "${id.slice(0, 30)}" is "${expected.slice(0, 30)}" in ${mode}`, () => {
      assert.equal(cleanToolCallId(id, mode), expected);
    });
  }
});

describe('allocated call ids', () => {
  const long = 'p'.repeat(64);
  for (const [mode, seeds, expected] of [
    ['strict', ['a_b', 'ab', 'a-b', 'a.b'], ['ab', 'abfb8e20fc', 'abd44362d6', 'ab2e7336dc']],
    ['strict', ['a|b', 'a|b:2'], ['ab', 'ab2']],
    ['strict', ['functions.read:0', 'functions.read:0:2'], ['functions.read:0', 'functionsread02']],
    ['strict', [`${long}1`, `${long}2`], [long.slice(0, 40), long.slice(0, 32) + sha256Hex(`${long}2`).slice(0, 8)]],
    ['strict', ['x', 'x', 'x', 'x'], ['x', 'x2d711642', 'x2d711642x2', 'x2d711642x3']],
    ['strict9', ['abcdefghi_1', 'abcdefghi_2'], ['abcdefghi', 'a19d4a1ba']],
  ] as const) {
    it(`for ${seeds.map((seed) => seed.slice(-16)).join(', ')} are told apart in ${mode}`, () => {
      const used = new Set<string>();
      assert.deepEqual(
        seeds.map((seed) => uniqueToolCallId(seed, used, mode)),
        expected,
      );
      assert.deepEqual([...used], expected);
    });
  }

  it('avoid ids that are taken', () => {
    assert.equal(uniqueToolCallId('call1', new Set(['call1']), 'strict'), 'call178d66c1f');
  });

  for (const mode of ['strict', 'strict9'] as ToolCallIdMode[]) {
    it(`stay within bounds over a thousand collisions in ${mode}`, () => {
      const used = new Set<string>();
      for (let at = 0; at < 1200; at++) uniqueToolCallId('same-seed-again-and-again-and-again-and-again', used, mode);
      const ids = [...used];
      assert.equal(ids.length, 1200);
      assert.ok(ids.every((id) => (mode === 'strict' ? /^[A-Za-z0-9]{1,40}$/ : /^[A-Za-z0-9]{9}$/).test(id)));
    });
  }
});

describe('an id of Anthropic’s own', () => {
  for (const id of ['toolu_01A', 'toolu_a_b']) it(`is ${id}`, () => assert.equal(isNativeAnthropicId(id), true));
  for (const id of ['toolu_', 'toolu_a-b', 'xtoolu_1', 'TOOLU_1', '']) {
    it(`is not "${id}"`, () => assert.equal(isNativeAnthropicId(id), false));
  }
});

describe('the id pi sends for another model’s call', () => {
  const long = 'x'.repeat(70);
  const openai = { provider: 'openai', modelId: 'gpt-5', sourceProvider: 'anthropic', sourceApi: 'anthropic-messages' };
  const samePair = { ...openai, sourceProvider: 'openai', sourceApi: 'openai-responses' };
  const copilot = { ...openai, provider: 'github-copilot' };
  const azure = { ...openai, provider: 'azure-openai-responses' };
  for (const [what, id, api, route, expected] of [
    ['is cleaned for Anthropic', 'call_1|fc_2', 'anthropic-messages', openai, 'call_1_fc_2'],
    ['is cut for Anthropic', long, 'anthropic-messages', openai, long.slice(0, 64)],
    ['is cleaned for Bedrock', 'functions.read:0', 'bedrock-converse-stream', openai, 'functions_read_0'],
    ['loses its item on chat completions', 'call+1|fc_2', 'openai-completions', copilot, 'call_1'],
    ['is cut for OpenAI’s chat completions', `+${long}`, 'openai-completions', openai, `+${long}`.slice(0, 40)],
    ['stays on other chat completions', `+${long}`, 'openai-completions', copilot, `+${long}`],
    ['keeps its two parts on Responses', 'call_1|fc_1', 'openai-responses', openai, 'call_1|fc_lxmq3j1alksqn'],
    ['keeps its item among OpenAI models', 'call_1|fc_1', 'openai-responses', samePair, 'call_1|fc_1'],
    ['gets an item id that begins with fc_', 'call_1|msg_1', 'openai-responses', samePair, 'call_1|fc_msg_1'],
    ['is one word on Responses without an item', 'toolu_1__', 'openai-responses', openai, 'toolu_1'],
    ['is one word for other providers of Responses', 'call_1|fc_1', 'openai-responses', copilot, 'call_1_fc_1'],
    ['is one word for Azure’s provider on another api', 'a|fc_1', 'openai-responses', azure, 'a_fc_1'],
    ['keeps its two parts on Azure', 'a|fc_1', 'azure-openai-responses', azure, 'a|fc_lxmq3j1alksqn'],
    [
      'stays for Gemini',
      'call_1|fc_2',
      'google-generative-ai',
      { provider: 'google', modelId: 'gemini-3' },
      'call_1|fc_2',
    ],
    [
      'is cleaned for Claude at Google',
      'a|b',
      'google-vertex',
      { provider: 'google-vertex', modelId: 'claude-x' },
      'a_b',
    ],
    ['is hashed for Mistral', 'fc_1', 'mistral-conversations', openai, shortHash('fc1').slice(0, 9)],
    ['stays for Mistral with nine letters', 'abc_def_ghi', 'mistral-conversations', openai, 'abcdefghi'],
    ['stays where no rule is known', 'a|b', 'ollama', openai, 'a|b'],
    ['stays for an api named like a property', 'a|b', 'toString', openai, 'a|b'],
  ] as const) {
    it(what, () => assert.equal(foreignCallId(id, api, route), expected));
  }

  it('towards Mistral is the same for the same call and another for any other', () => {
    const idOf = mistralCallIds();
    const first = idOf('abc-def-ghi');
    const second = idOf('abcdefghi');
    assert.equal(first, 'abcdefghi');
    assert.equal(second, shortHash('abcdefghi:1').slice(0, 9));
    assert.deepEqual([idOf('abc-def-ghi'), idOf('abcdefghi')], [first, second]);
  });
});

describe('hashes', () => {
  it('pi’s short hash of fc_1 is the published one', () => assert.equal(shortHash('fc_1'), 'lxmq3j1alksqn'));
  it('SHA-256 is that of the UTF-8 bytes', () => {
    assert.equal(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.equal(sha256Hex('é'), '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });
});
