/** What OpenClaw changes on the way to Claude and to Google's models. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRequest } from '../../../../core/providers/read-request';
import { wrap } from '../../../../core/providers/wrappers';
import { testWrappers } from '../../../support/wrapper-tester';

const ANTHROPIC = { provider: 'anthropic', api: 'anthropic-messages', modelId: 'claude-sonnet-4-5' };
const GOOGLE = { provider: 'google', api: 'google-generative-ai', modelId: 'gemini-2.5-pro' };
const BEDROCK = { provider: 'amazon-bedrock', api: 'bedrock-converse-stream', modelId: 'anthropic.claude-opus-4-7' };
const PROFILE = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/my-claude';
const user = { role: 'user', content: 'Go.' };
const said = { role: 'assistant', content: [{ type: 'text', text: 'So.' }] };
const calling = { role: 'assistant', content: [{ type: 'tool_use', id: 'a' }] };
const ON = { thinking: { type: 'enabled' } };

describe('trailing assistant turns', () => {
  testWrappers([
    {
      name: 'go with thinking on, up to one with calls',
      request: ANTHROPIC,
      body: { ...ON, messages: [user, calling, said, said] },
      gives: { ...ON, messages: [user, calling] },
    },
    {
      name: 'stay with thinking off',
      request: ANTHROPIC,
      body: { thinking: { type: 'disabled' }, messages: [user, said] },
      gives: { thinking: { type: 'disabled' }, messages: [user, said] },
    },
    {
      name: 'go behind Cloudflare’s gateway, too',
      request: { ...ANTHROPIC, provider: 'cloudflare-ai-gateway' },
      body: { ...ON, messages: [user, said] },
      gives: { ...ON, messages: [user] },
    },
    {
      name: 'stay at other providers with the api',
      request: { ...ANTHROPIC, provider: 'homebox' },
      body: { ...ON, messages: [user, said] },
      gives: { ...ON, messages: [user, said] },
    },
  ]);
});

const system = (text: string) => ({ system: [{ type: 'text', text }] });

describe('Anthropic’s service tier', () => {
  const tier = (name: string, extraParams: object, gives: object, at: object = {}) => ({
    name,
    request: { ...ANTHROPIC, ...at, extraParams: { ...extraParams } },
    body: { messages: [user] },
    gives: { messages: [user], ...gives },
  });
  testWrappers([
    tier('is the one that a parameter names', { serviceTier: ' Standard_Only ' }, { service_tier: 'standard_only' }),
    tier('is auto for fast answers', { fastMode: true }, { service_tier: 'auto' }),
    tier(
      'is the standard one where fast answers are off',
      { fast_mode: 'disabled' },
      { service_tier: 'standard_only' },
    ),
    tier('goes before fast answers', { service_tier: 'auto', fastMode: false }, { service_tier: 'auto' }),
    tier('is not one of OpenAI’s', { serviceTier: 'flex' }, {}),
    tier('is not said at other addresses', { fastMode: true }, {}, { baseUrl: 'https://proxy.example' }),
    {
      name: 'comes without the mark in the system prompt',
      request: { ...ANTHROPIC, extraParams: { fastMode: true } },
      body: system('A\n<!-- OPENCLAW_CACHE_BOUNDARY -->\nB'),
      gives: { ...system('A\nB'), service_tier: 'auto' },
    },
  ]);

  const modelOf = (modelId: string, extraParams: object) => {
    const input = readRequest({ provider: 'minimax', api: 'anthropic-messages', modelId, messages: [] });
    assert.ok('model' in input);
    const settings = { level: 'off', extraParams: { ...extraParams }, profile: 'openclaw-2026.5.7' } as const;
    return wrap(input, settings).input.model.id;
  };
  it('is another model at MiniMax, where that has a fast one', () => {
    assert.equal(modelOf('MiniMax-M2.7', { fastMode: true }), 'MiniMax-M2.7-highspeed');
    assert.equal(modelOf('MiniMax-M2.7', { fastMode: 'on' }), 'MiniMax-M2.7');
    assert.equal(modelOf('MiniMax-M2', { fastMode: true }), 'MiniMax-M2');
  });
});

const config = (thinkingConfig: object) => ({ generationConfig: { thinkingConfig } });

describe('Google’s thinking', () => {
  testWrappers([
    {
      name: 'Gemini 2.5 Pro cannot be turned off',
      request: GOOGLE,
      body: config({ thinkingBudget: 0 }),
      gives: { generationConfig: {} },
    },
    {
      name: 'Gemini 2.5 finds its budget when the level is adaptive',
      request: { ...GOOGLE, reasoning: 'medium', thinkLevel: 'adaptive' },
      body: config({ thinkingBudget: 8192, includeThoughts: true }),
      gives: config({ thinkingBudget: -1, includeThoughts: true }),
    },
    {
      name: 'Gemini 3 Pro has levels instead of a budget',
      request: { ...GOOGLE, modelId: 'gemini-3-pro-preview', reasoning: 'medium' },
      body: config({ thinkingBudget: 8192 }),
      gives: config({ thinkingLevel: 'HIGH' }),
    },
    {
      name: 'Gemini 3 Flash has finer ones',
      request: { ...GOOGLE, modelId: 'gemini-3-flash', reasoning: 'medium' },
      body: config({ thinkingBudget: 8192 }),
      gives: config({ thinkingLevel: 'MEDIUM' }),
    },
    {
      name: 'Gemini 3 decides itself when the level is adaptive',
      request: { ...GOOGLE, modelId: 'gemini-3.1-pro', reasoning: 'medium', thinkLevel: 'adaptive' },
      body: config({ thinkingLevel: 'HIGH' }),
      gives: { generationConfig: {} },
    },
    {
      name: 'Gemma 4 off: neither budget nor level',
      request: { ...GOOGLE, modelId: 'gemma-4-31b' },
      body: config({ thinkingBudget: 0 }),
      gives: { generationConfig: {} },
    },
    {
      name: 'Gemma 4 low: minimal',
      request: { ...GOOGLE, modelId: 'gemma-4-31b', reasoning: 'low' },
      body: config({ thinkingBudget: 2048, includeThoughts: true }),
      gives: config({ thinkingLevel: 'MINIMAL', includeThoughts: true }),
    },
    {
      name: 'a negative budget of another model goes, in pi’s form as well',
      request: { ...GOOGLE, provider: 'homebox', modelId: 'gemini-2.0-flash', reasoning: 'low' },
      body: { config: { thinkingConfig: { includeThoughts: true, thinkingBudget: -1 } } },
      gives: { config: { thinkingConfig: { includeThoughts: true } } },
    },
  ]);
});

describe('Bedrock', () => {
  testWrappers([
    {
      name: 'Opus 4.7 has an effort above the levels',
      request: { ...BEDROCK, reasoning: 'xhigh', thinkLevel: 'max' },
      body: { additionalModelRequestFields: { output_config: { effort: 'xhigh' } } },
      gives: { additionalModelRequestFields: { output_config: { effort: 'max' } } },
    },
    {
      name: 'a profile whose id only tells Claude gets cache points',
      request: { ...BEDROCK, modelId: PROFILE, options: { cacheRetention: 'long' } },
      body: { system: [{ text: 'Be brief.' }], messages: [{ role: 'user', content: [{ text: 'Go.' }] }] },
      gives: {
        system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default', ttl: '1h' } }],
        messages: [{ role: 'user', content: [{ text: 'Go.' }, { cachePoint: { type: 'default', ttl: '1h' } }] }],
      },
    },
  ]);

  const options = { temperature: 0.5, cacheRetention: 'long' } as const;
  const rows = [
    ['Opus 4.7 takes no temperature', BEDROCK.modelId, { cacheRetention: 'long' }],
    ['a model that is no Claude does not cache', 'amazon.nova-pro', { temperature: 0.5, cacheRetention: 'none' }],
  ] as const;
  for (const [name, modelId, expected] of rows) {
    it(name, () => {
      const input = readRequest({ ...BEDROCK, modelId, options, messages: [] });
      assert.ok('model' in input);
      const wrapped = wrap(input, { level: 'off', extraParams: {}, profile: 'openclaw-2026.5.7' });
      assert.deepEqual(wrapped.input.options, expected);
    });
  }
});
