/** Reasoning efforts by model family: OpenClaw's own list, which its transports and wrappers use beside the level map. */
import type { Model } from './types';

/** OpenClaw 2026.5.7, openai-reasoning-effort; the first row that fits counts. */
const EFFORTS: readonly {
  readonly fits: (id: string, provider: string) => boolean;
  readonly efforts: readonly string[];
}[] = [
  { fits: (id) => id === 'gpt-5.1-codex-mini', efforts: ['medium'] },
  { fits: (id) => id === 'gpt-5.1-codex-max', efforts: ['none', 'medium', 'high', 'xhigh'] },
  {
    fits: (id, provider) => /^gpt-5(?:\.\d+)?-codex(?:-|$)/.test(id) || provider === 'openai-codex',
    efforts: ['low', 'medium', 'high', 'xhigh'],
  },
  { fits: (id) => id === 'gpt-5-pro', efforts: ['high'] },
  { fits: (id) => /^gpt-5\.[2-9](?:\.\d+)?-pro(?:-|$)/.test(id), efforts: ['medium', 'high', 'xhigh'] },
  { fits: (id) => /^gpt-5\.[2-9](?:\.\d+)?(?:-|$)/.test(id), efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  { fits: (id) => /^gpt-5\.1(?:-|$)/.test(id), efforts: ['none', 'low', 'medium', 'high'] },
  { fits: (id) => /^gpt-5(?:-|$)/.test(id), efforts: ['minimal', 'low', 'medium', 'high'] },
  { fits: () => true, efforts: ['low', 'medium', 'high'] },
];

/** The efforts a model takes: those its facts name, else those of its family. */
export function supportedEfforts({ id, provider, compat }: Model): readonly string[] {
  const named = compat.supportedReasoningEfforts;
  if (Array.isArray(named)) {
    const efforts = named
      .filter((value): value is string => typeof value === 'string')
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (efforts.length > 0) return efforts;
  }
  const family = undatedId(id);
  const owner = provider.trim().toLowerCase();
  return EFFORTS.find(({ fits }) => fits(family, owner))?.efforts ?? [];
}

/** A model id in lower case, without the date of its release. */
export function undatedId(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/-\d{4}-\d{2}-\d{2}$/, '');
}

/**
 * The effort that is sent for a wanted one: itself, else the nearest one that the model takes; undefined when the
 * model cannot switch reasoning off (OpenClaw 2026.5.7, resolveOpenAIReasoningEffortForModel).
 *
 * @param map replaces the wanted effort first.
 */
export function effortFor(
  model: Model,
  wanted: string,
  map: Readonly<Record<string, string>> = {},
): string | undefined {
  const mapped = map[wanted] ?? wanted;
  const supported = supportedEfforts(model);
  if (supported.includes(mapped)) return mapped;
  if (isDisabled(wanted) || isDisabled(mapped)) return undefined;
  const nearest = NEAREST[wanted]?.find((effort) => supported.includes(effort));
  return nearest ?? supported.find((effort) => effort !== 'none');
}

const NEAREST: Readonly<Record<string, readonly string[]>> = {
  minimal: ['low', 'medium'],
  low: ['medium'],
  xhigh: ['high'],
};

function isDisabled(effort: string): boolean {
  return effort === 'none' || effort === 'off';
}

/** Replacements of efforts: of models that know only one, and those that the model's facts name. */
export function effortMap({ id, provider, compat }: Model): Readonly<Record<string, string>> {
  const isOpenAI = ['openai', 'openai-codex'].includes(provider.trim().toLowerCase());
  const isMediumOnly = isOpenAI && id.trim().toLowerCase() === 'gpt-5.1-codex-mini';
  const named = Object.entries(compat.reasoningEffortMap ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { ...(isMediumOnly ? { minimal: 'medium', low: 'medium' } : {}), ...Object.fromEntries(named) };
}
