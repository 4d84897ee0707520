import type { Fragment } from '../page/api-types.ts';
import { shownText } from '../page/dom.ts';
import { named, t } from '../words/language.ts';
import { isTarget } from './graph-layout.ts';
import { groupColours, type KeyEntry, largestFirst } from './node-panel.ts';
import { kindColour, kindColours, sharedColour } from './palette.ts';

export type FragmentRow = Fragment['sites'][number];

/** How the sites of a fragment are coloured, and what the colours mean. */
export interface Colouring {
  readonly key: readonly KeyEntry[];
  colourOf(site: FragmentRow): string;
}

export const colourings = ['kind', 'site', 'tags', 'component'] as const;
export type ColouringName = (typeof colourings)[number];

/** Those that say something of these sites. */
export function colouringsOf(sites: readonly FragmentRow[]): readonly ColouringName[] {
  return colourings.filter(name => name !== 'tags' || sites.some(site => tagsOf(site) !== ''));
}

export function colouringBy(by: ColouringName, fragment: Fragment): Colouring {
  switch (by) {
    case 'kind':
      return byKind(fragment.sites);
    case 'site':
      return bySite(fragment);
    case 'tags':
      return byTags(fragment.sites);
    case 'component':
      return byComponent(fragment.sites);
  }
}

export const hostOf = (site: FragmentRow): string => String(site['Site']);
const tagsOf = (site: FragmentRow): string => String(site['Tags'] ?? '');

/** The name of the site in the list of sites; its host, where the list has no name for it. */
export function nameOf(site: FragmentRow): string {
  return [site['ShortName'], site['Name'], site['Site']].map(text => String(text ?? '')).find(text => text !== '')!;
}

/** A site in a sentence or a legend: its name with its tags. */
export function titleOf(site: FragmentRow): string {
  const tags = tagsOf(site);
  return tags === '' ? nameOf(site) : `${nameOf(site)} [${tags}]`;
}

/** The labels of a site in the list of sites; nothing of what it does not say. */
export function labelsOf(site: FragmentRow): readonly (readonly [string, string])[] {
  return (['Number', 'Name', 'ShortName', 'Tags'] as const)
    .map(column => [named('column', column), String(site[column] ?? '')] as const)
    .filter(([, text]) => text !== '');
}

/** Target sites are one kind; the accompanying set is distinguished by its groups. */
export function kindOf(site: FragmentRow): string {
  return isTarget(site) ? named('kind', 'target') : named('group', String(site['Group'] ?? ''));
}

/** In one order, so that a kind keeps its colour. */
function byKind(sites: readonly FragmentRow[]): Colouring {
  const present = new Set(sites.map(kindOf));
  const known = [named('kind', 'target'), ...['all', 'several', 'one'].map(group => named('group', group))];
  const kinds = [...new Set([...known, ...present])];
  return {
    key: kinds.flatMap((text, index) => (present.has(text) ? [{ colour: kindColour(index), text }] : [])),
    colourOf: site => kindColour(kinds.indexOf(kindOf(site))),
  };
}

/** Target sites with the same tags have a colour; the most frequent tags have their own. */
function byTags(sites: readonly FragmentRow[]): Colouring {
  const groups = [...Map.groupBy(sites, tagsOf)].filter(([tags]) => tags !== '').sort(largestFirst);
  const { key, colourOf } = groupColours(groups, tags => shownText(tags, 60));
  const rest = { colour: sharedColour, text: t(groups.length > key.length ? 'otherTags' : 'noTags') };
  return { key: [...key, rest], colourOf: site => colourOf(tagsOf(site)) };
}

/** The strongly connected components of several sites have a colour each; sites that are alone share one. */
function byComponent(sites: readonly FragmentRow[]): Colouring {
  const componentOf = (site: FragmentRow): string => String(site['Component'] ?? '');
  const groups = [...Map.groupBy(sites, componentOf)]
    .filter(([component, { length }]) => component !== '' && length > 1)
    .sort(([, one], [, other]) => other.length - one.length);
  const { key, colourOf } = groupColours(groups, component => t('componentIs', { number: component }));
  const rest = { colour: sharedColour, text: t('otherGroups') };
  return { key: [...key, rest], colourOf: site => colourOf(componentOf(site)) };
}

/**
 * A target site shares its colour with the sites that no other target site links to. Sites with several links have no
 * such colour.
 */
function bySite({ sites, links }: Fragment): Colouring {
  const listed = sites.filter(isTarget);
  const targets = listed.map(hostOf);
  const titles = new Map(listed.map(site => [hostOf(site), titleOf(site)]));
  const colours = new Map(targets.map((site, index) => [site, kindColour(index)]));
  const sources = Map.groupBy(links, ({ Target }) => String(Target));
  const key = targets
    .slice(0, kindColours.length)
    .map(site => ({ colour: colours.get(site)!, text: shownText(titles.get(site)!, 60) }));
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
