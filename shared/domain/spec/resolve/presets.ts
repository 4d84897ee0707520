import type { PresetName } from '../crawl-spec.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import type { SpecLayer } from '../read-spec.ts';

/** Settings that a purpose needs. Other settings that are given are stronger, also those of a file. */
export const presets: Readonly<Record<PresetName, CrawlSpec>> = {
  audit: {
    ...{ sitemaps: 'report', checkExternal: true, richFiles: true, nearDuplicates: 0.9 },
    formats: ['csv', 'gexf', 'xlsx'],
  },
  graph: { formats: ['csv', 'gexf', 'graphml', 'net', 'parquet'] },
  archive: { warc: true, sitemaps: 'report' },
  set: { rule: 'adaptive', limit: 10_000 },
};

/** The layers, the strongest first, and behind them the preset that the strongest of them names. */
export function withPreset(layers: readonly SpecLayer[]): readonly SpecLayer[] {
  const preset = layers.find(({ spec }) => spec.preset !== undefined)?.spec.preset;
  if (preset === undefined) return layers;
  return [...layers, { spec: presets[preset], nameOf: path => `preset ${preset}, ${path.join('.')}` }];
}
