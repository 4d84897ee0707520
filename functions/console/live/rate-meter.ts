import type { Crawl } from '../page/api-types.ts';
import { el, svg } from '../page/dom.ts';
import { duration, number, t } from '../words/language.ts';
import { type Rate, RateHistory } from './rate-history.ts';

const width = 600;
const height = 80;

export interface RateMeter {
  readonly element: HTMLElement;
  take(crawl: Crawl): void;
  /** Requests that go out per second; pages per second, over its whole run, of a crawl elsewhere. */
  perSecond(): number | undefined;
  /** Whether anything was seen to change. */
  hasLine(): boolean;
}

/** Requests per second of the last five minutes, as a line with its axes. */
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
  const [top, from, to] = [el('span'), el('span'), el('span')];
  const plot = el('div', { class: 'rate-plot' }, [
    el('p', { class: 'axis up' }, top, el('span', {}, t('perSecond', { rate: number(0) }))),
    picture,
    el('p', { class: 'axis along' }, from, to),
  ]);
  const words = el('p', { class: 'hint' });
  const seen = new RateHistory();
  return {
    element: el('div', {}, plot, words),
    perSecond: () => seen.perSecond(),
    hasLine: () => seen.hasLine(),
    take({ elapsedMs = 0, pagesPerSecond = 0, live }) {
      seen.take(elapsedMs, live?.startsPerSecond ?? pagesPerSecond);
      const rates = seen.rates();
      const most = Math.max(...rates.map(({ perSecond }) => perSecond));
      line.setAttribute('points', pointsOf(rates, most));
      top.textContent = t('perSecond', { rate: number(most, 2) });
      from.textContent = duration(rates[0]?.atMs ?? 0);
      to.textContent = duration(elapsedMs);
      words.textContent = t('rateWords', { mean: number(pagesPerSecond, 2) });
    },
  };
}

/** The line from left to right, `most` near the upper edge. */
function pointsOf(rates: readonly Rate[], most: number): string {
  const from = rates[0]?.atMs ?? 0;
  const span = Math.max(1, (rates.at(-1)?.atMs ?? 0) - from);
  const scale = Math.max(1e-9, most);
  return rates
    .map(({ atMs, perSecond }) => {
      const [x, y] = [((atMs - from) / span) * width, height - 2 - (perSecond / scale) * (height - 6)];
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
