/** xAI (payloads.md 9.4; OpenClaw 2026.5.7, xai plugin). */
import { SEE_IMAGE } from '../openai-items';
import { ATTACHED_IMAGES } from '../openai-web-socket';
import { type Draft, inPlaceOf, mark, type Origin, type Payload, withMembers, without } from '../parts';
import type { ConverterInput } from '../types';
import { type ExtraParams, type Patch, patchMembers } from './wrapper';

/** Models with a fast variant. */
const FAST_IDS: ReadonlyMap<string, string> = new Map([
  ['grok-3', 'grok-3-fast'],
  ['grok-3-mini', 'grok-3-mini-fast'],
  ['grok-4', 'grok-4-fast'],
  ['grok-4-0709', 'grok-4-fast'],
]);
const FAST_APIS: ReadonlySet<string> = new Set(['openai-completions', 'openai-responses']);

/** xAI's reasoning cannot be steered, so the converter sees a model without it; a parameter asks for fast answers. */
export function adjustXai(input: ConverterInput, extraParams: ExtraParams): ConverterInput {
  const { model } = input;
  if (model.provider !== 'xai') return input;
  const isFast = extraParams.fastMode === true && FAST_APIS.has(model.api);
  const id = (isFast ? FAST_IDS.get(model.id.trim()) : undefined) ?? model.id;
  return { ...input, model: { ...model, id, reasoning: false } };
}

/** No reasoning, and no `strict` in tools. */
export const dropXaiUnsupported = patchMembers((payload) => {
  const bare = without(payload, 'reasoning', 'reasoning_effort');
  return Array.isArray(bare.tools) ? { ...bare, tools: bare.tools.map(withoutStrict) } : bare;
});

function withoutStrict(tool: Payload): Payload {
  return tool.function ? { ...tool, function: without(tool.function as Payload, 'strict') } : tool;
}

/** Outputs are text only; the images of all results follow as the user's, at the very end. */
export const moveXaiImages: Patch = (draft, { model }) => {
  const { payload, origins } = draft;
  if (model.api !== 'openai-responses' || !Array.isArray(payload.input)) return draft;
  const items = payload.input as readonly Payload[];
  const images = model.input.includes('image') ? items.flatMap(imagesOf) : [];
  const texts = items.map((item) =>
    Array.isArray(outputOf(item)) ? withMembers(origins, item, { output: textOf(outputOf(item)) }) : item,
  );
  return { payload: { ...payload, input: [...texts, ...imageItems(images, draft)] }, origins };
};

function outputOf({ type, output }: Payload): unknown {
  return type === 'function_call_output' ? output : undefined;
}

function imagesOf(item: Payload): readonly Payload[] {
  const output = outputOf(item);
  return Array.isArray(output) ? (output as readonly Payload[]).filter(({ type }) => type === 'input_image') : [];
}

function textOf(output: unknown): string {
  const parts = output as readonly Payload[];
  const text = parts.map((part) => (part.type === 'input_text' ? part.text : '')).join('');
  return text === '' && parts.some(({ type }) => type !== 'input_text') ? SEE_IMAGE : text;
}

function imageItems(images: readonly Payload[], { origins }: Draft): readonly Payload[] {
  const last = images.at(-1);
  if (last === undefined) return [];
  const { message } = origins.get(last) as Origin;
  const made = { message, made: true } as const;
  const lead = mark(origins, { type: 'input_text', text: ATTACHED_IMAGES }, made);
  const copies = images.map((image) => inPlaceOf(origins, image, { ...image }));
  return [mark(origins, { type: 'message', role: 'user', content: [lead, ...copies] }, made)];
}

/** Calls are streamed piece by piece, unless a parameter says no. */
export const setToolStream = patchMembers((payload, { extraParams }) =>
  extraParams.tool_stream === false ? payload : { ...payload, tool_stream: true },
);
