import type { Stack } from 'aws-cdk-lib';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { analysisTables } from '../shared/wings/analysis-tables.ts';
import { mentionColumns, toneColumns } from '../shared/wings/publications/export/mention-records.ts';
import { parquetColumns } from '../shared/wings/publications/export/publications-parquet.ts';
import { exportedColumns } from '../shared/wings/publications/export/record-export.ts';
import type { DeployedPlugin } from './load-plugins.ts';

/** Columns of publications are 64 bits wide, columns of crawls 32. */
const types = {
  ...{ text: 'string', texts: 'array<string>', integer: 'bigint', number: 'double', instant: 'timestamp' },
  ...{ real: 'double', boolean: 'boolean' },
};
const crawlTypes = { string: 'string', integer: 'int', double: 'double' };

const hadoop = 'org.apache.hadoop.hive.ql.io';
const parquet = {
  inputFormat: `${hadoop}.parquet.MapredParquetInputFormat`,
  outputFormat: `${hadoop}.parquet.MapredParquetOutputFormat`,
};
/** The files of a partition are named by a list, as those of an inventory of S3 are. */
const listedParquet = {
  inputFormat: `${hadoop}.SymlinkTextInputFormat`,
  outputFormat: `${hadoop}.HiveIgnoreKeyTextOutputFormat`,
};

interface AthenaTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Folders of the bucket; the files of a partition are in `partition` below. */
  readonly folder: string;
  readonly partition: string;
  /** The partition keys, with the kind of their values. */
  readonly keys: Readonly<Record<string, 'injected' | 'date'>>;
  readonly format: typeof parquet;
}

interface TablePlace {
  readonly objects: Bucket;
  readonly database: CfnDatabase;
}

/**
 * Results of crawls as tables of Athena, and publications of all watches, where there are watches: SQL over Parquet files.
 * Partitions are projected, so nobody has to register them; a query names its crawls (`crawl = '…'` or `crawl IN (…)`) or watches.
 */
export function athenaTables(
  stack: Stack,
  objects: Bucket,
  { plugins, publications }: { readonly plugins: readonly DeployedPlugin[]; readonly publications: boolean },
): void {
  const name = stack.stackName.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  const catalogId = stack.account;
  const database = new CfnDatabase(stack, 'PublicationsDatabase', { catalogId, databaseInput: { name } });
  const place = { objects, database };
  const crawls = new Construct(stack, 'Crawls');
  for (const { name: table, columns } of analysisTables)
    athenaTable(crawls, table, place, {
      ...{ name: table, folder: 'lists/', partition: `\${crawl}/${table}/`, keys: { crawl: 'injected' } },
      columns: columns.map(column => ({ name: column.name.toLowerCase(), type: crawlTypes[column.type] })),
      format: listedParquet,
    });
  if (publications) dailyTables(stack, place, plugins);
}

/** Mentions, tones, and records of each application that is deployed are tables too. */
function dailyTables(stack: Stack, place: TablePlace, plugins: readonly DeployedPlugin[]): void {
  const daily = (
    name: string,
    columns: readonly { readonly name: string; readonly type: keyof typeof types }[],
    folder = name,
    below = '',
  ): AthenaTable => ({
    ...{ name, folder: `tables/${folder}/`, format: parquet },
    columns: columns.map(column => ({ name: column.name, type: types[column.type] })),
    partition: `watch=\${watch}/${below}day=\${day}/`,
    keys: { watch: 'injected', day: 'date' },
  });
  athenaTable(stack, 'PublicationsTable', place, daily('publications', parquetColumns));
  athenaTable(stack, 'MentionsTable', place, daily('mentions', mentionColumns));
  athenaTable(stack, 'TonesTable', place, daily('tones', toneColumns));
  // Names may differ by "_" alone, which no name of a resource has: their scope adds a hash.
  const records = new Construct(stack, 'Records');
  for (const { name, columns } of plugins.flatMap(({ applications }) => applications)) {
    if (columns === undefined) continue;
    const typed = Object.entries(exportedColumns(columns)).map(([column, type]) => ({ name: column, type }));
    athenaTable(records, name, place, daily(`app_${name}`, typed, 'applications', `app_${name}/`));
  }
}

function athenaTable(scope: Construct, id: string, { objects, database }: TablePlace, table: AthenaTable): void {
  const { name, columns, folder, partition, keys, format } = table;
  const location = `s3://${objects.bucketName}/${folder}`;
  const projected = Object.entries(keys).map(([key, type]) => [`projection.${key}.type`, type]);
  const resource = new CfnTable(scope, id, {
    catalogId: database.catalogId,
    databaseName: (database.databaseInput as CfnDatabase.DatabaseInputProperty).name!,
    tableInput: {
      name,
      tableType: 'EXTERNAL_TABLE',
      partitionKeys: Object.keys(keys).map(key => ({ name: key, type: 'string' })),
      parameters: {
        classification: 'parquet',
        'projection.enabled': 'true',
        ...Object.fromEntries(projected),
        ...('day' in keys && { 'projection.day.format': 'yyyy-MM-dd', 'projection.day.range': '2026-01-01,NOW' }),
        'storage.location.template': `${location}${partition}`,
      },
      storageDescriptor: {
        ...{ location, columns: [...columns], ...format },
        serdeInfo: { serializationLibrary: `${hadoop}.parquet.serde.ParquetHiveSerDe` },
      },
    },
  });
  resource.addResourceDependency(database);
}
