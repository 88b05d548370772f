/** What is known about models: pi-ai's published catalogue, as `scripts/catalog.ts` writes it. */
import catalog from './catalog.json';
import type { Model } from './types';

/** What decides about payloads; absent switches and names of levels are those that are usual. */
export type ModelFacts = Omit<Model, 'id' | 'api' | 'provider' | 'compat' | 'thinkingLevelMap'> &
  Partial<Pick<Model, 'compat' | 'thinkingLevelMap'>>;

export interface Catalog {
  /** The package and its version. */
  readonly source: string;
  /** By provider and id. */
  readonly models: Readonly<Record<string, Readonly<Record<string, ModelFacts>>>>;
}

export const CATALOG: Catalog = catalog;

/** The facts of a model under the very names that the catalogue uses. */
export function catalogFacts(provider: string, id: string): ModelFacts | undefined {
  const models = Object.hasOwn(CATALOG.models, provider) ? CATALOG.models[provider]! : {};
  return Object.hasOwn(models, id) ? models[id] : undefined;
}
