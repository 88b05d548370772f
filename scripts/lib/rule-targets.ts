/** What the rules' pages say about targets: the verdicts of core/replay for some that people use. */
import { parseTarget, type Rule, type Severity } from '../../core';
import {
  acceptsCallId,
  type ImageLimits,
  imageLimits,
  type NeedName,
  needOf,
  REPLAY_IMAGE_LIMITS,
  type TargetView,
  viewTarget,
} from '../../core/replay/requirements';

const MODELS: readonly string[] = [
  'anthropic:claude-sonnet-4-5',
  'anthropic:claude-opus-4-6',
  'amazon-bedrock:anthropic.claude-sonnet-4-5',
  'amazon-bedrock:amazon.nova-pro',
  'github-copilot:claude-sonnet-4.5',
  'openai:gpt-5.2',
  'openai/openai-completions:gpt-4.1',
  'openrouter:anthropic/claude-sonnet-4.5',
  'openrouter:google/gemini-3-pro',
  'google:gemini-3-pro',
  'google-antigravity:claude-sonnet-4-5',
  'mistral:devstral-medium',
  'ollama:gemma-4',
  'deepseek:deepseek-reasoner',
];

/** The rows of the table of needs, by rule; a row that speaks of some turns only says which. */
const ROWS: Readonly<Record<NeedName, { readonly rule: string; readonly of?: string }>> = {
  'empty-tool-result': { rule: 'empty-tool-result' },
  'consecutive-turns: users': { rule: 'consecutive-turns', of: 'two user turns' },
  'consecutive-turns: assistants': { rule: 'consecutive-turns', of: 'two assistant turns' },
  'assistant-first': { rule: 'assistant-first' },
  'trailing-assistant': { rule: 'trailing-assistant' },
  'unsigned-thinking: signing api': { rule: 'unsigned-thinking', of: "a turn that Anthropic's or Bedrock's api wrote" },
  'unsigned-thinking: other api': { rule: 'unsigned-thinking', of: 'a turn that another api wrote' },
  'invalid-thinking-signature': { rule: 'invalid-thinking-signature' },
  'duplicate-thinking': { rule: 'duplicate-thinking' },
  'thinking-only-turn': { rule: 'thinking-only-turn' },
  'orphan-reasoning': { rule: 'orphan-reasoning' },
  'stale-reasoning': { rule: 'stale-reasoning' },
  'thought-signature': { rule: 'thought-signature' },
};

/** Ids as different runtimes make them. */
const CALL_IDS: readonly string[] = [
  'toolu_01A9hK2mQx',
  'call_9hK2mQx',
  'call_9hK2mQx|fc_01A9hK2mQx',
  'functions.exec:0',
  'a1B2c3D4e',
  `call_${'9hK2mQx'.repeat(6)}`,
];

interface Named {
  readonly name: string;
  readonly view: TargetView;
}

const off = MODELS.map((name): Named => ({ name: code(name), view: viewOf(name, 'off') }));
const thinking = MODELS.map((name): Named => ({ name: `${code(name)} with thinking on`, view: viewOf(name, 'high') }));

function viewOf(name: string, level: string): TargetView {
  const parsed = parseTarget(name);
  if ('error' in parsed) throw new Error(parsed.error);
  return viewTarget({ ...parsed.target, level }, 'documented');
}

/** What a rule that depends on the target says for some, in Markdown; undefined for a rule that does not. */
export function targetSection({ id }: Rule): string | undefined {
  if (id === 'invalid-tool-call-id') return callIds();
  if (id === 'oversize-image') return images();
  const rows = Object.entries(ROWS).filter(([, { rule }]) => rule === id) as [NeedName, { of?: string }][];
  if (rows.length === 0) return undefined;
  return rows
    .map(([name, { of }]) => `${of === undefined ? 'For example' : `For ${of}`}:\n\n${list(bySeverity(name))}`)
    .join('\n\n');
}

function bySeverity(name: NeedName): [string, string][] {
  const found = new Map<Severity | 'not reported', string[]>();
  const add = (severity: Severity | undefined, target: string) => {
    const key = severity ?? 'not reported';
    found.set(key, [...(found.get(key) ?? []), target]);
  };
  for (const [index, one] of off.entries()) {
    const plain = verdict(name, one.view);
    const withThinking = verdict(name, thinking[index]!.view);
    add(plain, one.name);
    if (withThinking !== plain) add(withThinking, thinking[index]!.name);
  }
  const order = ['error', 'warning', 'information', 'hint', 'not reported'] as const;
  return order.flatMap((severity) => {
    const targets = found.get(severity);
    return targets ? [[severity, targets.join(', ')]] : [];
  });
}

/** Beside the need itself, a turn of thinking only concerns those whose replay takes thinking out. */
function verdict(name: NeedName, view: TargetView): Severity | undefined {
  const { dropReasoningFromHistory, dropThinkingBlocks } = view.policy;
  if (name === 'thinking-only-turn' && !dropReasoningFromHistory && !dropThinkingBlocks) return undefined;
  return needOf(name, view);
}

function callIds(): string {
  const lines = CALL_IDS.map((id) => {
    const refusing = off.filter(({ view }) => !acceptsCallId(view, id)).map(({ name }) => name);
    return `- ${code(id)}: ${refusing.length === 0 ? 'none of these' : refusing.join(', ')}`;
  });
  return `Call ids, and who of ${off.length} targets refuses them:

${lines.join('\n')}

A refused id is an error. It is a warning where OpenClaw rewrites it on the way, and nothing where the turn is another
model's and its ids are rewritten for the target anyway.`;
}

function images(): string {
  const limits = off.flatMap(({ name, view }) => {
    const found = imageLimits(view);
    return found ? [{ name, text: limitText(found) }] : [];
  });
  const texts = [...new Set(limits.map(({ text }) => text))];
  const lines = texts.map((text) => {
    const names = limits.filter((limit) => limit.text === text).map(({ name }) => name);
    return `- **error above ${text}:** ${names.join(', ')}`;
  });
  const { bytes, side, pixels } = REPLAY_IMAGE_LIMITS;
  return `For example:

${lines.join('\n')}
- **information above a side of ${side} pixels (\`imageMaxDimension\`), ${bytes} bytes or ${pixels} pixels in all:** every
  target, since OpenClaw sends such an image smaller`;
}

function limitText({ bytes, side, count, many }: ImageLimits): string {
  const sides = `a side of ${side} pixels${many ? ` (${many.side} with more than ${many.above} images)` : ''}`;
  return [...(bytes ? [`${bytes} bytes`] : []), sides, `${count} images`].join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function list(items: readonly (readonly [name: string, text: string])[]): string {
  return items.map(([name, text]) => `- **${name}:** ${text}`).join('\n');
}
