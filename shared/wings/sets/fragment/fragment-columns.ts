import type { Attribute } from '../../../files/attribute.ts';
import type { FragmentSite } from './fragment.ts';

/** A property of a site as the files have it; `double` ones with eight significant digits. */
type SiteColumn = Attribute<FragmentSite>;

const siteName: SiteColumn = { name: 'Site', type: 'string', of: ({ site }) => site };
const kind: SiteColumn = { name: 'Kind', type: 'string', of: ({ kind }) => kind };
const group: SiteColumn = { name: 'Group', type: 'string', of: ({ group }) => group };
const mutual: SiteColumn = { name: 'Mutual', type: 'string', of: ({ mutual }) => mutual };
const inSites: SiteColumn = { name: 'InSites', type: 'integer', of: ({ inSites }) => inSites };
const inLinks: SiteColumn = { name: 'InLinks', type: 'integer', of: ({ inLinks }) => inLinks };
const inPages: SiteColumn = { name: 'InPages', type: 'integer', of: ({ inPages }) => inPages };
const outSites: SiteColumn = { name: 'OutSites', type: 'integer', of: ({ outSites }) => outSites };
const outLinks: SiteColumn = { name: 'OutLinks', type: 'integer', of: ({ outLinks }) => outLinks };
const rank: SiteColumn = { name: 'PageRank', type: 'double', of: ({ pageRank }) => significant(pageRank) };
const hub: SiteColumn = { name: 'Hub', type: 'double', of: ({ hub }) => significant(hub) };
const authority: SiteColumn = { name: 'Authority', type: 'double', of: ({ authority }) => significant(authority) };
const number: SiteColumn = { name: 'Number', type: 'string', of: site => site.number };
const name: SiteColumn = { name: 'Name', type: 'string', of: site => site.name };
const shortName: SiteColumn = { name: 'ShortName', type: 'string', of: site => site.shortName };
const tags: SiteColumn = { name: 'Tags', type: 'string', of: site => site.tags };
const component: SiteColumn = { name: 'Component', type: 'integer', of: ({ component }) => component };

/** Of `fragment/sites.csv`, behind Site. */
export const csvColumns = [
  kind,
  group,
  mutual,
  inSites,
  inLinks,
  inPages,
  outLinks,
  rank,
  component,
  number,
  name,
  shortName,
  tags,
];

/** Of the nodes of the graph files, beside the label. */
export const graphColumns = [
  siteName,
  kind,
  group,
  mutual,
  inSites,
  inLinks,
  inPages,
  outSites,
  outLinks,
  rank,
  hub,
  authority,
  component,
  number,
  name,
  shortName,
  tags,
];

/** More digits than that are not known, and these are the same on every machine. */
function significant(value: number): number {
  return Number(value.toPrecision(8));
}
