import { mimeTypeOf, withoutBlanks } from '../../images/canonical';
import { inspectImage } from '../../images/measure';
import { MAX_PIXELS, pixelLimitReason } from '../../images/pixel-limit';
import { always, definePass, type PassContext, type Report } from '../pass';
import { REPLAY_IMAGE_LIMITS } from '../requirements';
import {
  contentOf,
  type Fields,
  fieldsOf,
  type Place,
  type TracedBlock,
  type TracedMessage,
  withContent,
} from '../traced';

/** Stands in front of the notes about images that are left out (OpenClaw 2026.5.7, pass 4). */
const LABEL = '[session:history]';

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'toolResult']);

interface Image extends Fields {
  readonly data: string;
  readonly mimeType: string;
}

/** Pass 4, second part: images are made to fit, and those that cannot be sent become a note. */
export const images = definePass('images', always, async (messages, context, report) => {
  let isChanged = false;
  const edited: TracedMessage[] = [];
  for (const message of messages) {
    // One image at a time: a decoded image takes many times its size.
    const fitted = await fitMessage(message, context, report);
    if (fitted !== message) isChanged = true;
    edited.push(fitted);
  }
  return isChanged ? edited : messages;
});

async function fitMessage(message: TracedMessage, context: PassContext, report: Report): Promise<TracedMessage> {
  const content = ROLES.has(fieldsOf(message.value)?.role) ? contentOf(message) : undefined;
  if (!content?.some(({ value }) => isImage(value))) return message;
  const blocks: TracedBlock[] = [];
  for (const { value, place } of content) {
    blocks.push({ value: isImage(value) ? await fitImage(value, place, context, report) : value, place });
  }
  return blocks.every(({ value }, at) => value === content[at]?.value) ? message : withContent(message, blocks);
}

function isImage(block: unknown): block is Image {
  const { type, data, mimeType } = fieldsOf(block) ?? {};
  return type === 'image' && typeof data === 'string' && typeof mimeType === 'string';
}

async function fitImage(image: Image, place: Place | null, context: PassContext, report: Report): Promise<Fields> {
  const omit = (words: string, reason: string): Fields => {
    report('replaced', place, `This image cannot be sent, so a note stands in for it: ${reason}.`);
    return { type: 'text', text: `${LABEL} ${words}` };
  };
  const { problem, width = 0, height = 0, bytes = 0 } = inspectImage(image.data);
  if (problem === 'empty') return omit('omitted empty image payload', 'its data is empty');
  if (problem === 'base64') {
    return omit('omitted image payload: invalid base64', 'its data is no valid base64');
  }
  const data = withoutBlanks(image.data);
  const mimeType = mimeTypeOf(data) ?? image.mimeType;
  const limits = { maxSide: context.imageMaxSide, maxBytes: REPLAY_IMAGE_LIMITS.bytes };
  const side = Math.max(width, height);
  const tooMany = pixelLimitReason({ width, height });
  if (tooMany !== null) {
    return omit(`omitted image payload: ${tooMany}`, `it has more than ${MAX_PIXELS / 1e6} million pixels`);
  }
  if (side > 0 && side <= limits.maxSide && bytes <= limits.maxBytes) {
    return asDeclared(image, data, mimeType, place, report);
  }
  context.signal?.throwIfAborted();
  const result = await context.shrinker.shrink({ data, mimeType }, limits);
  switch (result.kind) {
    case 'unchanged':
      return asDeclared(image, data, mimeType, place, report);
    case 'failed':
      return omit(`omitted image payload: ${result.reason}`, result.reason.replace(/^Error: /, ''));
    case 'shrunk': {
      report(
        'replaced',
        place,
        `This image is sent as a JPEG of ${result.width} × ${result.height} pixels, because images may have at most ` +
          `${limits.maxSide} pixels a side and ${limits.maxBytes / 1024 ** 2} MiB.`,
      );
      return { ...image, data: result.data, mimeType: result.mimeType };
    }
  }
}

/** The image with clean base64 and the type its data begins with. */
function asDeclared(image: Image, data: string, mimeType: string, place: Place | null, report: Report): Fields {
  if (data === image.data && mimeType === image.mimeType) return image;
  const what = mimeType === image.mimeType ? 'White space is taken out of its data' : `It is sent as ${mimeType}`;
  report('replaced', place, `This image is not what it is declared as. ${what}, so that the provider takes it.`);
  return { ...image, data, mimeType };
}
