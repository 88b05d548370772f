import type { JsonPath } from '../types';
import { lossyFix, type Rule } from './rule';

/** What OpenClaw puts in the place of an image it cannot read (OpenClaw 2026.5.7, pass 4). */
const PLACEHOLDERS = {
  empty: '[session:history] omitted empty image payload',
  base64: '[session:history] omitted image payload: invalid base64',
  'unknown-format': '[session:history] omitted image payload: Error: Input buffer contains unsupported image format',
} as const;

const REASONS = {
  empty: 'This image has no data',
  base64: "This image's data is not valid base64",
  'unknown-format': 'The data of this image is neither PNG, JPEG, GIF nor WebP',
} as const;

export const invalidImage: Rule = {
  id: 'invalid-image',
  summary: 'Image data that is empty, not base64, or no known image.',
  severity: 'error',
  step: 'images',
  description:
    'The data of an image was cut off, stored as a URL, or never was an image. Providers refuse it, and with it every later request of the session.',
  repair: 'Puts a text block that says so in its place.',
  *check(inspection) {
    for (const { entry, path, facts } of inspection.blocks.images) {
      if (facts.problem === null) continue;
      yield {
        location: inspection.at(
          entry,
          ...path,
          ...(facts.problem !== 'empty' || hasData(inspection.value(entry), path) ? ['data'] : []),
        ),
        message: `${REASONS[facts.problem]}: providers refuse it, and with it every later request.`,
        fixes: inspection.entry(entry).isRecovered
          ? []
          : [
              lossyFix('Put a text that says so in its place (loses the unreadable data)', {
                kind: 'setValue',
                line: inspection.lineOf(entry),
                path,
                value: { type: 'text', text: PLACEHOLDERS[facts.problem] },
              }),
            ],
      };
    }
  },
};

function hasData(value: unknown, path: JsonPath): boolean {
  const block = path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], value);
  return (block as Record<string, unknown>).data !== undefined;
}
