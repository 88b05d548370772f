import { pixelLimitReason } from '../images/pixel-limit';
import { imageLimits, REPLAY_IMAGE_LIMITS, type TargetView } from '../replay/requirements';
import type { ImageFacts } from '../session/facts';
import type { Fix, Severity } from '../types';
import type { Inspection } from './inspection';
import { lossyFix, type Rule } from './rule';

export const oversizeImage: Rule = {
  id: 'oversize-image',
  summary: 'An image is over a limit in force.',
  severity: 'information',
  step: 'images',
  description:
    'Providers limit bytes, sides and number of images in a request and refuse one that is over. Replay sends large pictures smaller, and the file keeps them whole: that is reported as information.',
  repair:
    'Shrinks the image as replay does: a JPEG within replay’s limits, or within the provider’s where they are narrower. An image of more than 25 million pixels, which replay does not decode, becomes the note that replay sends in its place. Too many images are no fault of one of them, so that finding has no fix.',
  *check(inspection) {
    const images = inspection.blocks.images;
    for (const [index, { entry, path, facts }] of images.entries()) {
      const reasons = new Map<Severity, string>();
      let isFixable = facts.problem === null;
      const verdict = inspection.judge((view) => {
        const refusal = refusedBy(view, facts, images.length) ?? oneTooMany(view, index, images.length);
        const shrunk = refusal === undefined ? shrunkBy(inspection, facts) : undefined;
        if (refusal !== undefined) reasons.set('error', refusal);
        else if (shrunk !== undefined) reasons.set('information', shrunk);
        if (oneTooMany(view, index, images.length) !== undefined) isFixable = false;
        return refusal !== undefined ? 'error' : shrunk === undefined ? undefined : 'information';
      });
      if (verdict === undefined) continue;
      const line = inspection.lineOf(entry);
      yield {
        ...verdict,
        location: inspection.at(entry, ...path, 'data'),
        message: reasons.get(verdict.severity)!,
        fixes: isFixable ? [fixFor(inspection, facts, { line, path, count: images.length })] : [],
      };
    }
  },
};

/** Why a provider refuses the image; `count` images are in the request. */
function refusedBy(view: TargetView, { bytes, width, height }: ImageFacts, count: number): string | undefined {
  const limits = imageLimits(view);
  if (limits === undefined) return undefined;
  const side = Math.max(width ?? 0, height ?? 0);
  if (limits.bytes !== undefined && bytes > limits.bytes) {
    return `This image has ${bytes} bytes; the provider refuses more than ${limits.bytes}.`;
  }
  if (side > limits.side)
    return `A side of this image has ${side} pixels; the provider refuses more than ${limits.side}.`;
  if (limits.many !== undefined && count > limits.many.above && side > limits.many.side) {
    return `A side of this image has ${side} pixels; the provider refuses more than ${limits.many.side} when a request holds more than ${limits.many.above} images, and here are ${count}.`;
  }
  return undefined;
}

/** Why a provider refuses the request when it comes to this image; `index` is its place in the request, from 0. */
function oneTooMany(view: TargetView, index: number, count: number): string | undefined {
  const most = imageLimits(view)?.count;
  if (index !== most) return undefined;
  return `This is image number ${index + 1} of ${count}; the provider takes ${most} in a request.`;
}

/** Why replay sends the image smaller, or not at all. */
function shrunkBy(inspection: Inspection, { bytes, width, height, problem }: ImageFacts): string | undefined {
  if (inspection.profile === 'pi' || problem !== null) return undefined;
  const size = `${width ?? '?'} × ${height ?? '?'} pixels, ${bytes} bytes`;
  if (pixelLimitReason({ width: width ?? 0, height: height ?? 0 }) !== null) {
    return `This image (${size}) has more than ${REPLAY_IMAGE_LIMITS.pixels / 1e6} million pixels, so every replay sends a note in its place; it stays whole in the file.`;
  }
  const side = Math.max(width ?? 0, height ?? 0);
  if (side <= replaySide(inspection) && bytes <= REPLAY_IMAGE_LIMITS.bytes) return undefined;
  return `This image (${size}) is sent smaller on every replay; it stays whole in the file.`;
}

/** The longest side that replay sends. */
function replaySide({ imageMaxDimension }: Inspection): number {
  return Math.max(1, Math.floor(imageMaxDimension ?? REPLAY_IMAGE_LIMITS.side));
}

/** The longest side that a provider takes in a request with this many images. */
function acceptedSide(view: TargetView, count: number): number {
  const { side, many } = imageLimits(view) ?? { side: Number.POSITIVE_INFINITY };
  return many !== undefined && count > many.above ? many.side : side;
}

/** Makes the image one that every target in force takes, and replay sends as it is. */
function fixFor(
  inspection: Inspection,
  { width = 0, height = 0 }: ImageFacts,
  { line, path, count }: { line: number; path: readonly (string | number)[]; count: number },
): Fix {
  const tooMany = pixelLimitReason({ width, height });
  if (tooMany !== null) {
    return lossyFix('Put replay’s note in its place (loses the picture, which is too large to be shrunk)', {
      kind: 'setValue',
      line,
      path,
      value: { type: 'text', text: `[session:history] omitted image payload: ${tooMany}` },
    });
  }
  const maxSide = Math.min(replaySide(inspection), ...inspection.targets.map((view) => acceptedSide(view, count)));
  const maxBytes = REPLAY_IMAGE_LIMITS.bytes;
  return lossyFix(
    `Shrink it to at most ${maxSide} pixels a side and ${maxBytes / 1024 ** 2} MiB (loses detail of the picture)`,
    { kind: 'shrinkImage', line, path, maxSide, maxBytes },
  );
}
