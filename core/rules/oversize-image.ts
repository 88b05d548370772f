import { imageLimits, REPLAY_IMAGE_LIMITS, type TargetView } from '../replay/requirements';
import type { ImageFacts } from '../session/facts';
import type { Severity } from '../types';
import type { Inspection } from './inspection';
import type { Rule } from './rule';

export const oversizeImage: Rule = {
  id: 'oversize-image',
  summary: 'An image is over a limit in force.',
  severity: 'information',
  step: 'images',
  description:
    'Providers limit bytes, sides and number of images in a request and refuse one that is over. Replay sends large pictures smaller, and the file keeps them whole: that is reported as information.',
  repair: 'None yet: shrinking comes with replay.',
  *check(inspection) {
    const images = inspection.blocks.images;
    for (const [index, { entry, path, facts }] of images.entries()) {
      const reasons = new Map<Severity, string>();
      const verdict = inspection.judge((view) => {
        const refusal = refusedBy(view, facts, index, images.length);
        const shrunk = refusal === undefined ? shrunkBy(inspection, facts) : undefined;
        if (refusal !== undefined) reasons.set('error', refusal);
        else if (shrunk !== undefined) reasons.set('information', shrunk);
        return refusal !== undefined ? 'error' : shrunk === undefined ? undefined : 'information';
      });
      if (verdict === undefined) continue;
      yield { ...verdict, location: inspection.at(entry, ...path, 'data'), message: reasons.get(verdict.severity)! };
    }
  },
};

/** Why a provider refuses the image; `index` is its place among the images of the request, from 0. */
function refusedBy(
  view: TargetView,
  { bytes, width, height }: ImageFacts,
  index: number,
  count: number,
): string | undefined {
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
  if (index === limits.count)
    return `This is image number ${index + 1} of ${count}; the provider takes ${limits.count} in a request.`;
  return undefined;
}

/** Why replay sends the image smaller. */
function shrunkBy(inspection: Inspection, { bytes, width, height, problem }: ImageFacts): string | undefined {
  if (inspection.profile === 'pi' || problem !== null) return undefined;
  const limit = Math.max(1, Math.floor(inspection.imageMaxDimension ?? REPLAY_IMAGE_LIMITS.side));
  const side = Math.max(width ?? 0, height ?? 0);
  const pixels = (width ?? 0) * (height ?? 0);
  if (side <= limit && bytes <= REPLAY_IMAGE_LIMITS.bytes && pixels <= REPLAY_IMAGE_LIMITS.pixels) return undefined;
  return `This image (${width ?? '?'} × ${height ?? '?'} pixels, ${bytes} bytes) is sent smaller on every replay; it stays whole in the file.`;
}
