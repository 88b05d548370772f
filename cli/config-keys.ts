/** The names a settings file and the command line share. Apart from the rest, so that `--help` need not load the rules. */
import type { Profile, SeveritySetting } from '../core';

export const CONFIG_NAME = '.transcript-hygiene.json';
export const CONFIG_KEYS: readonly string[] = [
  '$schema',
  'profile',
  'targets',
  'rules',
  'imageMaxDimension',
  'exclude',
];
export const PROFILES: readonly Profile[] = ['documented', 'openclaw-2026.5.7', 'pi'];
export const SETTINGS: readonly SeveritySetting[] = ['error', 'warning', 'information', 'hint', 'off'];
