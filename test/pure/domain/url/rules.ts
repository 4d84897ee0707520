import fc from 'fast-check';
import { defaultNormalization, type NormalizationRules } from '../../../../shared/domain/url/normalization-rules.ts';

export function rulesWith(changes: Partial<NormalizationRules>): NormalizationRules {
  return { ...defaultNormalization, ...changes };
}

/** Every combination of switches that a spec may have. */
export const anyRules: fc.Arbitrary<NormalizationRules> = fc
  .record({
    escapesUpper: fc.boolean(),
    finalSlash: fc.constantFrom({}, { trailingSlash: true }, { dropFinalSlash: true }),
    lowerCase: fc.boolean(),
    fragment: fc.boolean(),
    doubleSlash: fc.boolean(),
    sortParams: fc.boolean(),
    emptyQuery: fc.boolean(),
    emptyParams: fc.boolean(),
    bareParams: fc.boolean(),
    sessionIds: fc.boolean(),
    ipToHost: fc.constantFrom({}, { '192.0.2.7': 'example.org', '2001:db8::1': 'bücher.example' }),
    dropParams: fc.constantFrom([], ['utm_*', 'SID', 'jsessionid'], ['*']),
  })
  .map(({ finalSlash, ...switches }) => rulesWith({ ...switches, ...finalSlash }));
