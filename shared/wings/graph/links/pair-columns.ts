import { kindOf, type LinkPair } from './page-links.ts';

/** Which tables of links there are: of one site or of all, and whether the list of sites says more of them than addresses. */
export interface PairTables {
  readonly isOfSet: boolean;
  readonly isLabelled: boolean;
}

interface PairColumn {
  readonly name: string;
  readonly type: 'integer' | 'string';
  readonly isOptional?: true;
  of(pair: LinkPair): number | string | undefined;
}

const linkColumns: readonly PairColumn[] = [
  { name: 'Page', type: 'integer', of: ({ page }) => page },
  { name: 'PageUrl', type: 'string', of: ({ pageUrl }) => pageUrl },
  { name: 'Url', type: 'string', of: ({ url }) => url },
  { name: 'Target', type: 'integer', isOptional: true, of: ({ target }) => target },
  { name: 'Kind', type: 'string', of: kindOf },
  { name: 'Anchor', type: 'string', of: ({ anchor }) => anchor },
  { name: 'Rel', type: 'string', of: ({ rel }) => rel },
  { name: 'Occurrences', type: 'integer', of: ({ occurrences }) => occurrences },
];

const siteColumns: readonly PairColumn[] = [
  { name: 'Site', type: 'integer', of: ({ labels }) => labels.number },
  { name: 'SiteName', type: 'string', of: ({ labels }) => labels.name },
];

const moreLabels: readonly PairColumn[] = [
  { name: 'ShortName', type: 'string', of: ({ labels }) => labels.shortName },
  { name: 'Tags', type: 'string', of: ({ labels }) => labels.tags },
];

/** Of the tables of all links, in the order of the files. */
export function pairColumns({ isOfSet, isLabelled }: PairTables): readonly PairColumn[] {
  if (isOfSet) return [...siteColumns, ...linkColumns, ...(isLabelled ? moreLabels : [])];
  return isLabelled ? [...linkColumns, ...siteColumns, ...moreLabels] : linkColumns;
}
