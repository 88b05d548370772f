/** Limits of images, and what of them a provider can read (payloads.md 11). */
import { type ImageInspection, inspectImage } from '../../images/measure';
import type { Refused } from './check';

/** An image of a payload. */
export interface PayloadImage {
  /** Pointer of the part that holds it. */
  readonly pointer: string;
  /** As declared. */
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** Finds what a provider refuses in one image, given all of the request. */
export type ImageRule = (image: PayloadImage, all: readonly PayloadImage[]) => string | undefined;

/** Applies a rule to each image. */
export function* refusedImages(images: readonly PayloadImage[], rule: ImageRule): Iterable<Refused> {
  for (const image of images) {
    const error = rule(image, images);
    if (error !== undefined) yield { pointer: image.pointer, error };
  }
}

const inspections = new WeakMap<PayloadImage, ImageInspection>();

/** What the data of an image holds; looked at once for all rules. */
function inspected(image: PayloadImage): ImageInspection {
  const known = inspections.get(image) ?? inspectImage(image.data);
  inspections.set(image, known);
  return known;
}

/** Bytes of the decoded picture. */
const BYTES_LIMIT = 5_242_880;
const SIDE_LIMIT = 8000;
const MANY_IMAGES = 20;
const MANY_IMAGES_SIDE_LIMIT = 2000;
const COUNT_LIMIT = 100;

/** Anthropic's rules, by check. */
export const ANTHROPIC_IMAGE_RULES = {
  bytes: (image) => {
    const { bytes = 0 } = inspected(image);
    return bytes > BYTES_LIMIT ? `image exceeds 5 MB maximum: ${bytes} bytes > ${BYTES_LIMIT} bytes` : undefined;
  },
  sides: (image, all) => {
    const { width = 0, height = 0 } = inspected(image);
    const isMany = all.length > MANY_IMAGES;
    const limit = isMany ? MANY_IMAGES_SIDE_LIMIT : SIDE_LIMIT;
    if (Math.max(width, height) <= limit) return undefined;
    const size = `At least one of the image dimensions exceed max allowed size`;
    return isMany ? `${size} for many-image requests: ${limit} pixels` : `${size}: ${limit} pixels`;
  },
  count: (image, all) => (image === all[COUNT_LIMIT] ? `too much media: ${all.length} > ${COUNT_LIMIT}` : undefined),
  type: (image) => {
    const { format } = inspected(image);
    const isOther = format !== undefined && format !== image.mimeType;
    return isOther ? `Image does not match the provided media type ${image.mimeType}` : undefined;
  },
  decodable: (image) => (inspected(image).problem === null ? undefined : 'Could not process image'),
} as const satisfies Readonly<Record<string, ImageRule>>;

/** Whether a provider can read the picture at all. */
export function isReadable(image: PayloadImage): boolean {
  return inspected(image).problem === null;
}

/** The parts of a data URL; undefined for another address. */
export function readDataUrl(url: unknown): { readonly mimeType: string; readonly data: string } | undefined {
  const [, mimeType, data] = typeof url === 'string' ? (/^data:([^;,]*);base64,(.*)$/s.exec(url) ?? []) : [];
  return mimeType === undefined || data === undefined ? undefined : { mimeType, data };
}
