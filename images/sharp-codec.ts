/** The one module that loads sharp; only the image process imports it. */
import { MAX_PIXELS, pixelLimitReason } from '../core/images/pixel-limit';
import type { ImageCodec } from '../core/images/shrink-to-fit';

/** Loads sharp; rejects where it is not installed or has no binaries for this platform. */
export async function loadSharpCodec(): Promise<ImageCodec> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  // As the reference reads images: damaged pixels do not count (OpenClaw 2026.5.7, media-understanding-core).
  const open = (bytes: Uint8Array) => sharp(bytes, { failOn: 'none', limitInputPixels: MAX_PIXELS });
  return {
    async measure(bytes) {
      try {
        const { width, height } = await open(bytes).metadata();
        return width > 0 && height > 0 && pixelLimitReason({ width, height }) === null ? { width, height } : null;
      } catch {
        // What cannot be measured cannot be encoded either, and that attempt says why.
        return null;
      }
    },
    toJpeg: (bytes, { side, quality }) =>
      open(bytes)
        .rotate()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer(),
  };
}
