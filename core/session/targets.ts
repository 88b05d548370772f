import type { Target } from '../types';
import { isTranscriptOnly } from './history';
import { normalizeProvider } from './providers';
import type { Session } from './session';

interface UsualApi {
  readonly api: string;
  readonly providers: readonly string[];
  /** Only for model ids that hold this. */
  readonly modelHolds?: string;
}

/** The api a provider is usually reached by (targets specification, section 1; from pi-ai 0.73.0's catalogue). */
const USUAL_APIS: readonly UsualApi[] = [
  {
    api: 'anthropic-messages',
    providers: [
      'anthropic',
      'claude-cli',
      'anthropic-vertex',
      'minimax',
      'minimax-portal',
      'minimax-cn',
      'minimax-portal-cn',
      'kimi',
      'fireworks',
      'vercel-ai-gateway',
      'xiaomi',
    ],
  },
  {
    api: 'anthropic-messages',
    providers: ['cloudflare-ai-gateway', 'github-copilot', 'opencode'],
    modelHolds: 'claude',
  },
  { api: 'openai-responses', providers: ['openai'] },
  {
    api: 'openai-responses',
    providers: ['cloudflare-ai-gateway', 'github-copilot', 'opencode'],
    modelHolds: 'gpt-',
  },
  { api: 'openai-codex-responses', providers: ['openai-codex'] },
  { api: 'azure-openai-responses', providers: ['azure-openai', 'azure-openai-responses'] },
  { api: 'google-generative-ai', providers: ['google'] },
  { api: 'google-gemini-cli', providers: ['google-gemini-cli', 'google-antigravity'] },
  { api: 'google-vertex', providers: ['google-vertex'] },
  { api: 'bedrock-converse-stream', providers: ['amazon-bedrock'] },
  { api: 'mistral-conversations', providers: ['mistral'] },
  { api: 'ollama', providers: ['ollama'] },
];

/** What is assumed of a provider that nobody knows. */
const GUESSED_API = 'openai-completions';

/**
 * Reads `provider[/api]:model`: the first `:` ends the provider part, since model ids hold `:` and `/` themselves;
 * the first `/` in front of it begins the api.
 */
export function parseTarget(text: string): { target: Target } | { error: string } {
  const colon = text.indexOf(':');
  if (colon <= 0 || colon === text.length - 1) {
    return {
      error: `"${text}" is no target: write provider:model or provider/api:model, such as anthropic:claude-sonnet-4-6`,
    };
  }
  const left = text.slice(0, colon).trim();
  const model = text.slice(colon + 1).trim();
  const slash = left.indexOf('/');
  const provider = slash < 0 ? left : left.slice(0, slash);
  const api = slash < 0 ? undefined : left.slice(slash + 1);
  if (provider === '' || api === '' || model === '') {
    return { error: `"${text}" is no target: provider, api and model must not be empty` };
  }
  return { target: makeTarget({ provider, api, model, level: 'off', own: false }) };
}

/** How a target is written in findings and settings. */
export function targetName({ provider, api, model }: Target): string {
  return `${provider}/${api}:${model}`;
}

/**
 * The target a session would continue with: provider, api and model of the last model change, snapshot or assistant
 * turn on the active branch; else of a version 1 header; else undefined.
 */
export function ownTarget(session: Session): Target | undefined {
  const { header } = session;
  const hit = lastModel(session);
  const level = levelOf(session);
  if (hit !== undefined) {
    const api = hit.api ?? apiOnBranch(session, hit.provider, hit.modelId);
    return makeTarget({ provider: hit.provider, api, model: hit.modelId, level, own: true }, isOpenClaw(session));
  }
  const { provider, modelId } = header?.facts ?? {};
  if (provider === undefined || modelId === undefined) return undefined;
  return makeTarget({ provider, api: undefined, model: modelId, level, own: true }, isOpenClaw(session));
}

interface ModelUse {
  readonly provider: string;
  readonly modelId: string;
  readonly api: string | undefined;
}

function modelUse(session: Session, index: number): ModelUse | undefined {
  const { model, message } = session.entries[index]!.facts;
  if (model !== undefined) return model;
  const assistant = message?.assistant;
  if (assistant === undefined || assistant.provider === '' || assistant.model === '') return undefined;
  if (isTranscriptOnly(assistant)) return undefined;
  return { provider: assistant.provider, modelId: assistant.model, api: assistant.api || undefined };
}

function lastModel(session: Session): ModelUse | undefined {
  for (const index of session.branch.toReversed()) {
    const use = modelUse(session, index);
    if (use !== undefined) return use;
  }
  return undefined;
}

function apiOnBranch(session: Session, provider: string, modelId: string): string | undefined {
  let ofProvider: string | undefined;
  for (const index of session.branch.toReversed()) {
    const use = modelUse(session, index);
    if (use?.api === undefined || normalizeProvider(use.provider) !== normalizeProvider(provider)) continue;
    if (use.modelId === modelId) return use.api;
    ofProvider ??= use.api;
  }
  return ofProvider;
}

function levelOf(session: Session): string {
  for (const index of session.branch.toReversed()) {
    const level = session.entries[index]!.facts.thinkingLevel;
    if (level !== undefined) return level;
  }
  return 'off';
}

/** OpenClaw's own records tell its sessions from pi's. */
function isOpenClaw(session: Session): boolean {
  return session.version === 2 || session.entries.some(({ facts }) => facts.isOpenClaw);
}

function makeTarget(
  { provider, api, model, level, own }: Omit<Target, 'api' | 'guessedApi'> & { api: string | undefined },
  inOpenClaw = false,
): Target {
  const usual = usualApi(provider, model, inOpenClaw);
  return { provider, api: api ?? usual ?? GUESSED_API, model, level, own, guessedApi: (api ?? usual) === undefined };
}

function usualApi(provider: string, model: string, inOpenClaw: boolean): string | undefined {
  const id = normalizeProvider(provider);
  if (inOpenClaw && id === 'mistral') return 'openai-completions';
  const lowerModel = model.toLowerCase();
  return USUAL_APIS.find(
    ({ providers, modelHolds }) =>
      providers.includes(id) && (modelHolds === undefined || lowerModel.includes(modelHolds)),
  )?.api;
}
