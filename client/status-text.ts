import type { StatusParams } from '../server/messages';
import { countsText } from './counts';

/** What a language status item says. VS Code shows it on one short line, cut off at the end. */
export interface StatusText {
  readonly text: string;
  readonly detail: string;
  readonly severity: 'information' | 'warning' | 'error';
  readonly isBusy: boolean;
}

const QUIET = { severity: 'information', isBusy: false } as const;

const DIALECTS: Readonly<Record<string, string>> = { openclaw: 'OpenClaw or pi session' };

/** What is known of a document; undefined where there is nothing to say. */
export function statusText(status: StatusParams): StatusText | undefined {
  switch (status.state) {
    case 'foreign':
      return undefined;
    case 'disabled':
      return { ...QUIET, text: 'Not checked', detail: 'transcriptHygiene.enable is off' };
    case 'excluded':
      return { ...QUIET, text: 'Not checked', detail: 'Excluded by the settings' };
    case 'busy':
      return { ...QUIET, text: 'Checking the transcript …', detail: '', isBusy: true };
    case 'transcript':
      return problemsText(status);
  }
}

function problemsText({ dialect, counts, total, shown }: StatusParams): StatusText {
  const name = (dialect && DIALECTS[dialect]) ?? dialect ?? 'Transcript';
  const found = countsText(counts);
  const cut = `the worst ${shown.toLocaleString('en')} of ${total.toLocaleString('en')} are shown`;
  return {
    text: found.charAt(0).toUpperCase() + found.slice(1),
    detail: shown < total ? cut : name,
    severity: counts.error > 0 ? 'error' : counts.warning > 0 ? 'warning' : 'information',
    isBusy: false,
  };
}

/** What a transcript is judged for; `label` has the whole names, for a screen reader. Undefined where it is not judged. */
export function targetText({ state, targets, profile }: StatusParams): (StatusText & { label: string }) | undefined {
  if (state !== 'transcript') return undefined;
  const [first, ...others] = targets;
  const model = first?.name.slice(first.name.indexOf(':') + 1);
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return {
    ...QUIET,
    text: model === undefined ? 'For no model' : `For ${model}${more}`,
    detail: `profile ${profile}${first?.isGuess ? ', API guessed' : ''}`,
    label: `Judged for ${targets.map(({ name }) => name).join(', ') || 'no model'}, profile ${profile}`,
  };
}
