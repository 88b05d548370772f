/** `preview`: what a provider would be sent of a session. Reads and writes nothing but its output. */
import { departures, type ModelTable, type Profile, preview } from '../../core';
import { ConfigFiles } from '../../disk/config-files';
import { checkOptions } from '../effective';
import { imageShrinker } from '../images';
import type { PreviewCliOptions } from '../options';
import { colored, say, write } from '../output';
import { type Preview, previewJson, previewText } from '../preview-print';
import { configuredSide, readRequest } from '../preview-request';
import { readSource } from '../preview-source';
import { chooseTarget } from '../preview-target';

/** Runs it and returns the exit code: 0, 1 when the provider would still refuse it, 2 when there is nothing to preview. */
export async function previewCommand(file: string | undefined, options: PreviewCliOptions): Promise<number> {
  const made = await makePreview(file, options);
  if ('error' in made) {
    await say(made.error);
    return 2;
  }
  if (options.format === 'json') {
    for (const note of made.notes) await say(note);
    await write(process.stdout, previewJson(made, options.show));
  } else {
    await write(process.stdout, previewText(made, options.show, colored(process.stdout, options.color)));
  }
  return SHOWS_PAYLOAD.has(options.show) && isRefused(made) ? 1 : 0;
}

/** The parts that tell of the payload; the others are as good as they can be. */
const SHOWS_PAYLOAD: ReadonlySet<string> = new Set(['payload', 'problems', 'diff', 'all']);

function isRefused({ outcome }: Preview): boolean {
  return outcome.problems.length > 0;
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
  const level = options.thinking ?? request.reasoning ?? source.thinkingLevel ?? 'off';
  const imageMaxSide = options.imageMaxDimension ?? configuredSide(request) ?? settings.imageMaxDimension;
  const { model, systemPrompt, tools, options: payloadOptions, extraParams, thinkLevel } = request;
  const baseUrl = options.baseUrl ?? request.baseUrl;
  const transport = options.transport ?? request.transport;
  const wrap = options.wrap ?? request.wrap;
  const input = {
    messages: source.messages,
    entries: source.entries,
    target,
    profile,
    thinkingLevel: level,
    ...(source.sessionId !== undefined && { sessionId: source.sessionId }),
    allowedToolNames: options.allowedTools ?? request.allowedToolNames ?? [],
    now: () => options.now ?? Date.now(),
    shrinker: imageShrinker(),
    request: {
      ...(baseUrl !== undefined && { baseUrl }),
      ...(transport !== undefined && { transport }),
      ...(wrap !== undefined && { wrap }),
      ...(model && { model }),
      ...(systemPrompt !== undefined && { systemPrompt }),
      ...(tools && { tools }),
      ...(payloadOptions && { options: payloadOptions }),
      ...(extraParams && { extraParams }),
      ...(thinkLevel !== undefined && { thinkLevel }),
    },
    ...(imageMaxSide !== undefined && { imageMaxSide: Math.max(1, imageMaxSide) }),
    ...(settings.models && { models: settings.models }),
  };
  const outcome = await preview({ ...input, before: options.before });
  const other = options.show === 'diff' ? await preview({ ...input, before: true }) : undefined;
  const result = outcome.replay;
  return {
    target: { ...chosen.target, level, ...(baseUrl !== undefined && { baseUrl }) },
    profile,
    result,
    outcome,
    ...(other && { unrepaired: other }),
    notes: [
      ...source.notes,
      ...chosen.notes,
      ...(SHOWS_PAYLOAD.has(options.show) ? outcome.notes : []),
      ...departures(target, profile, level, result).map(
        (promise) => `OpenClaw 2026.5.7 itself does otherwise than its document says: ${promise}`,
      ),
    ],
  };
}

interface PreviewSettings {
  readonly profile: Profile;
  readonly imageMaxDimension?: number;
  readonly models?: ModelTable;
}

/** Profile, side limit and facts about models: the options, then the settings file. */
async function settingsFor(
  file: string | undefined,
  { config: choice, profile }: PreviewCliOptions,
): Promise<PreviewSettings | { readonly error: string }> {
  const config = file === undefined ? undefined : await new ConfigFiles(choice).of(file === '-' ? 'stdin' : file);
  if (config?.error !== undefined) return { error: `${config.path}: ${config.error}` };
  const inForce = await checkOptions(config, profile ? { profile } : {}, file);
  const { profile: chosen = 'documented', imageMaxDimension, models } = inForce;
  return {
    profile: chosen,
    ...(imageMaxDimension !== undefined && { imageMaxDimension }),
    ...(models && { models }),
  };
}
