import type { Profile } from '../types';
import { documentedDepartures, type PolicyTarget } from './policy';
import { isRole, type Messages } from './traced';

/**
 * Anthropic's api takes a turn begun for the assistant as long as thinking is off (`documented.md`). OpenClaw 2026.5.7
 * cuts it off all the same.
 */
export function keepsPrefill(profile: Profile, api: string | undefined, thinkingLevel: string): boolean {
  return profile === 'documented' && api === 'anthropic-messages' && thinkingLevel === 'off';
}

/**
 * In what the profile goes beyond OpenClaw 2026.5.7 when messages are sent to a target, a phrase each; none for other
 * profiles than `documented`.
 */
export function departures(
  target: PolicyTarget,
  profile: Profile,
  thinkingLevel: string,
  { outgoing }: { readonly outgoing: Messages },
): string[] {
  if (profile !== 'documented') return [];
  const hasPrefill = keepsPrefill(profile, target.modelApi, thinkingLevel) && isRole(outgoing.at(-1), 'assistant');
  return [...documentedDepartures(target), ...(hasPrefill ? ['a turn begun for Anthropic’s assistant stays'] : [])];
}
