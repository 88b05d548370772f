/** Facts about models: those of the request, else those of the catalogue, else assumptions that are told. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assumptionNote, type PayloadRequest, toPayload } from '../../../core/providers';
import { CATALOG } from '../../../core/providers/catalog';

type Choice = Pick<PayloadRequest, 'provider' | 'modelId' | 'model'>;

const KNOWN: Choice = { provider: 'anthropic', modelId: 'claude-3-5-haiku-20241022' };
const UNKNOWN: Choice = { provider: 'anthropic', modelId: 'claude-of-next-year' };

function limitOf(choice: Choice): unknown {
  const messages = [{ role: 'user', content: 'Hi' }] as const;
  const made = toPayload({ api: 'anthropic-messages', ...choice, messages });
  assert.ok('payload' in made);
  return made.payload.max_tokens;
}

describe('facts about models', () => {
  const limits: readonly (readonly [name: string, choice: Choice, limit: number])[] = [
    ['a model of the catalogue has its own output limit', KNOWN, 8192],
    ['a model that nobody knows has the usual one', UNKNOWN, 32_000],
    ['the request’s own facts take the place of the catalogue’s', { ...KNOWN, model: { maxTokens: 500 } }, 500],
    ['facts of a request that leave the limit open do not fall back on the catalogue', { ...KNOWN, model: {} }, 32_000],
    ['a name that every object has is no model', { ...KNOWN, modelId: 'constructor' }, 32_000],
    ['a name that every object has is no provider', { provider: 'constructor', modelId: 'name' }, 32_000],
  ];
  for (const [name, choice, limit] of limits) it(name, () => assert.equal(limitOf(choice), limit));

  const complete = { reasoning: false, input: ['text'], maxTokens: 1, contextWindow: 1 } as const;
  const notes: readonly (readonly [name: string, choice: Choice, note: RegExp | undefined])[] = [
    ['nothing is assumed of a model of the catalogue', KNOWN, undefined],
    ['nothing is assumed where the request says all', { ...UNKNOWN, model: complete }, undefined],
    [
      'what is assumed of an unknown model is told, with the catalogue’s version',
      UNKNOWN,
      /pi-ai 0\.73\.0 does not list anthropic\/claude-of-next-year.*reasons.*text and images.*64,000.*200,000 tokens/,
    ],
    [
      'only what the request leaves open is assumed',
      { ...KNOWN, model: { reasoning: true, input: ['text'], maxTokens: 9 } },
      /^Not everything is said about .* assumes a context of 200,000 tokens\./,
    ],
  ];
  for (const [name, choice, note] of notes) {
    it(name, () => {
      const told = assumptionNote(choice);
      if (note) assert.match(told ?? '', note);
      else assert.equal(told, undefined);
    });
  }

  it('every model of the catalogue says all that is asked of it', () => {
    for (const [provider, models] of Object.entries(CATALOG.models)) {
      for (const modelId of Object.keys(models)) assert.equal(assumptionNote({ provider, modelId }), undefined);
    }
  });
});
