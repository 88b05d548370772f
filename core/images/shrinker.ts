/** An image whose size or format makes replay encode it anew. */
export interface ImageToShrink {
  /** Canonical base64: standard alphabet, padded, no white space. */
  readonly data: string;
  /** As replay corrected it; the bytes may still be of another format. */
  readonly mimeType: string;
}

export interface ShrinkLimits {
  /** Longest side in pixels, at least 1. */
  readonly maxSide: number;
  /** Decoded bytes, at least 1. */
  readonly maxBytes: number;
}

/**
 * What became of an image.
 *
 * - `unchanged`: the image library reads a size the header did not tell, and it is within the limits.
 * - `shrunk`: a JPEG within the limits; sides in pixels.
 * - `failed`: nothing within the limits, undecodable, or no image library. `reason` is the error as the reference
 *   prints it, such as `Error: Input buffer contains unsupported image format`.
 */
export type ShrinkResult =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'shrunk';
      readonly data: string;
      readonly mimeType: 'image/jpeg';
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** The reason where there is no image library (OpenClaw 2026.5.7's words). */
export const MISSING_LIBRARY = 'Error: Optional dependency sharp is required for image attachment processing';

/** Where there is no image library. */
export const unavailableShrinker: ImageShrinker = {
  shrink: async () => ({ kind: 'failed', reason: MISSING_LIBRARY }),
};

/**
 * Encodes images anew as replay does (OpenClaw 2026.5.7, pass 4 steps 5 and 6). Never rejects for what an image holds;
 * rejects with the signal's reason when it is aborted.
 */
export interface ImageShrinker {
  shrink(image: ImageToShrink, limits: ShrinkLimits, signal?: AbortSignal): Promise<ShrinkResult>;
}
