import { further, ofCrawls, ofSites, type ResultFile } from '../../functions/embedded/metadata/result-tables.ts';
import { asHosts, shortName } from './column-types.ts';

/** In the order in which people look for them. */
const folders = ['pages', 'links', 'reports', 'fragment', 'arch', 'graph'];
/** Names of tables of a site, where a table of the whole crawl has the same name. */
const ofSiteAlone: Readonly<Record<string, string>> = { indicators: 'folders', traversals: 'traversed-pages' };

/** `result-tables.json` of the console: by the name of a table its file, and the types and meanings of its columns. */
export function pageTables(): string {
  const ofSite = ofSites.flatMap(table => [table, ...asHosts(table)]).map(table => [siteName(table), table] as const);
  const ofCrawl = ofCrawls
    .filter(({ name }) => name.endsWith('.csv'))
    .map(table => [table.name.replace(/^reports\/|\.csv$/g, ''), table] as const);
  const place = ([, { name }]: readonly [string, ResultFile]): number => folders.indexOf(name.split('/')[0]!);
  const tables = [...ofSite, ...ofCrawl].filter(each => place(each) >= 0).sort((a, b) => place(a) - place(b));
  const described = tables.map(([name, table]) => [name, { file: table.name, columns: columnsOf([table]) }] as const);
  return `${JSON.stringify({ tables: Object.fromEntries(described), further: columnsOf(further) }, undefined, 2)}\n`;
}

function siteName({ name }: ResultFile): string {
  const short = shortName(name);
  return ofSiteAlone[short] ?? short;
}

function columnsOf(tables: readonly ResultFile[]): Readonly<Record<string, object>> {
  const columns = tables.flatMap(table => table.columns);
  return Object.fromEntries(columns.map(({ name, type, meaning }) => [name, { type, meaning }]));
}
