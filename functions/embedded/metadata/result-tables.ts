/** Descriptions of all tables of results: `docs/reference/files.md` and the metadata of a data set are made of these. */
import { errorColumns, partColumns, requestColumns } from '../../../shared/adapters/local/open.ts';
import type { ColumnNote } from '../../../shared/files/column.ts';
import { totalColumns, traversalColumns } from '../../../shared/wings/clicking/states-part.ts';
import { edgeColumnsOf } from '../../../shared/wings/graph/formats/graph-csv.ts';
import {
  fieldColumns,
  labelColumns,
  nodeColumnsOf,
  placeColumns,
  renderedColumns,
} from '../../../shared/wings/graph/formats/node-columns.ts';
import { pageColumnsOf } from '../../../shared/wings/graph/formats/page-columns.ts';
import {
  badLinkColumns,
  externalColumns,
  levelColumns,
  mergeColumns,
  skippedColumns,
} from '../../../shared/wings/graph/formats/report-csv.ts';
import { folderColumns, hostColumns, siteColumns } from '../../../shared/wings/graph/indicators/indicators-part.ts';
import { richFileColumns } from '../../../shared/wings/graph/indicators/rich-files-part.ts';
import { issueColumns, issuePageColumns } from '../../../shared/wings/graph/issues/issues-part.ts';
import { brokenColumns, brokenFolderColumns } from '../../../shared/wings/graph/links/broken-part.ts';
import { checkedColumns } from '../../../shared/wings/graph/links/external-checks-part.ts';
import { pairColumns } from '../../../shared/wings/graph/links/pair-columns.ts';
import { nearDuplicateColumns } from '../../../shared/wings/graph/near-duplicates/near-duplicates-part.ts';
import { pickColumns } from '../../../shared/wings/graph/picks-part.ts';
import { preferenceColumns } from '../../../shared/wings/graph/preferences-part.ts';
import { sitemapColumns } from '../../../shared/wings/graph/sitemap-part.ts';
import { unitLinkColumns } from '../../../shared/wings/graph/unit-links-part.ts';
import { csvNames } from '../../../shared/wings/publications/export/export-publications.ts';
import { mentionNotes, toneColumns } from '../../../shared/wings/publications/export/mention-records.ts';
import { parquetColumns } from '../../../shared/wings/publications/export/publications-parquet.ts';
import { recordColumns } from '../../../shared/wings/publications/export/record-export.ts';
import { labelColumns as labelFileColumns } from '../../../shared/wings/publications/labels/label-record.ts';
import { reportColumns } from '../../../shared/wings/publications/table/table-csv.ts';
import { choiceColumns } from '../../../shared/wings/sets/budget/choices-part.ts';
import { coLinkColumns } from '../../../shared/wings/sets/fragment/co-links.ts';
import { csvColumns, graphColumns, siteLinkColumns } from '../../../shared/wings/sets/fragment/fragment-csv.ts';

export interface ResultFile {
  readonly name: string;
  /** A sentence: what a row is, and which option writes the file. */
  readonly about: string;
  readonly columns: readonly ColumnNote<string>[];
  /** Columns whose values together are in no other row. */
  readonly key: readonly string[];
  /** Columns with the values of a column of another file, or empty. */
  readonly refersTo: Readonly<Record<string, Reference>>;
}

type Reference = readonly [file: string, column: string];

const node: Reference = ['graph/<site>.nodes.csv', 'Id'];
const fragmentSite: Reference = ['fragment/sites.csv', 'Site'];
const plain = { arcs: { hasTypes: false } } as Parameters<typeof nodeColumnsOf>[0];
const withTypes = { hasTypes: true } as typeof plain.arcs;
/** Columns of ARCH, the Archives Research Compute Hub of the Internet Archive. */
const archMeanings = {
  domain: 'host without `www.`',
  crawl_date: 'day on which the crawl began, `YYYYMMDD`',
  source: 'address, or host, that links',
  target: 'address, or host, that is linked',
  anchor_text: 'text of the link',
} as const;
const aLabel = { number: 1, name: '', shortName: '', tags: '' };

export const ofSites: readonly ResultFile[] = [
  file('graph/<site>.nodes.csv', 'A row for each page.', nodeColumnsOf(plain), ['Id']),
  file(
    'graph/<site>.edges.csv',
    'A row for each pair of pages with a link.',
    edgeColumnsOf(plain.arcs),
    ['Source', 'Target'],
    { Source: node, Target: node },
  ),
  file(
    'graph/<site>.folder-links.csv',
    'A row for each pair of first folders with a link; also GEXF and GraphML. `host-links` is the same between the hosts of a site of several hosts.',
    unitLinkColumns,
    ['Source', 'Target'],
  ),
  file(
    'pages/<site>.csv',
    'A row for each address that was requested: pages, then the others.',
    pageColumnsOf({}),
    ['Url'],
    { Id: node },
  ),
  file('links/<site>.external.csv', 'A row for each address of another site.', externalColumns, ['Url']),
  file(
    'links/<site>.pairs.csv',
    'With `--all-links`: a row for each link of each page. `links/all.pairs.csv` has Site and SiteName before them.',
    pairColumns({ isOfSet: false, isLabelled: false }),
    [],
    { Page: node, Target: node },
  ),
  file('links/<site>.bad.csv', 'A row for each text of a link that is no address.', badLinkColumns),
  file('reports/<site>.merges.csv', 'A row for each address that another one replaces.', mergeColumns),
  file('reports/<site>.skipped.csv', 'A row for each address that gave no page.', skippedColumns, ['Url']),
  file(
    'reports/<site>.broken.csv',
    'A row for each page, link and anchor that leads to a failed address.',
    brokenColumns,
  ),
  file('reports/<site>.broken-folders.csv', 'The same, counted by folder.', brokenFolderColumns),
  file(
    'reports/<site>.external-checks.csv',
    'With `--check-external`: a row for each page and link to an external address that did not simply answer.',
    checkedColumns,
  ),
  file('reports/<site>.levels.csv', 'A row for each level.', levelColumns, ['Level']),
  file('reports/<site>.indicators.csv', 'Webometric indicators: a row for each folder.', folderColumns, [
    'Host',
    'Folder',
  ]),
  file('reports/<site>.hosts.csv', 'The same of a site of several hosts: a row for each host.', hostColumns, ['Host']),
  file('reports/<site>.rich-files.csv', 'With `--rich-files`: a row for each linked file.', richFileColumns, ['Url']),
  file(
    'reports/<site>.near-duplicates.csv',
    'With `--near-duplicates`: a row for each page that another page is like.',
    nearDuplicateColumns,
    ['Id'],
    { Group: node, Id: node, Nearest: node },
  ),
  file(
    'reports/<site>.preferences.csv',
    'A row for each wish of an owner about the use of a site, if there is one. `logs/common.csv` has when each file and page was seen.',
    preferenceColumns,
  ),
  file(
    'reports/<site>.picks.csv',
    'With `--order links`: a row for each page, in the order in which they came.',
    pickColumns,
  ),
  file('reports/<site>.issue-pages.csv', 'A row for each address that a [check](issues.md) found.', issuePageColumns),
  file('reports/<site>.sitemap.csv', 'With `--sitemaps`: sitemaps beside what clicks have found.', sitemapColumns),
  file(
    'reports/<site>.traversals.csv',
    'With `--traverse`: a row for each page that was clicked through.',
    traversalColumns,
  ),
];

export const ofCrawls: readonly ResultFile[] = [
  file('reports/indicators.csv', 'Webometric indicators: a row for each site.', siteColumns, ['Site']),
  file('reports/issues.csv', 'A row for each check that found something, by site.', issueColumns, ['Site', 'Key']),
  file('reports/choices.csv', 'With `--limit` and several sites: a row for each decision of the rule.', choiceColumns),
  file('reports/traversals.csv', 'With `--traverse`: sums of each site.', totalColumns),
  file('fragment/sites.csv', 'A row for each site of the Web fragment.', csvColumns, ['Site']),
  file('fragment/links.csv', 'A row for each pair of sites with a link.', siteLinkColumns, ['Source', 'Target'], {
    Source: fragmentSite,
    Target: fragmentSite,
  }),
  file(
    'fragment/co-links.csv',
    'A row for each pair of sites that the same sites link to, of the 1,000 sites with most; also GEXF and GraphML.',
    coLinkColumns,
    ['Site', 'Other'],
    { Site: fragmentSite, Other: fragmentSite },
  ),
  file(
    'fragment/fragment.gexf',
    'Attributes of the nodes, also in `fragment.graphml`; edges have `weight` (Links) and Pages.',
    graphColumns,
  ),
  file(
    'arch/domain-frequency.csv',
    'With `export --format arch`: a row for each host with pages.',
    archColumns(['domain'], 'count'),
    ['domain'],
  ),
  file(
    'arch/domain-graph.csv',
    'The same: a row for each pair of hosts with a link.',
    archColumns(['crawl_date', 'source', 'target'], 'count'),
    ['source', 'target'],
  ),
  file(
    'arch/web-graph.csv',
    'The same: a row for each row of `pairs.csv`.',
    archColumns(['crawl_date', 'source', 'target', 'anchor_text']),
  ),
  file('logs/common.csv', 'A row for each request.', requestColumns),
  file('logs/errors.csv', 'A row for each request without a usable answer, and for each note.', errorColumns),
  file('logs/parts.csv', 'In crawls with a browser: a row for each request that a page made.', partColumns),
];

export const further: readonly ResultFile[] = [
  file('Crawls with a browser', 'Nodes of crawls with `--render` or `--traverse` also have:', renderedColumns),
  file(
    'Links of such crawls',
    '`edges.csv`, `external.csv` and `edges.parquet` also have:',
    edgeColumnsOf(withTypes).slice(-1),
  ),
  file('Sites that are not a host', 'With `--scope`, nodes also have these, and pages have Host:', placeColumns),
  file(
    'A list of sites that says more than addresses',
    'Each row of a table of a site also has:',
    labelColumns(aLabel),
  ),
  file('`--extract NAME=EXPRESSION`', 'Nodes and pages also have, for each expression:', fieldColumns(['NAME'])),
];

const { meaning: copyMeaning } = parquetColumns.find(({ name }) => name === 'copy')!;
/** CSV has a word where Parquet has a number. */
const copyNote = { name: 'copy', type: 'boolean', meaning: copyMeaning.replace('1', '`true`') };

export const ofWatches: readonly ResultFile[] = [
  file(
    'orbweaver publications --format csv',
    'A row for each publication; lists are joined by `; `, dates are the instant. JSON Lines have sourceNumber too, and dates with their precision, words and source.',
    csvNames.map(name =>
      name === 'copy' ? copyNote : { ...parquetColumns.find(column => column.name === lowerCase(name))!, name },
    ),
    ['id'],
  ),
  file(
    'orbweaver publications --format parquet',
    'A row for each publication; all columns may be null.',
    parquetColumns,
  ),
  file(
    'orbweaver publications --application NAME',
    'A row for each record of an application; behind these its own columns.',
    recordColumns,
  ),
  file(
    'orbweaver watch mentions',
    'A row for each mention in the latest versions. Parquet has the same names in lower case: `nested_in`.',
    mentionNotes,
    [],
    { publication: ['publications.csv', 'id'] },
  ),
  file('orbweaver report --format csv', 'A row for each row of the table.', reportColumns),
  file('orbweaver labels export', 'A row for each label; `labels import` takes the same.', labelFileColumns),
  file('tones.parquet in AWS', 'A row for each publication and organization.', toneColumns),
];

/** A description of the tables of a file that metadata and reference share. */
export function file(
  name: string,
  about: string,
  columns: readonly ColumnNote<string>[],
  key: readonly string[] = [],
  refersTo: Readonly<Record<string, Reference>> = {},
): ResultFile {
  return { name, about, columns, key, refersTo };
}

function archColumns(names: readonly (keyof typeof archMeanings)[], count?: 'count'): readonly ColumnNote[] {
  const texts = names.map(name => ({ name, type: 'string' as const, meaning: archMeanings[name] }));
  return count === undefined
    ? texts
    : [...texts, { name: count, type: 'integer', meaning: 'pages of the host, or links between the two' }];
}

/** As Parquet names the columns of publications. */
function lowerCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
