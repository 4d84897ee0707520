import { ask, attempt } from '../page/api.ts';
import type { Fragment } from '../page/api-types.ts';
import { button, labelled, onChosen, select } from '../page/controls.ts';
import { el, headed, pageText, section, shownText } from '../page/dom.ts';
import { wholeTable } from '../page/paged-table.ts';
import type { PictureNode } from '../page/vendor.ts';
import { named, number, t } from '../words/language.ts';
import { layOutByForce } from './force-layout.ts';
import * as looks from './fragment-looks.ts';
import { fragmentLayout, isTarget } from './graph-layout.ts';
import { graphPicture, type Picture } from './graph-picture.ts';
import { colourKey, nodePanel } from './node-panel.ts';
import { nodeSearch } from './node-search.ts';

const numbers = ['InSites', 'InLinks', 'InPages', 'OutLinks', 'PageRank', 'Component'] as const;

/** The Web fragment: the sites of the set, and those that they link to. */
export async function fragmentPart(id: string, signal: AbortSignal): Promise<HTMLElement> {
  const fragment = await ask<Fragment>(['crawls', id, 'fragment'], { signal });
  const panel = nodePanel();
  const drawn = el('div');
  const key = el('div');
  const byName = new Map(fragment.sites.map(site => [String(site['Site']), site]));
  let pick: (name: string | undefined) => void = () => {};
  let goTo: (name: string) => void = () => {};
  const tell = (name: string | undefined): void => {
    const told = name === undefined ? undefined : byName.get(name);
    if (told !== undefined) panel.show(wordsOf(told));
  };
  const choose = (name: string | undefined): void => {
    pick(name);
    tell(name);
  };
  // Each picture ends when the next one takes its place.
  let ending = new AbortController();
  let look: Look = { colours: 'kind', layout: 'rings' };
  const draw = async (change: Partial<Look>): Promise<void> => {
    look = { ...look, ...change };
    ending.abort();
    ending = new AbortController();
    const colouring = looks.colouringBy(look.colours, fragment);
    const until = AbortSignal.any([signal, ending.signal]);
    const listener = { onPoint: tell, onSelect: choose };
    const shown = pictureOf(fragment, colouring, byName);
    const picture = await graphPicture({ name: id, ...shown, key: () => colouring.key }, listener, until);
    pick = picture.select;
    goTo = name => {
      choose(name);
      attempt(() => picture.centre(name), until);
    };
    key.replaceChildren(colourKey(colouring.key));
    drawn.replaceChildren(picture.element);
    if (look.layout === 'force')
      attempt(() => layOutByForce([...shown.nodes.keys()], shown.edges, picture.move, until), until);
  };
  const sites = await siteTable(fragment.sites, name => goTo(name));
  await draw({});
  const layouts = select(['rings', 'force'] as const, each => [each, t(`sitesBy.${each}`)], look.layout);
  const colourings = select(looks.colouringsOf(fragment.sites), by => [by, t(`colourBy.${by}`)], look.colours);
  return el('div', {}, [
    el('p', {}, fragmentSentence(fragment)),
    el('div', { class: 'filter' }, [
      labelled(
        t('layout'),
        onChosen(layouts, layout => draw({ layout: layout as Look['layout'] }), signal),
      ),
      labelled(
        t('colours'),
        onChosen(colourings, by => draw({ colours: by as Look['colours'] }), signal),
      ),
    ]),
    key,
    el('div', { class: 'graph' }, [
      drawn,
      el('div', {}, [nodeSearch(fragment.sites.map(searched), name => goTo(name)), panel.element]),
    ]),
    section(t('graphAsTable'), sites),
  ]);
}

/** The app gives so many rows of each file. */
const mostRows = 2_000;

function fragmentSentence({ sites, links }: Fragment): string {
  const isWhole = sites.length < mostRows && links.length < mostRows;
  return t(isWhole ? 'fragmentSentence' : 'fragmentFirst', { count: sites.length, links: links.length });
}

function searched(site: looks.FragmentRow) {
  const host = looks.hostOf(site);
  const title = looks.titleOf(site);
  const shown = looks.nameOf(site) === host ? title : `${title} ${host}`;
  return { id: host, texts: [host, ...looks.labelsOf(site).map(([, text]) => text)], shown: shownText(shown, 60) };
}

function pictureOf(
  fragment: Fragment,
  colouring: looks.Colouring,
  known: ReadonlyMap<string, looks.FragmentRow>,
): Pick<Picture, 'nodes' | 'edges'> {
  const edges = fragment.links
    .map(({ Source, Target }) => ({ source: String(Source), target: String(Target) }))
    .filter(({ source, target }) => known.has(source) && known.has(target));
  return { nodes: drawnSites(fragment, colouring), edges };
}

function drawnSites(fragment: Fragment, colouring: looks.Colouring): ReadonlyMap<string, PictureNode> {
  const spots = fragmentLayout(fragment);
  const least = fragment.sites.length > 300 ? 1.2 : 3;
  return new Map(
    fragment.sites.map(site => {
      const name = String(site['Site']);
      const drawn = {
        ...spots.get(name)!,
        size: isTarget(site) ? 9 : Math.min(8, least + Math.log2(1 + Number(site['InLinks'])) / 2),
        color: colouring.colourOf(site),
        label: shownText(looks.nameOf(site), 60),
      };
      return [name, drawn] as const;
    }),
  );
}

function wordsOf(site: looks.FragmentRow) {
  return [
    [t('site'), pageText(looks.hostOf(site))],
    ...looks.labelsOf(site).map(([heading, text]) => [heading, pageText(text)] as const),
    [t('kind'), looks.kindOf(site)],
    [t('fragment.Mutual'), named('mutual', String(site['Mutual'] ?? ''))],
    ...numbers.map(name => [t(`fragment.${name}`), cell(site, name)] as const),
  ] as const;
}

function cell(site: looks.FragmentRow, name: (typeof numbers)[number]): string {
  const value = site[name] ?? '';
  return value === '' || Number.isNaN(Number(value)) ? String(value) : number(Number(value), 5);
}

async function siteTable(sites: readonly looks.FragmentRow[], choose: (name: string) => void): Promise<HTMLElement> {
  // A column for what the list says of any site.
  const said = (['Number', 'Name', 'ShortName', 'Tags'] as const).filter(column =>
    sites.some(site => (site[column] ?? '') !== ''),
  );
  return await wholeTable(sites, {
    caption: t('sitesOfFragment'),
    columns: [
      { heading: t('site') },
      ...said.map(column => ({ heading: named('column', column) })),
      ...headed('kind', 'fragment.Mutual'),
      ...numbers.map(name => ({ heading: t(`fragment.${name}`), isNumber: true })),
      { heading: t('picture') },
    ],
    cellsOf: site => [
      pageText(looks.hostOf(site)),
      ...said.map(column => pageText(String(site[column] ?? ''))),
      looks.kindOf(site),
      named('mutual', String(site['Mutual'] ?? '')),
      ...numbers.map(name => cell(site, name)),
      button(t('show'), () => choose(String(site['Site'])), { class: 'small' }),
    ],
    empty: t('noSites'),
  });
}

interface Look {
  readonly colours: looks.ColouringName;
  readonly layout: 'rings' | 'force';
}
