import { allowance, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import { defaultNormalization, type NormalizationRules } from '../../url/normalization-rules.ts';
import type { Profile } from '../crawl-spec.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import { profileDefaults } from '../profiles.ts';
import type { SpecLayer } from '../read-spec.ts';
import { nameIn } from './layer-names.ts';

/** The rules as given, else as the profile has them, else the defaults. */
export function resolveNormalization(given: CrawlSpec['normalization'], profile: Profile): NormalizationRules {
  const rules = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  const said = Object.fromEntries(rules) as Partial<NormalizationRules>;
  // A person who switches the slash on does not want the profile to remove it.
  const slash = said.trailingSlash === true ? { dropFinalSlash: false } : {};
  return { ...defaultNormalization, ...profileDefaults[profile].normalization, ...slash, ...said };
}

/** A slash cannot be both added and taken away. */
export function slashFaults({ normalization }: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  if (normalization?.trailingSlash !== true || normalization.dropFinalSlash !== true) return [];
  const field = nameIn(layers, 'normalization', 'dropFinalSlash');
  return [refusedValue(field, true, allowance('slash-rules'))];
}
