import type { Crawl } from '../page/api-types.ts';
import { el, svg } from '../page/dom.ts';
import { number, t } from '../words/language.ts';

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

export interface Rate {
  /** In the time of the crawl. */
  readonly atMs: number;
  readonly perSecond: number;
}

const windowMs = 10_000;
const keptMs = 300_000;

/** Pages per second as this page saw them, of the last five minutes. */
export class RateHistory {
  private samples: readonly { readonly atMs: number; readonly pages: number }[] = [];
  private kept: readonly Rate[] = [];
  private mean: number | undefined;

  /** `mean` of the whole crawl, as the crawl says it. */
  take(atMs: number, pages: number, mean: number | undefined): void {
    this.mean = mean;
    // A resumed crawl counts its time anew.
    if (atMs < (this.samples.at(-1)?.atMs ?? 0)) [this.samples, this.kept] = [[], []];
    this.samples = [...this.samples.filter(each => each.atMs >= atMs - keptMs), { atMs, pages }];
    const rate = { atMs, perSecond: this.perSecond() ?? 0 };
    this.kept = [...this.kept.filter(each => each.atMs >= atMs - keptMs), rate];
  }

  /** Over the last ten seconds; at first, the crawl's own mean. */
  perSecond(): number | undefined {
    const last = this.samples.at(-1);
    const first = this.samples.find(({ atMs }) => last !== undefined && atMs >= last.atMs - windowMs);
    if (first === undefined || last === undefined || last.atMs - first.atMs < 1_000) return this.mean;
    return ((last.pages - first.pages) * 1000) / (last.atMs - first.atMs);
  }

  /** Whether anything was seen to change. */
  hasLine(): boolean {
    return this.samples.at(-1)?.atMs !== this.samples[0]?.atMs;
  }

  rates(): readonly Rate[] {
    return this.kept;
  }
}
