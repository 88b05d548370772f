import type { Converted } from './parts';

/** What converters read and give. Shapes of messages are those of a session file (session-format.md). */

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly textSignature?: string;
}

export interface ThinkingBlock {
  readonly type: 'thinking';
  /** Absent in damaged sessions. */
  readonly thinking?: string;
  readonly thinkingSignature?: string;
  readonly redacted?: boolean;
}

export interface ImageBlock {
  readonly type: 'image';
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

export interface CallBlock {
  readonly type: 'toolCall';
  readonly id: string;
  /** Absent in damaged sessions. */
  readonly name?: string;
  readonly arguments?: unknown;
  readonly thoughtSignature?: string;
}

export type Block = TextBlock | ThinkingBlock | ImageBlock | CallBlock;

export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly Block[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly provider: string;
  readonly api: string;
  readonly model: string;
  readonly content: readonly Block[];
  readonly stopReason?: string;
  /** Set by sessions of the web socket form. */
  readonly phase?: string;
}

export interface ResultMessage {
  readonly role: 'toolResult';
  readonly toolCallId: string;
  /** Absent in damaged sessions. */
  readonly toolName?: string;
  readonly content: readonly Block[];
  readonly isError: boolean;
}

export type Message = UserMessage | AssistantMessage | ResultMessage;

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON schema. */
  readonly parameters: unknown;
}

/** Thinking level of pi. OpenClaw's `adaptive` and `max` are `medium` and `xhigh` here (payloads.md 2.1). */
export type Level = 'off' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';

/** A model with everything that decides about its payloads. */
export interface Model {
  readonly id: string;
  readonly name: string;
  readonly api: string;
  readonly provider: string;
  /** Empty when none is known. */
  readonly baseUrl: string;
  readonly reasoning: boolean;
  /** `text` and maybe `image`. */
  readonly input: readonly string[];
  readonly maxTokens: number;
  readonly contextWindow: number;
  /** Switches of the endpoint that are stated, not detected. */
  readonly compat: Readonly<Record<string, unknown>>;
  /** What the provider calls a level; null: the model does not have it. */
  readonly thinkingLevelMap: Readonly<Record<string, string | null>>;
}

export interface PayloadOptions {
  readonly sessionId?: string;
  readonly cacheRetention?: 'none' | 'short' | 'long';
  readonly maxTokens?: number;
  readonly temperature?: number;
}

/** `auto`: the one an ordinary OpenClaw run uses (payloads.md 1). */
export type Transport = 'pi-ai' | 'openclaw' | 'openclaw-ws' | 'auto';

/** One payload to make: the fields of a golden payload case. */
export interface PayloadRequest {
  readonly api: string;
  readonly provider: string;
  readonly modelId: string;
  readonly baseUrl?: string;
  readonly reasoning?: Level;
  /** Facts that are known about the model; the rest comes from the catalog or is assumed. */
  readonly model?: Partial<Model>;
  readonly messages: readonly Message[];
  readonly systemPrompt?: string;
  readonly tools?: readonly Tool[];
  readonly options?: PayloadOptions;
  /** OpenClaw's model parameters, for its wrappers. */
  readonly extraParams?: Readonly<Record<string, unknown>>;
  /** OpenClaw's own level, which also knows `adaptive` and `max`; the level without it. */
  readonly thinkLevel?: string;
  readonly transport?: Transport;
  /** Whether OpenClaw's model normalisation and wrappers apply. */
  readonly wrap?: boolean;
}

/** What a converter works on: a request whose model is complete and whose messages can be read. */
export interface ConverterInput {
  readonly model: Model;
  readonly messages: readonly Message[];
  readonly systemPrompt: string | undefined;
  /** Undefined when the caller names none, which is not the same as an empty list. */
  readonly tools: readonly Tool[] | undefined;
  /** As asked for; converters fit it to the model. */
  readonly level: Level;
  readonly options: PayloadOptions;
}

/** The converters of one api, by transport. */
export type Converters = Readonly<Partial<Record<Transport, (input: ConverterInput) => Converted>>>;
