import type { ShrinkLimits } from './shrinker';

/** Sides in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** What shrinking needs of an image library. */
export interface ImageCodec {
  /** The size of an image as it is stored; null when the library cannot read it. Never rejects. */
  measure(bytes: Uint8Array): Promise<ImageSize | null>;
  /** A JPEG, turned upright, that fits into a square of `side` pixels and is not enlarged; rejects with an `Error`. */
  toJpeg(bytes: Uint8Array, to: { readonly side: number; readonly quality: number }): Promise<Uint8Array>;
}

/** What `shrinkToFit` made of an image; `smallest` is in bytes. */
export type Fitted =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'shrunk'; readonly jpeg: Uint8Array }
  | { readonly kind: 'tooLarge'; readonly smallest: number };

/** Sides and JPEG qualities to try (OpenClaw 2026.5.7, pass 4 step 5). */
const SIDES = [1800, 1600, 1400, 1200, 1000, 800];
const QUALITIES = [85, 75, 65, 55, 45, 35];

/**
 * Encodes an image anew as replay does (OpenClaw 2026.5.7, pass 4 steps 4 to 6): larger sides first, and for each side
 * better qualities first; the first result of at most `maxBytes` is taken. One image and one attempt at a time.
 *
 * @param size as the header tells it; undefined when the library is to be asked.
 * @throws what the codec rejects with.
 */
export async function shrinkToFit(
  codec: ImageCodec,
  bytes: Uint8Array,
  size: ImageSize | undefined,
  { maxSide, maxBytes }: ShrinkLimits,
): Promise<Fitted> {
  const known = size ?? (await codec.measure(bytes));
  const longest = known === null ? undefined : Math.max(known.width, known.height);
  if (longest !== undefined && longest <= maxSide && bytes.length <= maxBytes) return { kind: 'unchanged' };
  let smallest = Number.POSITIVE_INFINITY;
  for (const side of sidesToTry(maxSide, longest)) {
    for (const quality of QUALITIES) {
      const jpeg = await codec.toJpeg(bytes, { side, quality });
      if (jpeg.length <= maxBytes) return { kind: 'shrunk', jpeg };
      smallest = Math.min(smallest, jpeg.length);
    }
  }
  return { kind: 'tooLarge', smallest };
}

/**
 * The sides to try, largest first. The reference also tries sides that are longer than the image; since nothing is
 * enlarged, each of them gives what the image's own size gives, so one of them stands for all.
 */
function sidesToTry(maxSide: number, longest: number | undefined): number[] {
  const most = longest === undefined ? maxSide : Math.min(maxSide, longest);
  return [...new Set([most, ...SIDES.map((side) => Math.min(side, most))])].sort((a, b) => b - a);
}

/** The reference's words for an image that no attempt makes small enough; sizes in bytes. */
export function tooLargeReason(maxBytes: number, smallest: number): string {
  const megabytes = (bytes: number) => bytes / (1024 * 1024);
  return `Error: Image could not be reduced below ${megabytes(maxBytes).toFixed(0)}MB (got ${megabytes(smallest).toFixed(2)}MB)`;
}
