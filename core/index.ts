/** The front door of the core: what server, command line and tests use. */

export { type Checked, check, checkInSlices, rangeOf, ruleById } from './check';
export * from './config';
export { SessionDocument } from './document';
export type { ImageShrinker, ImageToShrink, ShrinkLimits, ShrinkResult } from './images/shrinker';
export { LineParser } from './jsonl/line-parser';
export { pathOfPointer, pointer } from './jsonl/pointer';
export type { LinesReplacement, SessionText } from './jsonl/session-text';
export { type PreviewPart, previewText } from './preview/document';
export { type Preview, preview, shownPayload, sourcesOf } from './preview/preview';
export { type ModelTable, modelShape, readModelTable } from './providers/model-facts';
export { diffEdits } from './repair/diff-edits';
export { fixAll, fixEdits } from './repair/fix-all';
export { fixAllWithImages } from './repair/fix-all-with-images';
export * from './repair/on-disk';
export { needsShrinking, shrinkImages } from './repair/shrink-images';
export { departures } from './replay/departures';
export { KNOWN_APIS, KNOWN_PROVIDERS } from './replay/known-names';
export type { Change, StopSignal } from './replay/pass';
export { type ReplayInput, type ReplayResult, replay } from './replay/pipeline';
export { traceContext } from './replay/trace-context';
export { type Messages, type Place, traceList } from './replay/traced';
export { RULES, type Rule } from './rules';
export { parseSessionLines, parseSessionText } from './session/context';
export type { Session } from './session/session';
export { sessionAt } from './session/session-at';
export { ownTarget, parseTarget, targetName } from './session/targets';
export * from './types';
