import type { Origin } from '../providers';
import type { Place } from '../replay/traced';
import { type Preview, type PreviewProblem, placeOfOrigin, shownPayload } from './preview';
import { type PrintOptions, printPayload, type TextPlace } from './print';

/** A preview as a text whose lines know where they come from. */
export interface PreviewText {
  readonly text: string;
  /** True when something was left out because of the limit. */
  readonly isCut: boolean;
  /** Where the lines come from; each part reaches to the first line of the next one. */
  readonly parts: readonly PreviewPart[];
  /** The problems, each with the place in the text that shows it. */
  readonly problems: readonly (PreviewProblem & { readonly at: TextPlace })[];
}

export interface PreviewPart {
  /** 0-based. */
  readonly firstLine: number;
  /** Null for what the session does not say. */
  readonly place: Place | null;
}

/** Writes a preview down. */
export function previewText(preview: Preview, options: PrintOptions): PreviewText {
  const { payload, sent, problems } = preview;
  const { text, isCut, runs, placeOf } = printPayload(shownPayload(payload), options, {
    origins: 'origins' in payload ? payload.origins : new Map<object, Origin>(),
    wanted: problems.map(({ pointer }) => pointer),
  });
  return {
    text,
    isCut,
    parts: runs.map(({ firstLine, origin }) => ({ firstLine, place: origin ? placeOfOrigin(sent, origin) : null })),
    problems: problems.map((problem) => ({ ...problem, at: placeOf(problem.pointer) })),
  };
}
