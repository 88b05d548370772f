/** The names that settings files, editors and the command line share. Apart from the rest, so that `--help` need not load the rules. */
import type { Profile, SeveritySetting } from '../types';

export const CONFIG_NAME = '.transcript-hygiene.json';

export const CONFIG_KEYS: readonly string[] = [
  '$schema',
  'profile',
  'targets',
  'rules',
  'imageMaxDimension',
  'models',
  'include',
  'exclude',
  'overrides',
];

export const OVERRIDE_KEYS: readonly string[] = ['files', 'entries', 'rules'];

export const PROFILES: readonly Profile[] = ['documented', 'openclaw-2026.5.7', 'pi'];

export const SETTINGS: readonly SeveritySetting[] = ['error', 'warning', 'information', 'hint', 'off'];

/** Longest side of an image, in pixels, that replay sends unchanged (OpenClaw 2026.5.7, pass 4). */
export const IMAGE_MAX_DIMENSION = 1200;
