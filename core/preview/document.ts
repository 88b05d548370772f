import type { Place } from '../replay/traced';
import { type Preview, type PreviewProblem, shownPayload, sourceAt, sourcesOf } from './preview';
import { lineFinder, type Printed, type PrintOptions, printPayload } from './print';

/** A preview as a text whose lines know where they come from. */
export interface PreviewText extends Printed {
  /** By 0-based line: a number in `places`, −1 for what the session does not say. */
  readonly lineSources: readonly number[];
  readonly places: readonly Place[];
  /** The problems, each with the line of the text that shows it. */
  readonly problems: readonly (PreviewProblem & { readonly line: number })[];
}

/** Writes a preview down. */
export function previewText(preview: Preview, options: PrintOptions): PreviewText {
  const printed = printPayload(shownPayload(preview.payload), options);
  const sources = sourcesOf(preview);
  const places: Place[] = [];
  const numbers = new Map<Place, number>();
  let lastPointer: string | undefined;
  let last = -1;
  const lineSources = printed.pointers.map((pointer) => {
    // Neighbouring lines mostly show the same part.
    if (pointer === lastPointer) return last;
    lastPointer = pointer;
    const place = sourceAt(sources, pointer);
    if (place === undefined) last = -1;
    else {
      const known = numbers.get(place);
      last = known ?? places.push(place) - 1;
      if (known === undefined) numbers.set(place, last);
    }
    return last;
  });
  const lineOf = preview.problems.length > 0 ? lineFinder(printed) : () => 0;
  const problems = preview.problems.map((problem) => ({ ...problem, line: lineOf(problem.pointer) }));
  return { ...printed, lineSources, places, problems };
}
