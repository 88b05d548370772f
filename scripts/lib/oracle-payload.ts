import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type PayloadRequest, toPayload } from '../../core/providers';
import { anyPayloadRequest } from '../../test/support/random-payload-requests';
import type { Subject } from './differential';
import { askOracle, type Oracle } from './oracle-process';
import { smallerValues } from './oracle-replay';

/** The reference looks for plugins in each of these cases, which takes it longest. */
const WRAPPED_PERCENT = 30;
const BATCH_SCRIPT = fileURLToPath(new URL('oracle-payloads.mjs', import.meta.url));

/** A payload, or that there is none: of errors only their presence is compared. */
type Outcome = { readonly payload: unknown } | { readonly isRefused: true };

/** The requests of the reference's converters and wrappers, against ours. */
export function payloadSubject(oracle: Oracle): Subject<PayloadRequest> {
  return {
    draw: (seed, count) => fc.sample(anyPayloadRequest(WRAPPED_PERCENT), { seed, numRuns: count }),
    ours: async (input) => outcomeOf(payloadOf(input)),
    theirs: async (batches) => {
      const answers = await askOracle(oracle, BATCH_SCRIPT, 'payload', batches);
      return answers.map((batch) =>
        batch.map((answer) => outcomeOf((answer as { readonly payload?: unknown }).payload)),
      );
    },
    smaller: smallerRequests,
  };
}

const OPTIONAL = [
  'extraParams',
  'model',
  'options',
  'reasoning',
  'systemPrompt',
  'thinkLevel',
  'tools',
  'wrap',
] as const;

/** Fewer fields of the request, then less in its messages. */
function smallerRequests(input: PayloadRequest): PayloadRequest[][] {
  const histories = smallerValues(input.messages) as PayloadRequest['messages'][];
  const plainer = OPTIONAL.filter((field) => field in input).map((field) => {
    const { [field]: _, ...rest } = input;
    return rest;
  });
  return [plainer, histories.map((messages) => ({ ...input, messages }))];
}

function payloadOf(input: PayloadRequest): unknown {
  const result = toPayload(input);
  return 'payload' in result ? result.payload : undefined;
}

function outcomeOf(payload: unknown): Outcome {
  return payload === undefined ? { isRefused: true } : { payload: JSON.parse(JSON.stringify(payload)) };
}
