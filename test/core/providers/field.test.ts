/**
 * Histories from public reports, sent as they are to the providers they affect: a problem is named on a line at fault,
 * or a step on the way to the payload takes the fault away.
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

type TargetOf = Pick<PayloadRequest, 'provider' | 'api' | 'modelId'>;

/** By the name a report gives the provider; the model is the session's own where it used that api. */
const TARGETS: Readonly<Record<string, TargetOf>> = {
  'amazon-bedrock': {
    provider: 'amazon-bedrock',
    api: 'bedrock-converse-stream',
    modelId: 'anthropic.claude-sonnet-4-5',
  },
  anthropic: { provider: 'anthropic', api: 'anthropic-messages', modelId: 'claude-sonnet-4-5' },
  'azure-openai-responses': {
    provider: 'azure-openai-responses',
    api: 'azure-openai-responses',
    modelId: 'gpt-5.4',
  },
  google: { provider: 'google', api: 'google-generative-ai', modelId: 'gemini-3-pro' },
  'google-antigravity': { provider: 'google-antigravity', api: 'google-generative-ai', modelId: 'gemini-3-pro' },
  mistral: { provider: 'mistral', api: 'openai-completions', modelId: 'mistral-large-latest' },
  'openai-codex': { provider: 'openai-codex', api: 'openai-codex-responses', modelId: 'gpt-5.4' },
  'openai-completions': { provider: 'openai', api: 'openai-completions', modelId: 'gpt-5.4' },
  'openai-responses': { provider: 'openai', api: 'openai-responses', modelId: 'gpt-5.4' },
};
/** For faults of the file itself, which concern every reader. */
const ANY = TARGETS.anthropic!;

/** Faults that do not reach the provider, with what is done about them. */
const TAKEN_AWAY: Readonly<Record<string, string>> = {
  'call-without-arguments-field': 'the converter sends an empty object as arguments',
  'error-turn-with-empty-content': 'the converter leaves failed turns out',
  'last-line-cut-off': 'the reader leaves the line out',
  'missing-result-after-kill': 'the converter makes a result up for the call',
  'nul-bytes-after-last-line': 'the reader leaves the line out',
  'parent-id-not-in-file': 'the reader begins the branch behind the lost parent',
  'reasoning-item-with-nothing-after-it': 'the converter leaves aborted turns out',
  'thinking-without-signature': 'the converter sends the thinking as text',
  'unfinished-call-with-partial-json': 'the converter leaves failed turns out',
};

const CASES = goldenCases<FieldCase>('field').filter(
  ({ format, expectedFindings }) =>
    format === 'openclaw' && expectedFindings.some(({ severity }) => severity === 'error'),
);

/** The lines of the problems that remain, 1-based. */
function problemLines({ text }: FieldCase, target: TargetOf): number[] {
  const { messages } = traceContext(parseSessionText(text));
  const rows = messages.flatMap(({ value, sources }) =>
    convertToModelMessages([value]).map((message) => ({ message: message as Message, line: sources[0]!.line! + 1 })),
  );
  const own = rows.findLast(({ message }) => isFrom(message, target))?.message as { model: string } | undefined;
  const request = { ...target, modelId: own?.model ?? target.modelId };
  const made = toPayload({ ...request, messages: rows.map(({ message }) => message), transport: 'auto', wrap: true });
  const problems = 'payload' in made ? findProblems({ ...request, payload: made.payload }, made.origins) : [made];
  return problems.flatMap(({ origin }) => (origin ? [rows[origin.message]!.line] : []));
}

function isFrom(message: Message, { provider, api }: TargetOf): boolean {
  return message.role === 'assistant' && message.provider === provider && message.api === api;
}

describe('faults from the field, as the providers they affect would get them', () => {
  for (const field of CASES) {
    const taken = TAKEN_AWAY[field.name];
    it(`${field.name}: ${taken ?? 'refused on a line at fault'}`, () => {
      const targets = field.providersAffected.map((name) => (name === 'any' ? ANY : TARGETS[name]!));
      const errors = field.expectedFindings.filter(({ severity }) => severity === 'error');
      const faulty = errors.flatMap(({ line, alsoAcceptLines = [] }) => [line, ...alsoAcceptLines]);
      const named = targets.filter((target) => problemLines(field, target).some((line) => faulty.includes(line)));
      // Bedrock’s own complaints about these lines are of other things: tools that no session holds, and turns of one role.
      if (taken)
        assert.deepEqual(
          named.filter(({ api }) => api !== 'bedrock-converse-stream'),
          [],
        );
      else assert.notEqual(named.length, 0);
    });
  }
});
