export { mergeSettings, settingsForFile } from './effective';
export { globOf, ignoreRule } from './ignore';
export { CONFIG_NAME, IMAGE_MAX_DIMENSION, PROFILES, SETTINGS } from './keys';
export { didYouMean } from './near';
export { type CheckSettings, type ConfigContent, NO_CONFIG, parseConfig } from './parse';
export type { ConfigProblem } from './problems';
