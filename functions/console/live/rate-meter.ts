import type { Crawl } from '../page/api-types.ts';
import { el, svg } from '../page/dom.ts';
import { number, t } from '../words/language.ts';
import { type Rate, RateHistory } from './rate-history.ts';

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
  const seen = new RateHistory();
  return {
    element: el('div', {}, picture, words),
    perSecond: () => seen.perSecond(),
    hasLine: () => seen.hasLine(),
    take({ pages = 0, elapsedMs = 0, pagesPerSecond }) {
      seen.take(elapsedMs, pages, pagesPerSecond);
      const most = Math.max(1e-9, ...seen.rates().map(({ perSecond }) => perSecond));
      line.setAttribute('points', pointsOf(seen.rates(), most));
      words.textContent = t('rateWords', { mean: number(pagesPerSecond ?? 0, 1), most: number(most, 1) });
    },
  };
}

/** The line from left to right, `most` near the upper edge. */
function pointsOf(rates: readonly Rate[], most: number): string {
  const from = rates[0]?.atMs ?? 0;
  const span = Math.max(1, (rates.at(-1)?.atMs ?? 0) - from);
  return rates
    .map(({ atMs, perSecond }) => {
      const [x, y] = [((atMs - from) / span) * width, height - 2 - (perSecond / most) * (height - 6)];
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
