import { Stack } from 'aws-cdk-lib';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { parquetColumns } from '../shared/wings/publications/export/publications-parquet.ts';

const types = { text: 'string', texts: 'array<string>', integer: 'bigint', number: 'double', instant: 'timestamp' };

/**
 * Publications of all watches as a table of Athena: SQL over the daily Parquet files. Partitions are projected, so nobody has to
 * register them; a query names its watches (`watch = '…'` or `watch IN (…)`).
 */
export function publicationsTable(stack: Stack, objects: Bucket): void {
  const { account } = Stack.of(stack);
  const name = stack.stackName.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  const database = new CfnDatabase(stack, 'PublicationsDatabase', { catalogId: account, databaseInput: { name } });
  const location = `s3://${objects.bucketName}/tables/publications/`;
  const table = new CfnTable(stack, 'PublicationsTable', {
    catalogId: account,
    databaseName: name,
    tableInput: {
      name: 'publications',
      tableType: 'EXTERNAL_TABLE',
      partitionKeys: ['watch', 'day'].map(key => ({ name: key, type: 'string' })),
      parameters: {
        classification: 'parquet',
        'projection.enabled': 'true',
        'projection.watch.type': 'injected',
        'projection.day.type': 'date',
        'projection.day.format': 'yyyy-MM-dd',
        'projection.day.range': '2026-01-01,NOW',
        'storage.location.template': `${location}watch=\${watch}/day=\${day}/`,
      },
      storageDescriptor: {
        location,
        columns: parquetColumns.map(({ name: column, kind }) => ({ name: column, type: types[kind] })),
        inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
        outputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
        serdeInfo: { serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe' },
      },
    },
  });
  table.addResourceDependency(database);
}
