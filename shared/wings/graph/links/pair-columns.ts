import { type Column, columnsOf } from '../../../files/column.ts';
import { kindOf, type LinkPair } from './page-links.ts';

/** Which tables of links there are: of one site or of all, and whether the list of sites says more of them than addresses. */
export interface PairTables {
  readonly isOfSet: boolean;
  readonly isLabelled: boolean;
}

type PairColumn = Column<LinkPair>;

const linkColumns = columnsOf<LinkPair>([
  ['Page', 'integer', 'Id of the node that holds the link', ({ page }) => page],
  ['PageUrl', 'string', 'Url of that node', ({ pageUrl }) => pageUrl],
  ['Url', 'string', 'normalized address that the link has', ({ url }) => url],
  ['Target', 'integer', 'Id of the node that it leads to; empty (null): no node of the site', pair => pair.target],
  ['Kind', 'string', '`internal` or `external`', kindOf],
  ['Anchor', 'string', 'text of an `a`, or the alternative text of its images', ({ anchor }) => anchor],
  ['Rel', 'string', 'which of `nofollow`, `ugc`, `sponsored` the link has', ({ rel }) => rel],
  ['Occurrences', 'integer', 'how often the page has this link', ({ occurrences }) => occurrences],
]);

const siteColumns = columnsOf<LinkPair>([
  ['Site', 'integer', 'number of the site', ({ labels }) => labels.number],
  ['SiteName', 'string', 'its name', ({ labels }) => labels.name],
]);

const moreLabels = columnsOf<LinkPair>([
  ['ShortName', 'string', 'its short name', ({ labels }) => labels.shortName],
  ['Tags', 'string', 'kinds of sites in the words of the list', ({ labels }) => labels.tags],
]);

/** The only column that may be null. */
export const optionalColumn = 'Target';

/** Of the tables of all links, in the order of the files. */
export function pairColumns({ isOfSet, isLabelled }: PairTables): readonly PairColumn[] {
  if (isOfSet) return [...siteColumns, ...linkColumns, ...(isLabelled ? moreLabels : [])];
  return isLabelled ? [...linkColumns, ...siteColumns, ...moreLabels] : linkColumns;
}
