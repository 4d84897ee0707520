import type { Crawl } from './api-types.ts';
import { el, svg } from './dom.ts';
import { number, t } from './language.ts';

interface Sample {
  readonly at: number;
  readonly pages: number;
}

const windowMs = 10_000;
const keptMs = 300_000;
const width = 600;
const height = 80;

export interface RateMeter {
  readonly element: HTMLElement;
  take(crawl: Crawl): void;
  /** Pages per second over the last ten seconds; at first, the crawl's own mean. */
  perSecond(): number | undefined;
  /** Whether anything was seen to change. */
  hasLine(): boolean;
}

/** Pages per second as this page saw them, of the last five minutes, as a line. */
export function rateMeter(): RateMeter {
  const line = svg('polyline', { class: 'line', fill: 'none' });
  const picture = svg(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      class: 'rate',
      role: 'img',
      'aria-label': t('rateOverTime'),
      preserveAspectRatio: 'none',
    },
    line,
  );
  const words = el('p', { class: 'hint' });
  let samples: readonly Sample[] = [];
  let rates: readonly { readonly at: number; readonly rate: number }[] = [];
  let mean: number | undefined;

  function perSecond(): number | undefined {
    const last = samples.at(-1);
    const first = samples.find(({ at }) => last !== undefined && at >= last.at - windowMs);
    if (first === undefined || last === undefined || last.at - first.at < 1_000) return mean;
    return ((last.pages - first.pages) * 1000) / (last.at - first.at);
  }

  return {
    element: el('div', {}, picture, words),
    perSecond,
    hasLine: () => samples.at(-1)?.at !== samples[0]?.at,
    take({ pages = 0, elapsedMs = 0, pagesPerSecond }) {
      mean = pagesPerSecond;
      // A resumed crawl counts its time anew.
      if (elapsedMs < (samples.at(-1)?.at ?? 0)) [samples, rates] = [[], []];
      samples = [...samples.filter(({ at }) => at >= elapsedMs - keptMs), { at: elapsedMs, pages }];
      rates = [...rates.filter(({ at }) => at >= elapsedMs - keptMs), { at: elapsedMs, rate: perSecond() ?? 0 }];
      const most = Math.max(1e-9, ...rates.map(({ rate }) => rate));
      const from = rates[0]!.at;
      const span = Math.max(1, elapsedMs - from);
      line.setAttribute(
        'points',
        rates
          .map(
            ({ at, rate }) =>
              `${(((at - from) / span) * width).toFixed(1)},${(height - 2 - (rate / most) * (height - 6)).toFixed(1)}`,
          )
          .join(' '),
      );
      words.textContent = t('rateWords', { mean: number(mean ?? 0, 1), most: number(most, 1) });
    },
  };
}
