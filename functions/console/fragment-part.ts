import { ask } from './api.ts';
import type { Fragment } from './api-types.ts';
import { button } from './controls.ts';
import { el } from './dom.ts';
import { fragmentLayout, isTarget } from './graph-layout.ts';
import { graphPicture } from './graph-picture.ts';
import { named, number, t } from './language.ts';
import { colourKey, nodePanel } from './node-panel.ts';
import { pageText, shownText } from './page-text.ts';
import { pagedTable } from './paged-table.ts';
import { kindColour } from './palette.ts';
import { sliceAt } from './site-graph-part.ts';
import type { PictureNode } from './vendor.ts';

type SiteRow = Fragment['sites'][number];

const rowsOfPage = 50;
const numbers = ['InSites', 'InLinks', 'InPages', 'OutLinks', 'PageRank', 'Component'] as const;

/** The Web fragment: the sites of the set, and those that they link to. */
export async function fragmentPart(id: string, signal: AbortSignal): Promise<HTMLElement> {
  const fragment = await ask<Fragment>(['crawls', id, 'fragment'], { signal });
  const panel = nodePanel();
  const byName = new Map(fragment.sites.map(site => [String(site['Site']), site]));
  const choose = (name: string | undefined): void => {
    picture.select(name);
    const chosen = name === undefined ? undefined : byName.get(name);
    if (chosen !== undefined) panel.show(wordsOf(chosen));
  };
  const edges = fragment.links
    .map(({ Source, Target }) => ({ source: String(Source), target: String(Target) }))
    .filter(({ source, target }) => byName.has(source) && byName.has(target));
  const present = new Set(fragment.sites.map(kindOf));
  const kinds = [...new Set([...knownKinds(), ...present])].filter(kind => present.has(kind));
  const picture = await graphPicture({ nodes: drawnSites(fragment, kinds), edges }, choose, signal);
  const sites = await siteTable(fragment.sites, choose);
  return el(
    'div',
    {},
    el('p', {}, t('fragmentSentence', { count: fragment.sites.length, links: fragment.links.length })),
    colourKey(kinds.map((kind, index) => ({ colour: kindColour(index), text: kind }))),
    el('div', { class: 'graph' }, picture.element, panel.element),
    el('section', {}, el('h2', {}, t('graphAsTable')), sites),
  );
}

/** In one order, so that a kind keeps its colour. */
function knownKinds(): readonly string[] {
  return [named('kind', 'target'), ...['all', 'several', 'one'].map(group => named('group', group))];
}

/** Target sites are one kind; the accompanying set is told apart by its groups. */
function kindOf(site: SiteRow): string {
  return isTarget(site) ? named('kind', 'target') : named('group', String(site['Group'] ?? ''));
}

function drawnSites(fragment: Fragment, kinds: readonly string[]): ReadonlyMap<string, PictureNode> {
  const spots = fragmentLayout(fragment);
  return new Map(
    fragment.sites.map(site => {
      const name = String(site['Site']);
      return [
        name,
        {
          ...spots.get(name)!,
          size: isTarget(site) ? 10 : Math.min(9, 2 + Math.log2(1 + Number(site['InLinks']))),
          color: kindColour(kinds.indexOf(kindOf(site))),
          label: shownText(name).slice(0, 60),
        },
      ];
    }),
  );
}

function wordsOf(site: SiteRow) {
  return [
    [t('site'), pageText(String(site['Site']))],
    [t('kind'), kindOf(site)],
    [t('fragment.Mutual'), named('mutual', String(site['Mutual'] ?? ''))],
    ...numbers.map(name => [t(`fragment.${name}`), cell(site, name)] as const),
  ] as const;
}

function cell(site: SiteRow, name: (typeof numbers)[number]): string {
  const value = site[name] ?? '';
  return value === '' || Number.isNaN(Number(value)) ? String(value) : number(Number(value), 5);
}

async function siteTable(sites: readonly SiteRow[], choose: (name: string) => void): Promise<HTMLElement> {
  const list = pagedTable<SiteRow>({
    caption: t('sitesOfFragment'),
    pageSize: rowsOfPage,
    columns: [
      { heading: t('site') },
      { heading: t('kind') },
      { heading: t('fragment.Mutual') },
      ...numbers.map(name => ({ heading: t(`fragment.${name}`), isNumber: true })),
      { heading: t('picture') },
    ],
    load: async cursor => sliceAt(sites, cursor, rowsOfPage),
    cellsOf: site => [
      pageText(String(site['Site'])),
      kindOf(site),
      named('mutual', String(site['Mutual'] ?? '')),
      ...numbers.map(name => cell(site, name)),
      button(t('show'), () => choose(String(site['Site'])), { class: 'small' }),
    ],
    empty: t('noSites'),
    total: () => sites.length,
  });
  await list.restart();
  return list.element;
}
