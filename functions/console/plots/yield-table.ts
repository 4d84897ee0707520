import type { ChoiceRow, SharingSite } from '../../http/routes/choice-routes.ts';
import { type Child, el, setWidth } from '../page/dom.ts';
import { type Column, fillRows, scrolled, table } from '../page/tables.ts';
import { named, number, t } from '../words/language.ts';

interface YieldTable {
  readonly element: HTMLElement;
  /** Shows these sites, with their indexes at the choice `last`. */
  show(sites: readonly SharingSite[], last: ChoiceRow | undefined): void;
}

/** New external links per page and the index of each site at the newest choice; `nameOf` a site's number. */
export function yieldTable(nameOf: (site: number) => HTMLElement): YieldTable {
  const columns: readonly Column[] = [
    { heading: t('site') },
    { heading: t('share') },
    { heading: t('perPage'), isNumber: true },
    { heading: t('reward'), isNumber: true },
    { heading: t('pages'), isNumber: true },
    { heading: t('indexValue'), isNumber: true },
    { heading: t('state') },
  ];
  const shown = table(t('yieldPerSite'), columns, []);
  return {
    element: scrolled(t('yieldPerSite'), shown),
    show(sites, last) {
      const indexes = new Map(last?.indexes.map(({ site, value }) => [site, value]));
      const most = Math.max(1e-9, ...sites.map(meanOf));
      fillRows(
        shown.tBodies[0]!,
        columns,
        sites.map(site => yieldCells(site, nameOf(site.site), most, indexes.get(site.site))),
      );
    },
  };
}

function meanOf({ reward, finished }: SharingSite): number {
  return finished === 0 ? 0 : reward / finished;
}

function yieldCells(site: SharingSite, name: HTMLElement, most: number, index: number | undefined): readonly Child[] {
  const piece = el('span', { class: 'nodes' });
  setWidth(piece, meanOf(site) / most);
  return [
    name,
    el('span', { class: 'bar', 'aria-hidden': true }, piece),
    number(meanOf(site), 2),
    number(site.reward),
    t('ofGranted', { pages: site.finished, granted: site.granted }),
    index === undefined ? '–' : number(index, 4),
    named('share', site.state),
  ];
}
