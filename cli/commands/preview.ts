/** `preview`: what a provider would be sent of a session. Reads and writes nothing but its output. */
import { departures, type Profile, replay, unavailableShrinker } from '../../core';
import { ConfigFiles } from '../../disk/config-files';
import { checkOptions } from '../effective';
import type { PreviewCliOptions } from '../options';
import { colored, say, write } from '../output';
import { type Preview, previewJson, previewText } from '../preview-print';
import { configuredSide, readRequest } from '../preview-request';
import { readSource } from '../preview-source';
import { chooseTarget } from '../preview-target';

/** Runs it and returns the exit code: 0, or 2 when there is nothing to preview. */
export async function previewCommand(file: string | undefined, options: PreviewCliOptions): Promise<number> {
  const preview = await makePreview(file, options);
  if ('error' in preview) {
    await say(preview.error);
    return 2;
  }
  if (options.format === 'json') {
    for (const note of preview.notes) await say(note);
    await write(process.stdout, previewJson(preview, options.show));
  } else {
    await write(process.stdout, previewText(preview, options.show, colored(process.stdout, options.color)));
  }
  return 0;
}

async function makePreview(
  file: string | undefined,
  options: PreviewCliOptions,
): Promise<Preview | { readonly error: string }> {
  const read = options.request === undefined ? { request: {} } : await readRequest(options.request);
  if ('error' in read) return read;
  const { request } = read;
  const settings = await settingsFor(file, options);
  if ('error' in settings) return settings;
  const source = await readSource(file, request, options);
  if ('error' in source) return source;
  const chosen = chooseTarget(options, request, source.session);
  if ('error' in chosen) return chosen;

  const { profile } = settings;
  const { provider, api: modelApi, model: modelId } = chosen.target;
  const target = { provider, modelApi, modelId };
  const level = options.thinking ?? source.thinkingLevel ?? 'off';
  const imageMaxSide = options.imageMaxDimension ?? configuredSide(request) ?? settings.imageMaxDimension;
  const result = await replay({
    messages: source.messages,
    entries: source.entries,
    target,
    profile,
    thinkingLevel: level,
    allowedToolNames: options.allowedTools ?? request.allowedToolNames ?? [],
    now: () => options.now ?? Date.now(),
    shrinker: unavailableShrinker,
    ...(imageMaxSide !== undefined && { imageMaxSide: Math.max(1, imageMaxSide) }),
  });
  return {
    target: { ...chosen.target, level, ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }) },
    profile,
    result,
    notes: [
      ...source.notes,
      ...chosen.notes,
      ...departures(target, profile, level, result).map(
        (promise) => `OpenClaw 2026.5.7 itself does otherwise than its document says: ${promise}`,
      ),
    ],
  };
}

interface PreviewSettings {
  readonly profile: Profile;
  readonly imageMaxDimension?: number;
}

/** Profile and side limit: the options, then the settings file. */
async function settingsFor(
  file: string | undefined,
  { config: choice, profile }: PreviewCliOptions,
): Promise<PreviewSettings | { readonly error: string }> {
  const config = file === undefined ? undefined : await new ConfigFiles(choice).of(file === '-' ? 'stdin' : file);
  if (config?.error !== undefined) return { error: `${config.path}: ${config.error}` };
  const inForce = await checkOptions(config, profile ? { profile } : {}, file);
  const { imageMaxDimension } = inForce;
  return { profile: inForce.profile ?? 'documented', ...(imageMaxDimension !== undefined && { imageMaxDimension }) };
}
