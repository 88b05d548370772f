/**
 * The parts that messages of a test session are made of: content blocks, usage records, pictures and the models that
 * write turns. `build-session.ts` passes all of it on, so tests import from there.
 */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Members of a JSON object; a member that is undefined is left out of the line. */
export type Members = Readonly<Record<string, unknown>>;

/** One content block of a message. */
export type Block = Members;

/** Who wrote an assistant turn. */
export interface Model {
  readonly api: string;
  readonly provider: string;
  readonly model: string;
}

/** One model for each family of targets, with the names that real sessions hold. */
export const models = {
  anthropic: { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-sonnet-4-6' },
  bedrock: {
    api: 'bedrock-converse-stream',
    provider: 'amazon-bedrock',
    model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  },
  bedrockNova: { api: 'bedrock-converse-stream', provider: 'amazon-bedrock', model: 'us.amazon.nova-pro-v1:0' },
  openai: { api: 'openai-responses', provider: 'openai', model: 'gpt-5.2' },
  codex: { api: 'openai-codex-responses', provider: 'openai-codex', model: 'gpt-5.2-codex' },
  azure: { api: 'azure-openai-responses', provider: 'azure-openai-responses', model: 'gpt-5.1' },
  kimi: { api: 'openai-completions', provider: 'moonshot', model: 'kimi-k2.5' },
  kimiCode: { api: 'anthropic-messages', provider: 'kimi', model: 'kimi-for-coding' },
  openrouter: { api: 'openai-completions', provider: 'openrouter', model: 'anthropic/claude-sonnet-4.5' },
  openrouterGemini: { api: 'openai-completions', provider: 'openrouter', model: 'google/gemini-3-pro-preview' },
  deepseek: { api: 'openai-completions', provider: 'deepseek', model: 'deepseek-reasoner' },
  ollama: { api: 'ollama', provider: 'ollama', model: 'qwen3-coder:30b' },
  google: { api: 'google-generative-ai', provider: 'google', model: 'gemini-3-pro-preview' },
  geminiCli: { api: 'google-gemini-cli', provider: 'google-gemini-cli', model: 'gemini-2.5-pro' },
  antigravityClaude: { api: 'google-gemini-cli', provider: 'google-antigravity', model: 'claude-sonnet-4-5-thinking' },
  vertex: { api: 'google-vertex', provider: 'google-vertex', model: 'gemini-2.5-pro' },
  mistral: { api: 'mistral-conversations', provider: 'mistral', model: 'devstral-medium-latest' },
  minimax: { api: 'anthropic-messages', provider: 'minimax', model: 'MiniMax-M2.1' },
  copilot: { api: 'openai-responses', provider: 'github-copilot', model: 'gpt-5.2' },
  copilotClaude: { api: 'anthropic-messages', provider: 'github-copilot', model: 'claude-sonnet-4.5' },
} as const satisfies Record<string, Model>;

/** Made-up opaque bytes as base64, the same for the same seed; what providers send as signature looks like this. */
export function opaque(seed: string, bytes = 96): string {
  const parts: Buffer[] = [];
  for (let n = 0; n * 32 < bytes; n++) parts.push(createHash('sha256').update(`${seed}\n${n}`).digest());
  return Buffer.concat(parts).subarray(0, bytes).toString('base64');
}

export function text(value: string, extra: Members = {}): Block {
  return { type: 'text', text: value, ...extra };
}

/** A thinking block. Without a second argument its signature is made from its text, so equal thoughts share one. */
export function thinking(value: string, signature: string | undefined = opaque(value), extra: Members = {}): Block {
  return { type: 'thinking', thinking: value, thinkingSignature: signature, ...extra };
}

/** Thinking that the provider sent encrypted only. */
export function redactedThinking(payload: string): Block {
  return { type: 'thinking', thinking: '[Reasoning redacted]', thinkingSignature: payload, redacted: true };
}

/** Reasoning of an OpenAI Responses model: the whole item as JSON text in place of a signature. */
export function reasoning(id: string, summary = ''): Block {
  const item = {
    id,
    type: 'reasoning',
    summary: summary === '' ? [] : [{ type: 'summary_text', text: summary }],
    encrypted_content: `gAAAAA${opaque(id, 90)}`,
  };
  return { type: 'thinking', thinking: summary, thinkingSignature: JSON.stringify(item) };
}

export function call(id: string, name: string, args: Members = {}, extra: Members = {}): Block {
  return { type: 'toolCall', id, name, arguments: args, ...extra };
}

/** The usage record of a turn, with all fields that current runtimes write. */
export function usage(input = 1200, output = 60, cacheRead = 0, cacheWrite = 0): Members {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return { input, output, cacheRead, cacheWrite, totalTokens: input + output + cacheRead + cacheWrite, cost };
}

/** Bytes of a PNG in 8-bit grey; without pixels it is black. Stored, not compressed: the same on every Node version. */
export function pngBytes(width: number, height: number, pixels?: Uint8Array): Buffer {
  const rows = Buffer.alloc(height * (width + 1));
  if (pixels !== undefined) {
    for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = [pngChunk('IHDR', head), pngChunk('IDAT', deflateSync(rows, { level: 0 })), pngChunk('IEND')];
  return Buffer.concat([signature, ...body]);
}

function pngChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** An 8 by 8 grey JPEG: one quantisation table, two one-code Huffman tables, one block. */
function jpegBytes(): Buffer {
  const quantisation = Buffer.concat([Buffer.from([0xff, 0xdb, 0, 67, 0]), Buffer.alloc(64, 1)]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]);
  const huffman = [0x00, 0x10].map((kind) =>
    Buffer.concat([Buffer.from([0xff, 0xc4, 0, 20, kind, 1]), Buffer.alloc(15), Buffer.from([0])]),
  );
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), quantisation, frame, ...huffman, scan, Buffer.from([0xff, 0xd9])]);
}

/** The smallest honest picture of each known type, as base64. */
export const pictures = {
  'image/png': pngBytes(2, 2).toString('base64'),
  'image/jpeg': jpegBytes().toString('base64'),
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==',
  'image/webp': 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
} as const;

/** An image block; without data the smallest picture of its type. */
export function image(mimeType: string = 'image/png', data?: string, extra: Members = {}): Block {
  return { type: 'image', data: data ?? pictures[mimeType as keyof typeof pictures], mimeType, ...extra };
}
