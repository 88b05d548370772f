/** Other spellings of provider ids (OpenClaw 2026.5.7, `replay.md` A.2). */
const PROVIDER_ALIASES: Readonly<Record<string, string>> = {
  modelstudio: 'qwen',
  qwencloud: 'qwen',
  'z.ai': 'zai',
  'z-ai': 'zai',
  'opencode-zen': 'opencode',
  'opencode-go-auth': 'opencode-go',
  'kimi-code': 'kimi',
  'kimi-coding': 'kimi',
  bedrock: 'amazon-bedrock',
  'aws-bedrock': 'amazon-bedrock',
  bytedance: 'volcengine',
  doubao: 'volcengine',
};

/** A provider id trimmed, in lower case, and without its aliases (OpenClaw 2026.5.7, `replay.md` A.2). */
export function normalizeProvider(provider: string): string {
  const id = provider.trim().toLowerCase();
  return Object.hasOwn(PROVIDER_ALIASES, id) ? PROVIDER_ALIASES[id]! : id;
}
