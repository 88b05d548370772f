import { type Rule, safeFix } from './rule';

export const imageMimeMismatch: Rule = {
  id: 'image-mime-mismatch',
  summary: 'The declared image type is not what the bytes say.',
  severity: 'error',
  step: 'images',
  description:
    'A screenshot tool or a download named the wrong type. Anthropic and others compare it with the data and refuse the request.',
  repair: 'Corrects the type.',
  *check(inspection) {
    for (const { entry, path, facts } of inspection.blocks.images) {
      const { format, mimeType, problem } = facts;
      if (problem !== null || format === undefined || normalized(mimeType) === format) continue;
      yield {
        location: inspection.at(entry, ...path, ...(mimeType === undefined ? [] : ['mimeType'])),
        message:
          mimeType === undefined
            ? `This image declares no type; its data is ${format}.`
            : `This image is declared as ${mimeType}, but its data is ${format}: providers refuse it.`,
        fixes: inspection.entry(entry).isRecovered
          ? []
          : [
              safeFix(`Correct the type to ${format}`, {
                kind: 'setValue',
                line: inspection.lineOf(entry),
                path: [...path, 'mimeType'],
                value: format,
              }),
            ],
      };
    }
  },
};

/** `image/jpg` is a common spelling that every converter knows. */
function normalized(mimeType: string | undefined): string | undefined {
  const lower = mimeType?.trim().toLowerCase();
  return lower === 'image/jpg' ? 'image/jpeg' : lower;
}
