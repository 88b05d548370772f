import { assistantFirst } from './assistant-first';
import { blankTextBlock } from './blank-text-block';
import { blankUserTurn } from './blank-user-turn';
import { compactionAnchor } from './compaction-anchor';
import { compactionGap } from './compaction-gap';
import { compactionSplitsPair } from './compaction-splits-pair';
import { consecutiveTurns } from './consecutive-turns';
import { danglingParent } from './dangling-parent';
import { duplicateEntryId } from './duplicate-entry-id';
import { duplicateSibling } from './duplicate-sibling';
import { duplicateThinking } from './duplicate-thinking';
import { duplicateToolCallId } from './duplicate-tool-call-id';
import { duplicateToolResult } from './duplicate-tool-result';
import { emptyErrorTurn } from './empty-error-turn';
import { emptyToolResult } from './empty-tool-result';
import { extraHeader } from './extra-header';
import { gluedRecords } from './glued-records';
import { headerNotFirst } from './header-not-first';
import { imageMimeMismatch } from './image-mime-mismatch';
import { inboundMetadata } from './inbound-metadata';
import { incompleteToolCall } from './incomplete-tool-call';
import { invalidEntry } from './invalid-entry';
import { invalidImage } from './invalid-image';
import { invalidThinkingSignature } from './invalid-thinking-signature';
import { invalidToolCallId } from './invalid-tool-call-id';
import { loneSurrogate } from './lone-surrogate';
import { malformedLine } from './malformed-line';
import { misplacedToolResult } from './misplaced-tool-result';
import { missingFinalNewline } from './missing-final-newline';
import { missingHeader } from './missing-header';
import { missingToolResult } from './missing-tool-result';
import { nulBytes } from './nul-bytes';
import { openCallAtEnd } from './open-call-at-end';
import { orphanReasoning } from './orphan-reasoning';
import { orphanToolResult } from './orphan-tool-result';
import { outdatedVersion } from './outdated-version';
import { oversizeImage } from './oversize-image';
import { parentCycle } from './parent-cycle';
import type { Rule } from './rule';
import { secondRoot } from './second-root';
import { splitRecord } from './split-record';
import { staleReasoning } from './stale-reasoning';
import { stopReasonMismatch } from './stop-reason-mismatch';
import { textEncoding } from './text-encoding';
import { thinkingOnlyTurn } from './thinking-only-turn';
import { thoughtSignature } from './thought-signature';
import { timestampOrder } from './timestamp-order';
import { toolNameMismatch } from './tool-name-mismatch';
import { tornRecord } from './torn-record';
import { trailingAssistant } from './trailing-assistant';
import { transcriptOnlyTurn } from './transcript-only-turn';
import { unknownEntryType } from './unknown-entry-type';
import { unknownVersion } from './unknown-version';
import { unmarkedInterSession } from './unmarked-inter-session';
import { unsignedThinking } from './unsigned-thinking';

/** Every rule, in the order of the catalogue. Adding one: its file, its test, one line here. */
export const RULES: readonly Rule[] = [
  nulBytes,
  tornRecord,
  gluedRecords,
  splitRecord,
  malformedLine,
  missingFinalNewline,
  loneSurrogate,
  textEncoding,
  missingHeader,
  headerNotFirst,
  extraHeader,
  outdatedVersion,
  unknownVersion,
  invalidEntry,
  unknownEntryType,
  duplicateEntryId,
  timestampOrder,
  danglingParent,
  parentCycle,
  secondRoot,
  duplicateSibling,
  compactionAnchor,
  compactionSplitsPair,
  compactionGap,
  emptyErrorTurn,
  blankUserTurn,
  blankTextBlock,
  emptyToolResult,
  stopReasonMismatch,
  consecutiveTurns,
  assistantFirst,
  trailingAssistant,
  transcriptOnlyTurn,
  unmarkedInterSession,
  inboundMetadata,
  orphanToolResult,
  missingToolResult,
  misplacedToolResult,
  duplicateToolResult,
  duplicateToolCallId,
  incompleteToolCall,
  invalidToolCallId,
  toolNameMismatch,
  openCallAtEnd,
  unsignedThinking,
  invalidThinkingSignature,
  duplicateThinking,
  thinkingOnlyTurn,
  orphanReasoning,
  staleReasoning,
  thoughtSignature,
  invalidImage,
  imageMimeMismatch,
  oversizeImage,
];

export type { Rule } from './rule';
export { type RuleRuns, runRules } from './run-rules';
