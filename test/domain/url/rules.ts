import fc from 'fast-check';
import { defaultNormalization, type NormalizationRules } from '../../../shared/domain/url/normalization-rules.ts';

export function rulesWith(changes: Partial<NormalizationRules>): NormalizationRules {
  return { ...defaultNormalization, ...changes };
}

/** Every combination of switches. */
export const anyRules: fc.Arbitrary<NormalizationRules> = fc
  .record({
    escapesUpper: fc.boolean(),
    trailingSlash: fc.boolean(),
    fragment: fc.boolean(),
    doubleSlash: fc.boolean(),
    sortParams: fc.boolean(),
    emptyQuery: fc.boolean(),
    emptyParams: fc.boolean(),
    ipToHost: fc.constantFrom({}, { '192.0.2.7': 'example.org', '2001:db8::1': 'bücher.example' }),
    dropParams: fc.constantFrom([], ['utm_*', 'sid', 'jsessionid'], ['*']),
  })
  .map(rulesWith);
