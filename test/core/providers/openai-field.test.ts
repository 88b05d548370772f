/**
 * Histories from public reports, sent as they are to the providers of the OpenAI family that they affect: a problem is
 * named on a line at fault, or a step of the converter takes the fault away.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PayloadRequest, toPayload } from '../../../core/providers';
import { findProblems } from '../../../core/providers/acceptance';
import type { Message } from '../../../core/providers/types';
import { traceContext } from '../../../core/replay/trace-context';
import { convertToModelMessages, parseSessionText } from '../../../core/session/context';
import { goldenCases } from '../../support/golden';

interface FieldCase {
  readonly name: string;
  readonly format: string;
  readonly text: string;
  readonly expectedFindings: readonly {
    readonly severity: string;
    readonly line: number;
    readonly alsoAcceptLines?: readonly number[];
  }[];
  readonly providersAffected: readonly string[];
}

/** By the name a report gives the provider; the model is the session's own where it used that api. */
const TARGETS: Readonly<Record<string, Pick<PayloadRequest, 'provider' | 'api' | 'modelId'>>> = {
  'azure-openai-responses': {
    provider: 'azure-openai-responses',
    api: 'azure-openai-responses',
    modelId: 'gpt-5.4',
  },
  mistral: { provider: 'mistral', api: 'openai-completions', modelId: 'mistral-large-latest' },
  'openai-codex': { provider: 'openai-codex', api: 'openai-codex-responses', modelId: 'gpt-5.4' },
  'openai-completions': { provider: 'openai', api: 'openai-completions', modelId: 'gpt-5.4' },
  'openai-responses': { provider: 'openai', api: 'openai-responses', modelId: 'gpt-5.4' },
};

/** Faults that do not reach the provider, with what pi does about them. */
const TAKEN_AWAY: Readonly<Record<string, string>> = {
  'missing-result-after-kill': 'a result is made up for the call',
  'reasoning-item-with-nothing-after-it': 'the aborted turn is left out',
  'unfinished-call-with-partial-json': 'the aborted turn is left out',
};

const CASES = goldenCases<FieldCase>('field').filter(
  ({ format, expectedFindings, providersAffected }) =>
    format === 'openclaw' &&
    expectedFindings.some(({ severity }) => severity === 'error') &&
    providersAffected.some((name) => TARGETS[name]),
);

/** The lines of the problems that remain, 1-based. */
function problemLines({ text }: FieldCase, target: Pick<PayloadRequest, 'provider' | 'api' | 'modelId'>): number[] {
  const { messages } = traceContext(parseSessionText(text));
  const rows = messages.flatMap(({ value, sources }) =>
    convertToModelMessages([value]).map((message) => ({ message: message as Message, line: sources[0]!.line! + 1 })),
  );
  const own = rows.findLast(({ message }) => isFrom(message, target))?.message as { model: string } | undefined;
  const request = { ...target, modelId: own?.model ?? target.modelId };
  const made = toPayload({ ...request, messages: rows.map(({ message }) => message), transport: 'auto', wrap: true });
  assert.ok('payload' in made, 'error' in made ? made.error : '');
  const problems = findProblems({ ...request, payload: made.payload }, made.parts);
  return problems.flatMap(({ origin }) => (origin ? [rows[origin.message]!.line] : []));
}

function isFrom(message: Message, { provider, api }: Pick<PayloadRequest, 'provider' | 'api'>): boolean {
  return message.role === 'assistant' && message.provider === provider && message.api === api;
}

describe('faults from the field, as the OpenAI family would get them', () => {
  for (const field of CASES) {
    for (const name of field.providersAffected.filter((affected) => TARGETS[affected])) {
      const taken = TAKEN_AWAY[field.name];
      it(`${field.name} to ${name}: ${taken ?? 'refused on a line at fault'}`, () => {
        const lines = problemLines(field, TARGETS[name]!);
        const errors = field.expectedFindings.filter(({ severity }) => severity === 'error');
        const faulty = errors.flatMap(({ line, alsoAcceptLines = [] }) => [line, ...alsoAcceptLines]);
        const named = lines.filter((line) => faulty.includes(line));
        if (taken) assert.deepEqual(named, []);
        else assert.notEqual(named.length, 0, `problems on lines ${lines.join(', ') || 'none'}`);
      });
    }
  }
});
