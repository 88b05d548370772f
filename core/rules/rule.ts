import type { Fix, Location, Related, SessionEdit, Severity } from '../types';
import type { Inspection } from './inspection';

/** The steps of a check, in order (rules specification, "Order of work"). */
export type Step = 'bytes' | 'entries' | 'tree' | 'turns' | 'calls' | 'thinking' | 'images';

/** What a rule reports; what is left out takes the rule's own values. */
export interface Found {
  readonly location: Location;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  /** Names of the targets concerned; left out when it concerns every reader. */
  readonly targets?: readonly string[];
  readonly fixes?: readonly Fix[];
}

/** One kind of fault. */
export interface Rule {
  /** Binding: settings, docs and reports use it. */
  readonly id: string;
  /** One line: what fires it. */
  readonly summary: string;
  /** The severity it has in most cases. */
  readonly severity: Severity;
  readonly step: Step;
  /** One paragraph for people: what goes wrong in the agent, and why it happens. */
  readonly description: string;
  /** What the fixes do, in words; the preferred one first. */
  readonly repair: string;
  check(inspection: Inspection): Iterable<Found>;
}

/** Makes a fix that loses nothing. */
export function safeFix(title: string, ...edits: SessionEdit[]): Fix {
  return { title, safe: true, preferred: true, edits };
}

/** Makes a fix that loses something, which its title says. */
export function lossyFix(title: string, ...edits: SessionEdit[]): Fix {
  return { title, safe: false, preferred: true, edits };
}

/** The same fix, offered only. */
export function alternative(fix: Fix): Fix {
  return { ...fix, preferred: false };
}

/** A fix whose edits are worked out when they are asked for, from any lines. */
export function lazyFix(inspection: Inspection, fix: Omit<Fix, 'edits'>, edits: () => SessionEdit[]): Fix {
  inspection.linesRead.noteAll();
  return {
    ...fix,
    get edits() {
      return edits();
    },
  };
}

/** A text as it is quoted in a message: short, on one line. */
export function quote(text: string, length = 40): string {
  const line = text.replace(/\s+/g, ' ');
  return `"${line.length > length ? `${line.slice(0, length)}…` : line}"`;
}
