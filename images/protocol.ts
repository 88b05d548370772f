/** What the image process and its parent say to each other, as JSON: the two may run different versions of Node. */
import type { ShrinkResult } from '../core/images/shrinker';

/** From the parent; the next one is sent when the last one was answered. */
export interface ShrinkRequest {
  /** Canonical base64. */
  readonly data: string;
  readonly maxSide: number;
  readonly maxBytes: number;
}

/** From the process: once whether it can work, then an answer a request. */
export type ProcessMessage =
  | { readonly kind: 'ready' }
  /** The image library is not installed, or has nothing for this platform. */
  | { readonly kind: 'noLibrary' }
  | { readonly kind: 'answer'; readonly result: ShrinkResult };
