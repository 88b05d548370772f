import { inspectImage } from '../core/images/measure';
import { pixelLimitReason } from '../core/images/pixel-limit';
import { type ImageCodec, shrinkToFit, tooLargeReason } from '../core/images/shrink-to-fit';
import type { ShrinkResult } from '../core/images/shrinker';
import type { ShrinkRequest } from './protocol';

/** Shrinks the image of a request. What is wrong with the image becomes a `failed` result in the reference's words. */
export async function answer(codec: ImageCodec, { data, maxSide, maxBytes }: ShrinkRequest): Promise<ShrinkResult> {
  const size = headerSize(data);
  const tooMany = size && pixelLimitReason(size);
  if (tooMany) return { kind: 'failed', reason: tooMany };
  try {
    const fitted = await shrinkToFit(codec, Buffer.from(data, 'base64'), size, { maxSide, maxBytes });
    if (fitted.kind === 'tooLarge') return { kind: 'failed', reason: tooLargeReason(maxBytes, fitted.smallest) };
    return fitted.kind === 'unchanged' ? fitted : asResult(Buffer.from(fitted.jpeg).toString('base64'));
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  }
}

function headerSize(data: string) {
  const { width, height } = inspectImage(data);
  return width !== undefined && height !== undefined ? { width, height } : undefined;
}

function asResult(data: string): ShrinkResult {
  const { width, height } = headerSize(data)!;
  return { kind: 'shrunk', data, mimeType: 'image/jpeg', width, height };
}
