/** Which model a preview is for: the options, then the request, then what the session would go on with. */
import { didYouMean, KNOWN_APIS, KNOWN_PROVIDERS, ownTarget, parseTarget, type Session, type Target } from '../core';
import type { PreviewCliOptions } from './options';
import type { PreviewRequest } from './preview-request';

/** A target as far as it is known; a request may leave parts out. */
export type PreviewTarget = Partial<Pick<Target, 'provider' | 'api' | 'model' | 'guessedApi'>>;

export interface ChosenTarget {
  readonly target: PreviewTarget;
  /** What the user should know about it. */
  readonly notes: readonly string[];
}

/** Chooses the target; what is missing comes back as a message. */
export function chooseTarget(
  options: PreviewCliOptions,
  request: PreviewRequest,
  session: Session | undefined,
): ChosenTarget | { readonly error: string } {
  const chosen = given(options, request) ?? ownOrNone(session, options);
  return 'error' in chosen ? chosen : { target: chosen, notes: notesOn(chosen) };
}

/** What options and request say; undefined when they name neither provider nor api nor model. */
function given(
  options: PreviewCliOptions,
  request: PreviewRequest,
): PreviewTarget | { readonly error: string } | undefined {
  const provider = options.provider ?? request.provider;
  const api = options.api ?? request.modelApi ?? request.api;
  const model = options.model ?? request.modelId;
  if (request.messages) {
    return {
      ...(provider !== undefined && { provider }),
      ...(api !== undefined && { api }),
      ...(model !== undefined && { model }),
    };
  }
  if (provider === undefined) return undefined;
  if (model === undefined) return { error: `--provider ${provider} needs a model: --model <id>` };
  const parsed = parseTarget(api === undefined ? `${provider}:${model}` : `${provider}/${api}:${model}`);
  return 'error' in parsed ? parsed : parsed.target;
}

/** The session's own target, with the parts that the options name in place of its own. */
function ownOrNone(
  session: Session | undefined,
  { api, model }: PreviewCliOptions,
): PreviewTarget | { readonly error: string } {
  const own = session && ownTarget(session);
  if (!own) return { error: 'the session does not say which model it is for: name one with --provider and --model' };
  return { ...own, ...(api !== undefined && { api, guessedApi: false }), ...(model !== undefined && { model }) };
}

function notesOn({ provider, api, guessedApi }: PreviewTarget): string[] {
  const notes: string[] = [];
  if (provider && !KNOWN_PROVIDERS.includes(provider.trim().toLowerCase())) {
    notes.push(`unknown provider "${provider}": only its api counts.${didYouMean(provider, KNOWN_PROVIDERS)}`);
  }
  if (guessedApi) notes.push(`nothing says which api ${provider} has: taken for ${api}; --api names another one`);
  else if (api && !KNOWN_APIS.includes(api)) {
    notes.push(`unknown api "${api}": only what every provider gets is done.${didYouMean(api, KNOWN_APIS)}`);
  }
  return notes;
}
