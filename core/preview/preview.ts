import {
  assumptionNote,
  type Origin,
  type Payload,
  type PayloadRequest,
  type PayloadResult,
  partsOf,
  type Refusal,
  toPayload,
} from '../providers';
import { findProblems, type Problem } from '../providers/acceptance';
import { type ModelTable, statedFacts } from '../providers/model-facts';
import { type ReplayInput, type ReplayResult, replay } from '../replay/pipeline';
import type { Messages, Place } from '../replay/traced';

/** What replay needs, and what the payload says beside the messages. */
export interface PreviewInput extends ReplayInput {
  /** What would happen without repair: the context is converted as it is. */
  readonly before: boolean;
  /** The session's own, of its header: providers keep caches by it. */
  readonly sessionId?: string;
  /** The fields of a payload request that no session holds; they go before what is usual. */
  readonly request: Partial<Omit<PayloadRequest, 'api' | 'provider' | 'modelId' | 'messages'>>;
  /** What users say of models; facts of the request go before. */
  readonly models?: ModelTable;
}

/** What a provider would be sent, and what it would say to that. */
export interface Preview {
  readonly replay: ReplayResult;
  /** The messages that the payload was made of. */
  readonly sent: Messages;
  readonly payload: PayloadResult;
  readonly problems: readonly PreviewProblem[];
  /** What the payload rests on that nobody said, in sentences. */
  readonly notes: readonly string[];
}

export interface PreviewProblem extends Problem {
  /** Where the refused part comes from; null for what no session holds. */
  readonly place: Place | null;
}

/** Replays a context, makes the payload of it, and looks for what the provider would refuse. */
export async function preview(input: PreviewInput): Promise<Preview> {
  const { target, profile, before, thinkingLevel, sessionId, signal } = input;
  const { provider = '', modelApi: api = '', modelId = '' } = target;
  const model = input.request.model ?? statedFacts(input.models, provider, modelId);
  const request = { ...input.request, ...(model && { model }) };
  const replayed = await replay(input);
  // pi converts a context without cleaning it: that is what goes out when nobody repairs it.
  const sent = before ? (await replay({ ...input, profile: 'pi' })).outgoing : replayed.outgoing;
  signal?.throwIfAborted();
  const isOpenClaw = profile !== 'pi';
  const payload = toPayload(
    {
      transport: isOpenClaw ? 'auto' : 'pi-ai',
      wrap: isOpenClaw,
      reasoning: levelOf(thinkingLevel),
      thinkLevel: thinkingLevel,
      ...request,
      options: { ...(sessionId && { sessionId }), ...request.options },
      api,
      provider,
      modelId,
      messages: sent.map(({ value }) => value) as PayloadRequest['messages'],
    },
    profile,
  );
  signal?.throwIfAborted();
  const found: readonly Problem[] =
    'payload' in payload
      ? findProblems({ provider, api, modelId, payload: payload.payload }, payload.origins)
      : [noRequest(payload)];
  const problems = found.map((problem) => ({
    ...problem,
    place: problem.origin ? placeOfOrigin(sent, problem.origin) : null,
  }));
  const note = assumptionNote({ ...request, provider, modelId });
  return { replay: replayed, sent, payload, problems, notes: note === undefined ? [] : [note] };
}

function noRequest({ error, origin }: Refusal): Problem {
  return { check: 'no-request', what: 'No request is made.', message: error, pointer: '', ...(origin && { origin }) };
}

/** Where a part of the payload comes from: its block, else its message; null for what was made up. */
export function placeOfOrigin(sent: Messages, { message, block }: Origin): Place | null {
  const traced = sent[message];
  const place = block === undefined ? null : (traced?.blocks[block] ?? null);
  if (place) return place;
  const source = traced?.sources[0];
  return source ? { source, path: source.path } : null;
}

/** The place of every part of a payload that comes from the session, by JSON pointer. */
export function sourcesOf({ payload, sent }: Preview): Map<string, Place> {
  const sources = new Map<string, Place>();
  if (!('payload' in payload)) return sources;
  for (const [pointer, origin] of Object.entries(partsOf(payload.payload, payload.origins))) {
    const place = placeOfOrigin(sent, origin);
    if (place) sources.set(pointer, place);
  }
  return sources;
}

/** What is shown of a payload: the request, or an object that says why there is none. */
export function shownPayload(result: PayloadResult): Payload | { readonly error: string } {
  return 'payload' in result ? result.payload : { error: result.error };
}

/** OpenClaw's own levels as pi knows them (payloads.md 2.1). */
function levelOf(level: string): NonNullable<PayloadRequest['reasoning']> {
  if (level === 'adaptive') return 'medium';
  if (level === 'max') return 'xhigh';
  return LEVELS.find((known) => known === level) ?? 'off';
}

const LEVELS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;
