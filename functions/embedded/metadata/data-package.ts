import type { ColumnNote } from '../../../shared/files/column.ts';
import { further, ofCrawls, ofSites, ofWatches, type ResultFile } from './result-tables.ts';
import type { WrittenFile, WrittenResults } from './written-results.ts';

interface Licence {
  /** Of SPDX, for example `CC-BY-4.0`, or its address. */
  readonly name: string;
  readonly path: string;
}

/** `text` is an identifier of SPDX, or an address. */
export function licenceOf(text: string): Licence {
  return { name: text, path: URL.canParse(text) ? text : `https://spdx.org/licenses/${encodeURIComponent(text)}` };
}

/** A table of a data set: the description, and the part of its name that is the site's. */
interface KnownTable extends ResultFile {
  readonly site: string;
}

/** Tables whose names differ from those of `docs/reference/files.md`. */
const aliases: Readonly<Record<string, string>> = {
  'publications.csv': 'orbweaver publications --format csv',
  'mentions.csv': 'orbweaver watch mentions',
};

const patterns = [...ofSites, ...ofCrawls].map(table => {
  const name = table.name.replace('folder-links', '(?:folder|host)-links').replaceAll('.', String.raw`\.`);
  return { table, pattern: new RegExp(`^${name.replace('<site>', '(?<site>.+)')}$`) };
});

/** The table that a file is, by its name; undefined for files of plugins and for what is no table. */
export function knownTable(path: string): KnownTable | undefined {
  const ofWatch = ofWatches.find(({ name }) => name === aliases[path]);
  if (ofWatch !== undefined) return { ...ofWatch, site: '' };
  const { table, pattern } = patterns.find(each => each.pattern.test(path)) ?? {};
  return table && { ...table, site: pattern?.exec(path)?.groups?.['site'] ?? '' };
}

/** `datapackage.json` (Frictionless Data Package 2) of the CSV files: columns with types and meanings, keys, sizes and sums. */
export function dataPackage(results: WrittenResults, licence: string | undefined): string {
  const tables = results.files.filter(({ header }) => header !== undefined);
  const paths = new Set(tables.map(({ path }) => path));
  return textOf({
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: `orbweaver-${results.id.toLowerCase().replaceAll(/[^-a-z0-9._]/g, '-')}`,
    ...{ id: results.id, title: results.title, created: results.finishedAt },
    description: `Tables of ${results.software}${results.finishReason === undefined ? '' : `; the crawl ended by ${results.finishReason}`}`,
    sources: results.sites.map(({ name, origin }) => ({ title: name, path: origin })),
    ...(licence !== undefined && { licenses: [licenceOf(licence)] }),
    resources: tables.map(file => resourceOf(file, paths)),
  });
}

export function textOf(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function resourceOf({ path, bytes, sha256, header = [] }: WrittenFile, paths: ReadonlySet<string>): object {
  const { about, columns = [], key = [], refersTo = {}, site = '' } = knownTable(path) ?? {};
  // Only a site of several hosts has a column of hosts beside folders.
  const primaryKey = key.filter(name => name !== 'Host' || header.includes(name));
  const foreignKeys = Object.entries(refersTo).flatMap(([column, [file, field]]) => {
    const target = file.replace('<site>', site);
    if (!(header.includes(column) && paths.has(target))) return [];
    return [{ fields: [column], reference: { resource: resourceName(target), fields: [field] } }];
  });
  return {
    name: resourceName(path),
    ...{
      type: 'table',
      path,
      format: 'csv',
      mediatype: 'text/csv',
      encoding: 'utf-8',
      bytes,
      hash: `sha256:${sha256}`,
    },
    ...(about !== undefined && { description: plainText(about) }),
    schema: {
      fields: header.map(name => fieldOf(name, columns)),
      ...(primaryKey.length > 0 && primaryKey.every(name => header.includes(name)) && { primaryKey }),
      ...(foreignKeys.length > 0 && { foreignKeys }),
    },
  };
}

/** Names of hosts have no `/`, so two files have two names. */
function resourceName(path: string): string {
  return path
    .replace(/\.csv$/, '')
    .toLowerCase()
    .replaceAll('~', '/')
    .replaceAll(/[^-a-z0-9._/]/g, '-');
}

const optional = new Map(further.flatMap(({ columns }) => columns.map(column => [column.name, column] as const)));
const types: Readonly<Record<string, string>> = {
  integer: 'integer',
  double: 'number',
  number: 'number',
  instant: 'datetime',
  boolean: 'boolean',
};

function fieldOf(name: string, columns: readonly ColumnNote<string>[]): object {
  const { type = 'string', meaning } = columns.find(column => column.name === name) ?? optional.get(name) ?? {};
  return { name, type: types[type] ?? 'string', ...(meaning !== undefined && { description: plainText(meaning) }) };
}

/** Links of the reference lead nowhere in a data set. */
export function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}
