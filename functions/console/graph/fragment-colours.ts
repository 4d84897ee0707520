import type { Fragment } from '../page/api-types.ts';
import { shownText } from '../page/shown-text.ts';
import { named, t } from '../words/language.ts';
import { isTarget } from './graph-layout.ts';
import type { KeyEntry } from './node-panel.ts';
import { kindColour, kindColours, sharedColour } from './palette.ts';

type SiteRow = Fragment['sites'][number];

/** How the sites of a fragment are coloured, and what the colours mean. */
export interface Colouring {
  readonly key: readonly KeyEntry[];
  colourOf(site: SiteRow): string;
}

export const colourings = ['kind', 'site'] as const;

export function colouringBy(by: (typeof colourings)[number], fragment: Fragment): Colouring {
  return by === 'kind' ? byKind(fragment.sites) : bySite(fragment);
}

/** Target sites are one kind; the accompanying set is told apart by its groups. */
export function kindOf(site: SiteRow): string {
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
