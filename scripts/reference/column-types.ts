import {
  further,
  ofCrawls,
  ofSites,
  ofWatches,
  type ResultFile,
} from '../../functions/embedded/metadata/result-tables.ts';

const ofWatch: Readonly<Record<string, string>> = {
  'orbweaver publications --format csv': 'publications.csv',
  'orbweaver watch mentions': 'mentions.csv',
};

/** `columns.json` of the Python package: files of tables by short names, and the types of their columns. */
export function columnTypes(): string {
  const tables = [
    ...ofSites.flatMap(table => [table, ...asHosts(table)]),
    ...ofCrawls.filter(({ name }) => name.endsWith('.csv')),
    ...ofWatches.flatMap(table => (table.name in ofWatch ? [{ ...table, name: ofWatch[table.name]! }] : [])),
  ];
  const described = tables.map(
    table => [shortName(table.name), { file: table.name, types: typesOf([table]) }] as const,
  );
  return `${JSON.stringify({ tables: Object.fromEntries(described), further: typesOf(further) }, undefined, 2)}\n`;
}

export function asHosts(table: ResultFile): readonly ResultFile[] {
  return table.name.includes('folder-links') ? [{ ...table, name: table.name.replace('folder', 'host') }] : [];
}

/** `graph/<site>.nodes.csv` is `nodes`, `pages/<site>.csv` is `pages`, `reports/issues.csv` is `reports/issues`. */
export function shortName(file: string): string {
  const [folder = '', name = ''] = file.split('/<site>');
  return name === '' ? folder.replace(/\.csv$/, '') : name === '.csv' ? folder : name.slice(1).replace(/\.csv$/, '');
}

const types: Readonly<Record<string, string>> = {
  integer: 'integer',
  double: 'number',
  number: 'number',
  boolean: 'boolean',
};

function typesOf(tables: readonly ResultFile[]): Readonly<Record<string, string>> {
  const columns = tables.flatMap(table => table.columns);
  return Object.fromEntries(columns.map(({ name, type }) => [name, types[type] ?? 'text']));
}
