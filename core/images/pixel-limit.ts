import type { ImageSize } from './shrink-to-fit';

/** Larger images are not decoded (OpenClaw 2026.5.7, pass 4). */
export const MAX_PIXELS = 25_000_000;

/** The reference's words for an image that is not decoded; null for one that may be. */
export function pixelLimitReason({ width, height }: ImageSize): string | null {
  if (width * height <= MAX_PIXELS) return null;
  const limit = MAX_PIXELS.toLocaleString('en-US');
  return `Error: Image dimensions exceed the ${limit} pixel input limit: ${width}x${height} (${width * height} pixels)`;
}
