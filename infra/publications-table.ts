import { Stack } from 'aws-cdk-lib';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { mentionColumns } from '../shared/wings/publications/export/mention-records.ts';
import { parquetColumns } from '../shared/wings/publications/export/publications-parquet.ts';
import { exportedColumns } from '../shared/wings/publications/export/record-export.ts';
import { toneColumns } from '../shared/wings/publications/export/tone-records.ts';
import type { DeployedPlugin } from './load-plugins.ts';

const types = {
  ...{ text: 'string', texts: 'array<string>', integer: 'bigint', number: 'double', instant: 'timestamp' },
  ...{ real: 'double', boolean: 'boolean' },
};

interface DailyTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: keyof typeof types }[];
  /** Folders of the bucket; the files of a watch and a day are in `partition` below. */
  readonly folder: string;
  readonly partition: string;
}

/**
 * Publications of all watches as a table of Athena: SQL over the daily Parquet files. Mentions, tones, and records of
 * each application that is deployed are tables too. Partitions are projected, so nobody has to register them; a query names its watches
 * (`watch = '…'` or `watch IN (…)`).
 */
export function publicationsTables(stack: Stack, objects: Bucket, plugins: readonly DeployedPlugin[]): void {
  const { account } = Stack.of(stack);
  const name = stack.stackName.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  const database = new CfnDatabase(stack, 'PublicationsDatabase', { catalogId: account, databaseInput: { name } });
  const day = (folder: string): string => `watch=\${watch}/${folder}day=\${day}/`;
  const daily: DailyTable = {
    ...{ name: 'publications', columns: parquetColumns, folder: 'tables/publications/', partition: day('') },
  };
  dailyTable(stack, 'PublicationsTable', { objects, database }, daily);
  for (const [table, columns] of [['mentions', mentionColumns] as const, ['tones', toneColumns] as const]) {
    const place = { folder: `tables/${table}/`, partition: day('') };
    dailyTable(
      stack,
      table === 'mentions' ? 'MentionsTable' : 'TonesTable',
      { objects, database },
      { name: table, columns, ...place },
    );
  }
  // Names may differ by "_" alone, which no name of a resource has: their scope adds a hash.
  const records = new Construct(stack, 'Records');
  for (const application of plugins.flatMap(({ applications }) => applications)) {
    if (application.columns === undefined) continue;
    const table = `app_${application.name}`;
    const columns = Object.entries(exportedColumns(application.columns)).map(([column, type]) => ({
      name: column,
      type,
    }));
    const folder = 'tables/applications/';
    const place = { objects, database };
    dailyTable(records, application.name, place, { name: table, columns, folder, partition: day(`${table}/`) });
  }
}

interface TablePlace {
  readonly objects: Bucket;
  readonly database: CfnDatabase;
}

function dailyTable(
  scope: Construct,
  id: string,
  { objects, database }: TablePlace,
  { name, columns, folder, partition }: DailyTable,
): void {
  const location = `s3://${objects.bucketName}/${folder}`;
  const table = new CfnTable(scope, id, {
    catalogId: database.catalogId,
    databaseName: (database.databaseInput as CfnDatabase.DatabaseInputProperty).name!,
    tableInput: {
      name,
      tableType: 'EXTERNAL_TABLE',
      partitionKeys: ['watch', 'day'].map(key => ({ name: key, type: 'string' })),
      parameters: {
        classification: 'parquet',
        'projection.enabled': 'true',
        'projection.watch.type': 'injected',
        'projection.day.type': 'date',
        'projection.day.format': 'yyyy-MM-dd',
        'projection.day.range': '2026-01-01,NOW',
        'storage.location.template': `${location}${partition}`,
      },
      storageDescriptor: {
        location,
        columns: columns.map(({ name: column, type }) => ({ name: column, type: types[type] })),
        inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
        outputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
        serdeInfo: { serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe' },
      },
    },
  });
  table.addResourceDependency(database);
}
