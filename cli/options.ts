/** The options as the command line gives them; `program.ts` declares them. */
import type { Profile } from '../core';
import type { Part } from './preview-print';
import type { FailOn } from './report';

export const FORMATS = ['pretty', 'compact', 'json', 'sarif', 'github'] as const;
export const FAIL_ON: readonly FailOn[] = ['error', 'warning', 'information', 'never'];
export const TRANSPORTS = ['auto', 'pi-ai', 'openclaw', 'openclaw-ws'] as const;
export const REPAIR_MODES = ['2026.5.7', '2026.5.18'] as const;

export interface ConfigOptions {
  readonly target: readonly string[];
  readonly rule: readonly string[];
  readonly profile?: Profile;
  readonly imageMaxDimension?: number;
  /** A file, false for none, or absent: look for one. */
  readonly config?: string | false;
}

export interface CheckCliOptions extends ConfigOptions {
  readonly format: (typeof FORMATS)[number];
  readonly failOn: FailOn;
  readonly maxWarnings?: number;
  readonly stdinFilename?: string;
  readonly outputFile?: string;
  readonly errorOnUnmatched: boolean;
  readonly quiet: boolean;
  readonly hints: boolean;
  readonly transcript: boolean;
  readonly color?: boolean;
  readonly debug: boolean;
}

export interface FixCliOptions extends CheckCliOptions {
  readonly lossy: boolean;
  readonly only?: string;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly stdout: boolean;
  readonly backup: boolean;
  readonly force: boolean;
}

export interface PreviewCliOptions {
  readonly provider?: string;
  readonly api?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly thinking?: string;
  readonly leaf?: string;
  readonly allowedTools?: readonly string[];
  readonly imageMaxDimension?: number;
  /** Milliseconds; the clock of what replay makes up. */
  readonly now?: number;
  readonly request?: string;
  readonly profile?: Profile;
  /** A settings file, false for none, or absent: look for one. */
  readonly config?: string | false;
  readonly show: Part;
  /** What would happen without repair. */
  readonly before: boolean;
  readonly transport?: (typeof TRANSPORTS)[number];
  /** Absent: as usual for the profile. */
  readonly wrap?: boolean;
  readonly format: 'pretty' | 'json';
  readonly color?: boolean;
}

export interface RepairCliOptions {
  readonly mode: (typeof REPAIR_MODES)[number];
  readonly format: 'pretty' | 'json';
  readonly force: boolean;
}
