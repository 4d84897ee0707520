import { DeleteItemCommand, DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { names } from '../../shared/names.ts';

const tableNames = [
  names.crawlsTable,
  names.tokensTable,
  names.pagesTable,
  names.linksTable,
  names.watchedTable,
  names.publicationsTable,
];

/** Keeps all items of the tables as they stand; the answer puts them back, and nothing else stays in the tables. */
export async function backUp(): Promise<() => Promise<void>> {
  const client = new DynamoDBClient({});
  const itemsOf = async (table: string) => (await client.send(new ScanCommand({ TableName: table }))).Items ?? [];
  const tables = tableNames.map(name => process.env[name] ?? '');
  const kept = await Promise.all(tables.map(async table => ({ table, items: await itemsOf(table) })));
  return async () => {
    for (const { table, items } of kept) {
      for (const { pk, sk } of await itemsOf(table))
        await client.send(new DeleteItemCommand({ TableName: table, Key: { pk: pk!, sk: sk! } }));
      for (const Item of items) await client.send(new PutItemCommand({ TableName: table, Item }));
    }
    client.destroy();
  };
}
