/**
 * What rules need to know of a line, without a second copy of its text: ids, roles, kinds of blocks, lengths,
 * verdicts. Read once a line, kept until the line changes. Whoever needs the content reads the line again.
 */

import type { JsonPath } from '../types';

/** What is odd about a line's bytes, as bits of `LineFacts.flags`. */
export const LineFlag = {
  /** U+2028 or U+2029 stand in it unescaped. */
  separators: 1,
  /** Bytes that are no UTF-8. */
  strayBytes: 2,
  /** An escape that is half of a surrogate pair. */
  loneSurrogate: 4,
  byteOrderMark: 8,
  /** It ends in CR LF. */
  crlf: 16,
} as const;

export type LineFacts =
  | { readonly kind: 'blank'; readonly flags: number }
  | { readonly kind: 'header'; readonly flags: number; readonly header: HeaderFacts }
  | { readonly kind: 'entry'; readonly flags: number; readonly entry: EntryFacts }
  /** It is not one JSON object. */
  | { readonly kind: 'damaged'; readonly flags: number };

/** A field that is missing or of the wrong type. */
export interface ShapeProblem {
  readonly path: JsonPath;
  /** What the format wants there, in words. */
  readonly expected: string;
  readonly missing: boolean;
}

export interface HeaderFacts {
  readonly version: unknown;
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly cwd: string | undefined;
  /** Version 1 headers name the model. */
  readonly provider: string | undefined;
  readonly modelId: string | undefined;
  readonly problems: readonly ShapeProblem[];
}

export interface EntryFacts {
  readonly type: string;
  /** Undefined when it is missing, empty or no string. */
  readonly id: string | undefined;
  /** Undefined when it is neither a string nor null. */
  readonly parentId: string | null | undefined;
  readonly hasParentKey: boolean;
  readonly timestamp: string | undefined;
  /** The timestamp in milliseconds; NaN where it is missing or does not parse. */
  readonly time: number;
  readonly problems: readonly ShapeProblem[];
  readonly message?: MessageFacts;
  /** A message with `appendMode: "side"` (session format, section 11). */
  readonly isSide?: true;
  readonly compaction?: CompactionFacts;
  readonly leaf?: LeafFacts;
  /** Of `model_change`, or of a `custom` model-snapshot. */
  readonly model?: { readonly provider: string; readonly modelId: string; readonly api: string | undefined };
  readonly thinkingLevel?: string;
  /** A record that only OpenClaw writes. */
  readonly isOpenClaw?: true;
  /** `branch_summary`: whether its summary says something, and so enters the context. */
  readonly hasSummary?: boolean;
  /** Blocks of a `custom_message`, for its images. */
  readonly blocks?: readonly BlockFacts[];
}

export interface CompactionFacts {
  readonly firstKeptEntryId: string | undefined;
  readonly firstKeptEntryIndex: number | undefined;
  readonly summaryIsBlank: boolean;
}

export interface LeafFacts {
  readonly targetId: unknown;
  readonly appendParentId: unknown;
  readonly hasAppendParentId: boolean;
  readonly appendMode: unknown;
}

export interface MessageFacts {
  readonly role: string;
  readonly content: 'list' | 'string' | 'absent' | 'other';
  /** Blocks of a content list, in order. */
  readonly blocks: readonly BlockFacts[];
  /**
   * UTF-16 units of all text: a string content, or the text blocks. Typing changes it, and facts that differ in nothing
   * else count as the same (`update.ts`): rules ask `Inspection.textLength` for it, which notes that they did.
   */
  readonly textLength: number;
  /** String content, or every block, is blank text (an empty list included). */
  readonly isBlank: boolean;
  /** `timestamp`, when it is a number. */
  readonly time: number | undefined;
  readonly assistant?: AssistantFacts;
  readonly result?: ResultFacts;
  /** `provenance` says that the turn came from another session. */
  readonly isInterSession?: true;
  /** `excludeFromContext` of a `bashExecution`. */
  readonly isExcluded?: true;
}

export interface AssistantFacts {
  readonly api: string;
  readonly provider: string;
  readonly model: string;
  readonly stopReason: string;
  /** Usage is there and zero (replay, pass 2). */
  readonly hasZeroUsage: boolean;
  /** Its text may repeat inbound metadata; reading it tells. */
  readonly mayHoldMetadata: boolean;
}

export interface ResultFacts {
  /** `toolCallId`, else `toolUseId`; undefined when neither is a non-empty string. */
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
  readonly isStandIn: boolean;
}

export type BlockFacts = TextFacts | CallFacts | ThinkingFacts | ImageFacts | OtherFacts;

interface BlockBase {
  /** The key of a Gemini thought signature that fails the base64 test (replay, pass 4). */
  readonly badThoughtSignature?: 'thoughtSignature' | 'thought_signature';
}

export interface TextFacts extends BlockBase {
  readonly kind: 'text';
  readonly isBlank: boolean;
}

export interface CallFacts extends BlockBase {
  readonly kind: 'call';
  /** Types `toolCall`, `toolUse`, `functionCall`; the snake-case ones are invisible to pairing. */
  readonly isCamelCase: boolean;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly hasArguments: boolean;
  /** `partialJson`: whole JSON, or cut off. */
  readonly partialJson?: 'whole' | 'torn';
}

export interface ThinkingFacts extends BlockBase {
  readonly kind: 'thinking';
  readonly isRedacted: boolean;
  readonly isBlank: boolean;
  readonly isSigned: boolean;
  readonly signature: SignatureKind;
  /** A short hash of the signature, to find equal ones; empty without one. */
  readonly signatureHash: string;
  /** Of replayable OpenAI reasoning: the id of its item. */
  readonly reasoningId?: string;
  /** For Claude on Antigravity: the signature is standard base64. */
  readonly isAntigravitySigned: boolean;
}

/** What a signature looks like (session format, section 4.3). */
export type SignatureKind = 'none' | 'item' | 'field-name' | 'base64' | 'opaque';

export interface ImageFacts extends BlockBase {
  readonly kind: 'image';
  readonly problem: 'empty' | 'base64' | 'unknown-format' | null;
  readonly mimeType: string | undefined;
  readonly format: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly bytes: number;
}

export interface OtherFacts extends BlockBase {
  readonly kind: 'other';
}
