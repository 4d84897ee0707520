/**
 * Read and write units of a call, computed from the sizes of its items as the service does ("DynamoDB read and write
 * operations" and "Item sizes and formats", developer guide): emulators report other numbers or none.
 */
import type {
  AttributeValue,
  BatchGetItemCommandInput,
  BatchGetItemCommandOutput,
  GetItemCommandInput,
  GetItemCommandOutput,
  PutItemCommandInput,
  QueryCommandInput,
  QueryCommandOutput,
  TransactWriteItemsCommandInput,
  Update,
  UpdateItemCommandInput,
  UpdateItemCommandOutput,
} from '@aws-sdk/client-dynamodb';
import type { Item } from '../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';

const writeUnitBytes = 1024;
const readUnitBytes = 4096;
/** Items whose sizes are kept, because DynamoDB bills an update by the size of the whole item. */
const mostKnown = 500_000;

export interface Units {
  readonly write: number;
  readonly read: number;
}

/** Bytes of an item: its names and its values. */
export function itemBytes(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  // A byte for two significant digits, and one more; another for the sign.
  if (value.N !== undefined)
    return Math.ceil(value.N.replace(/^-|\./g, '').length / 2) + 1 + Number(value.N.startsWith('-'));
  if (value.B !== undefined) return value.B.byteLength;
  if (value.L !== undefined) return value.L.reduce((sum, part) => sum + 1 + valueBytes(part), 3);
  if (value.M !== undefined) return itemBytes(value.M) + 3 + Object.keys(value.M).length;
  return 1;
}

export class DynamoUnits {
  private readonly known = new Map<string, number>();

  /** Bytes of the items of a table that calls have shown, with the 100 bytes of each that AWS adds. */
  storedBytes(table: string): number {
    return [...this.known].reduce((sum, [name, size]) => sum + (name.startsWith(`${table}\n`) ? size + 100 : 0), 0);
  }

  /** Of one call: its input, and its output or the item that an unmet condition brought back. */
  of(operation: string, input: object, output: object): Units {
    switch (operation) {
      case 'GetItemCommand':
        return this.get(input as GetItemCommandInput, output as GetItemCommandOutput);
      case 'BatchGetItemCommand':
        return this.batchGet(input as BatchGetItemCommandInput, output as BatchGetItemCommandOutput);
      case 'QueryCommand':
        return this.query(input as QueryCommandInput, output as QueryCommandOutput);
      case 'PutItemCommand': {
        const { TableName, Item: item = {} } = input as PutItemCommandInput;
        return { write: this.written(TableName, item, itemBytes(item)), read: 0 };
      }
      case 'UpdateItemCommand':
        return this.update(input as UpdateItemCommandInput, output as UpdateItemCommandOutput & { Item?: Item });
      case 'TransactWriteItemsCommand':
        return this.transact(input as TransactWriteItemsCommandInput);
      default:
        return { write: 0, read: 0 };
    }
  }

  private get({ TableName, ConsistentRead }: GetItemCommandInput, { Item: item }: GetItemCommandOutput): Units {
    return { write: 0, read: this.read(TableName, [item ?? {}], ConsistentRead) };
  }

  /** Each key is rounded up by itself; one without an item costs as the smallest item. */
  private batchGet({ RequestItems }: BatchGetItemCommandInput, { Responses }: BatchGetItemCommandOutput): Units {
    let read = 0;
    for (const [table, { Keys = [], ConsistentRead }] of Object.entries(RequestItems ?? {})) {
      const found = Responses?.[table] ?? [];
      for (const item of found) read += this.read(table, [item], ConsistentRead);
      read += (Keys.length - found.length) * this.read(table, [{}], ConsistentRead);
    }
    return { write: 0, read };
  }

  /** An index gives only some attributes, so its rows do not show the size of the item. */
  private query(
    { TableName, IndexName, ConsistentRead }: QueryCommandInput,
    { Items = [] }: QueryCommandOutput,
  ): Units {
    const name = IndexName === undefined ? TableName : `${TableName}/${IndexName}`;
    return { write: 0, read: this.read(name, Items, ConsistentRead) };
  }

  /** An unmet condition costs what the write would have, by the item that is there. */
  private update(input: UpdateItemCommandInput, output: UpdateItemCommandOutput & { Item?: Item }): Units {
    const { TableName, Key = {}, ReturnValues } = input;
    if (output.Item !== undefined) return { write: this.written(TableName, Key, itemBytes(output.Item)), read: 0 };
    const seen = output.Attributes === undefined ? 0 : itemBytes(output.Attributes);
    const bytes = ReturnValues === 'ALL_NEW' ? seen : Math.max(seen, changeBytes(input as Update));
    return { write: this.written(TableName, Key, bytes) + indexUnits(input as Update), read: 0 };
  }

  /** Transactional writes cost twice, cancelled ones too. */
  private transact({ TransactItems = [] }: TransactWriteItemsCommandInput): Units {
    let write = 0;
    for (const { Update: update, ConditionCheck: check, Put: put } of TransactItems) {
      if (update !== undefined) {
        const own = this.written(update.TableName, update.Key ?? {}, changeBytes(update));
        // The index is written once, with the commit.
        write += 2 * own + indexUnits(update);
      }
      if (check !== undefined) write += 2 * this.written(check.TableName, check.Key ?? {}, 0);
      if (put !== undefined) write += 2 * this.written(put.TableName, put.Item ?? {}, itemBytes(put.Item ?? {}));
    }
    return { write, read: 0 };
  }

  private read(table: string | undefined, items: readonly Item[], isConsistent: boolean | undefined): number {
    let bytes = 0;
    for (const item of items) {
      const size = itemBytes(item);
      bytes += size;
      if (size > 0) this.remember(nameOf(table, item), size);
    }
    return Math.max(1, Math.ceil(bytes / readUnitBytes)) * (isConsistent === true ? 1 : 0.5);
  }

  /** By the larger of the item before and after. */
  private written(table: string | undefined, key: Item, bytes: number): number {
    const name = nameOf(table, key);
    const size = Math.max(bytes, this.known.get(name) ?? 0);
    this.remember(name, size);
    return Math.max(1, Math.ceil(size / writeUnitBytes));
  }

  private remember(name: string, size: number): void {
    if (this.known.size >= mostKnown) this.known.clear();
    this.known.set(name, size);
  }
}

/**
 * Of the index by `due`: a changed key is an entry that goes and an entry that comes. Every write of the attribute counts as a
 * change, so this is rather too much.
 */
function indexUnits({ TableName = '', UpdateExpression = '', ExpressionAttributeNames = {} }: Update): number {
  if (!/watched/i.test(TableName)) return 0;
  return Object.entries(ExpressionAttributeNames).some(
    ([token, name]) => name === 'due' && new RegExp(`${token}\\b`).test(UpdateExpression),
  )
    ? 2
    : 0;
}

function nameOf(table: string | undefined, item: Item): string {
  return `${table}\n${item['pk']?.S}\n${item['sk']?.S}`;
}

/** The least that an item holds after a change: its key, and what is set. */
function changeBytes(change: Update): number {
  const { Key = {}, UpdateExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = change;
  const isSet = ([token]: readonly [string, unknown]): boolean => new RegExp(`${token}\\b`).test(UpdateExpression);
  const names = Object.entries(ExpressionAttributeNames).filter(isSet);
  const values = Object.entries(ExpressionAttributeValues).filter(isSet);
  return (
    itemBytes(Key) +
    names.reduce((sum, [, name]) => sum + Buffer.byteLength(name), 0) +
    values.reduce((sum, [, value]) => sum + valueBytes(value), 0)
  );
}
