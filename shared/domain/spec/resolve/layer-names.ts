import type { CrawlSpec } from '../crawl-spec-schema.ts';
import { fieldPath, type SpecPath, valueAt } from '../fields/field-path.ts';
import type { SpecLayer } from '../read-spec.ts';

/** The layer that decides a top-level setting: the strongest that has it. */
export function layerOf(layers: readonly SpecLayer[], key: keyof CrawlSpec): SpecLayer | undefined {
  return layers.find(({ spec }) => spec[key] !== undefined);
}

/** The name of the setting at `path` in the layer that decides it. */
export function nameIn(layers: readonly SpecLayer[], ...path: SpecPath): string {
  const layer = layers.find(({ spec }) => valueAt(spec, path) !== undefined);
  return layer?.nameOf(path) ?? fieldPath(path);
}
