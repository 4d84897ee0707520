import { ask } from '../page/api.ts';
import type { Fragment } from '../page/api-types.ts';
import { button, labelled, select } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { attempt } from '../page/notices.ts';
import { pageText, shownText } from '../page/shown-text.ts';
import type { PictureNode } from '../page/vendor.ts';
import { wholeTable } from '../page/whole-table.ts';
import { named, number, t } from '../words/language.ts';
import { layOutByForce } from './force-layout.ts';
import { fragmentLayout, isTarget } from './graph-layout.ts';
import { graphPicture, type Picture } from './graph-picture.ts';
import { colourKey, type KeyEntry, nodePanel } from './node-panel.ts';
import { nodeSearch } from './node-search.ts';
import { kindColour, kindColours, sharedColour } from './palette.ts';

type SiteRow = Fragment['sites'][number];

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
    const colouring = colouringBy(look.colours, fragment);
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
  return el(
    'div',
    {},
    el('p', {}, fragmentSentence(fragment)),
    el(
      'div',
      { class: 'filter' },
      layoutChoice(layout => attempt(() => draw({ layout }), signal)),
      colouringChoice(colours => attempt(() => draw({ colours }), signal)),
    ),
    key,
    el(
      'div',
      { class: 'graph' },
      drawn,
      el(
        'div',
        {},
        nodeSearch(fragment.sites.map(searched), name => goTo(name)),
        panel.element,
      ),
    ),
    el('section', {}, el('h2', {}, t('graphAsTable')), sites),
  );
}

/** The app gives so many rows of each file. */
const mostRows = 2_000;

function fragmentSentence({ sites, links }: Fragment): string {
  const isWhole = sites.length < mostRows && links.length < mostRows;
  return t(isWhole ? 'fragmentSentence' : 'fragmentFirst', { count: sites.length, links: links.length });
}

function colouringChoice(onChange: (by: (typeof colourings)[number]) => void): HTMLElement {
  const choice = select(
    colourings.map(value => ({ value, text: t(`colourBy.${value}`) })),
    'kind',
  );
  choice.addEventListener('change', () => onChange(colourings.find(each => each === choice.value) ?? 'kind'));
  return labelled(t('colours'), choice);
}

function layoutChoice(onChange: (layout: Look['layout']) => void): HTMLElement {
  const choice = select(
    (['rings', 'force'] as const).map(value => ({ value, text: t(`sitesBy.${value}`) })),
    'rings',
  );
  choice.addEventListener('change', () => onChange(choice.value === 'force' ? 'force' : 'rings'));
  return labelled(t('layout'), choice);
}

function searched(site: SiteRow) {
  const name = String(site['Site']);
  return { id: name, texts: [name], shown: shownText(name, 60) };
}

function pictureOf(
  fragment: Fragment,
  colouring: Colouring,
  known: ReadonlyMap<string, SiteRow>,
): Pick<Picture, 'nodes' | 'edges'> {
  const edges = fragment.links
    .map(({ Source, Target }) => ({ source: String(Source), target: String(Target) }))
    .filter(({ source, target }) => known.has(source) && known.has(target));
  return { nodes: drawnSites(fragment, colouring), edges };
}

function drawnSites(fragment: Fragment, colouring: Colouring): ReadonlyMap<string, PictureNode> {
  const spots = fragmentLayout(fragment);
  const least = fragment.sites.length > 300 ? 1.2 : 3;
  return new Map(
    fragment.sites.map(site => {
      const name = String(site['Site']);
      const drawn = {
        ...spots.get(name)!,
        size: isTarget(site) ? 9 : Math.min(8, least + Math.log2(1 + Number(site['InLinks'])) / 2),
        color: colouring.colourOf(site),
        label: shownText(name, 60),
      };
      return [name, drawn] as const;
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
  return await wholeTable(sites, {
    caption: t('sitesOfFragment'),
    columns: [
      { heading: t('site') },
      { heading: t('kind') },
      { heading: t('fragment.Mutual') },
      ...numbers.map(name => ({ heading: t(`fragment.${name}`), isNumber: true })),
      { heading: t('picture') },
    ],
    cellsOf: site => [
      pageText(String(site['Site'])),
      kindOf(site),
      named('mutual', String(site['Mutual'] ?? '')),
      ...numbers.map(name => cell(site, name)),
      button(t('show'), () => choose(String(site['Site'])), { class: 'small' }),
    ],
    empty: t('noSites'),
  });
}

interface Look {
  readonly colours: (typeof colourings)[number];
  readonly layout: 'rings' | 'force';
}

/** How the sites of a fragment are coloured, and what the colours mean. */
interface Colouring {
  readonly key: readonly KeyEntry[];
  colourOf(site: SiteRow): string;
}

const colourings = ['kind', 'site', 'component'] as const;

function colouringBy(by: (typeof colourings)[number], fragment: Fragment): Colouring {
  if (by === 'component') return byComponent(fragment.sites);
  return by === 'kind' ? byKind(fragment.sites) : bySite(fragment);
}

/** Target sites are one kind; the accompanying set is told apart by its groups. */
function kindOf(site: SiteRow): string {
  return isTarget(site) ? named('kind', 'target') : named('group', String(site['Group'] ?? ''));
}

/** In one order, so that a kind keeps its colour. */
function byKind(sites: readonly SiteRow[]): Colouring {
  const present = new Set(sites.map(kindOf));
  const known = [named('kind', 'target'), ...['all', 'several', 'one'].map(group => named('group', group))];
  const kinds = [...new Set([...known, ...present])];
  return {
    key: kinds.flatMap((text, index) => (present.has(text) ? [{ colour: kindColour(index), text }] : [])),
    colourOf: site => kindColour(kinds.indexOf(kindOf(site))),
  };
}

/** The strongly connected components of several sites have a colour each; sites that are alone share one. */
function byComponent(sites: readonly SiteRow[]): Colouring {
  const componentOf = (site: SiteRow): string => String(site['Component'] ?? '');
  const sizes = [...Map.groupBy(sites, componentOf)].map(([component, { length }]) => ({ component, length }));
  const told = sizes
    .filter(({ component, length }) => component !== '' && length > 1)
    .sort((one, other) => other.length - one.length)
    .slice(0, kindColours.length);
  const colours = new Map(told.map(({ component }, index) => [component, kindColour(index)]));
  return {
    key: [
      ...told.map(({ component, length }) => ({
        colour: colours.get(component)!,
        text: `${t('componentIs', { number: component })} (${number(length)})`,
      })),
      { colour: sharedColour, text: t('otherGroups') },
    ],
    colourOf: site => colours.get(componentOf(site)) ?? sharedColour,
  };
}

/**
 * A target site shares its colour with the sites that no other target site links to. Sites with several links have no
 * such colour.
 */
function bySite({ sites, links }: Fragment): Colouring {
  const targets = sites.filter(isTarget).map(site => String(site['Site']));
  const colours = new Map(targets.map((site, index) => [site, kindColour(index)]));
  const sources = Map.groupBy(links, ({ Target }) => String(Target));
  const key = targets.slice(0, kindColours.length).map(site => ({ colour: colours.get(site)!, text: shownText(site) }));
  return {
    key: [...key, { colour: sharedColour, text: t('sharedSites') }],
    colourOf(site) {
      const name = String(site['Site']);
      const from = sources.get(name) ?? [];
      const only = from.length === 1 ? String(from[0]!['Source']) : '';
      return colours.get(name) ?? colours.get(only) ?? sharedColour;
    },
  };
}
