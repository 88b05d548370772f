/** The front door of the core: what server, command line and tests use. */

export { type Checked, check, checkInSlices, pointer, rangeOf, ruleById } from './check';
export * from './config';
export { SessionDocument } from './document';
export { diffEdits } from './repair/diff-edits';
export { fixAll, fixEdits } from './repair/fix-all';
export * from './repair/on-disk';
export { RULES, type Rule } from './rules';
export { parseTarget, targetName } from './session/targets';
export * from './types';
