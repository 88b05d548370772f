import type { StatusParams } from '../server/messages';
import { countsText } from './counts';

/** What the language status item says. */
export interface StatusText {
  readonly text: string;
  readonly detail: string;
  readonly severity: 'information' | 'warning' | 'error';
  readonly isBusy: boolean;
}

const DIALECTS: Readonly<Record<string, string>> = { openclaw: 'OpenClaw or pi session' };

/** The words for what the server knows of a document; undefined where there is nothing to say. */
export function statusText(status: StatusParams): StatusText | undefined {
  const quiet = { severity: 'information', isBusy: false } as const;
  switch (status.state) {
    case 'foreign':
      return undefined;
    case 'disabled':
      return { ...quiet, text: 'Not checked', detail: 'transcriptHygiene.enable is off' };
    case 'excluded':
      return { ...quiet, text: 'Not checked', detail: 'Excluded by the settings' };
    case 'busy':
      return { ...quiet, text: 'Checking the transcript …', detail: '', isBusy: true };
    case 'transcript':
      return transcriptText(status);
  }
}

function transcriptText({ dialect, counts, targets, profile, total, shown }: StatusParams): StatusText {
  const name = (dialect && DIALECTS[dialect]) ?? dialect ?? 'Transcript';
  const [first, ...others] = targets;
  const own = first && `for ${first.name}${first.isGuess ? ' (its API is a guess)' : ''}`;
  const more = others.length > 0 ? `and ${others.map((target) => target.name).join(', ')}` : undefined;
  const cut = shown < total ? `the worst ${shown} of ${total} problems are shown` : undefined;
  return {
    text: `${name}: ${countsText(counts)}`,
    detail: [[own, more].filter(Boolean).join(' '), `profile ${profile}`, cut].filter(Boolean).join(' · '),
    severity: counts.error > 0 ? 'error' : counts.warning > 0 ? 'warning' : 'information',
    isBusy: false,
  };
}
