import type { CountedShare, EngineQuality } from '../labels/second-tones.ts';
import { type ToneClass, toneClasses } from '../tone/tone-model.ts';
import { wilsonInterval } from './share.ts';

/** A share with the interval of Wilson for 95 %; nulls for a whole of 0. */
export interface ShareWithin extends CountedShare {
  readonly low: number | null;
  readonly high: number | null;
}

/** Engines beside each other, with intervals. */
export function engineShares(engines: readonly EngineQuality[]) {
  return engines.map(({ right, classes, ...engine }) => {
    const shares = toneClasses.map(each => {
      const { found, said } = classes[each];
      return [each, { found: within(found), said: within(said) }] as const;
    });
    return {
      ...{ ...engine, right: within(right) },
      classes: Object.fromEntries(shares) as Record<
        ToneClass,
        { readonly found: ShareWithin; readonly said: ShareWithin }
      >,
    };
  });
}

function within(share: CountedShare): ShareWithin {
  const { low = null, high = null } = wilsonInterval(share) ?? {};
  return { ...share, low, high };
}
