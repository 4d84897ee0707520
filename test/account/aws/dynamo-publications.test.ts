/** The promises of the store of publications, kept by DynamoDB and objects; and what only this place must bear. */
import { afterAll, describe, expect, inject, test } from 'vitest';
import { DynamoCalls } from '../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { CopyMemory, packMarks, unpackMarks } from '../../../shared/adapters/aws/publications/copy-log.ts';
import { DynamoLabels } from '../../../shared/adapters/aws/publications/dynamo-labels.ts';
import { DynamoMentions } from '../../../shared/adapters/aws/publications/dynamo-mentions.ts';
import { DynamoPublications } from '../../../shared/adapters/aws/publications/dynamo-publications.ts';
import { indexText } from '../../../shared/wings/publications/store/indexed-text.ts';
import type { Sighting } from '../../../shared/wings/publications/store/publication-store.ts';
import { describeLabelStore } from '../../contract/label-store.contract.ts';
import { describeMentionStore } from '../../contract/mention-store.contract.ts';
import { describePublicationStore } from '../../contract/publication-store.contract.ts';
import { openDynamoDb } from '../../emulator/dynamodb-local.ts';
import { type Fault, MemoryDynamoDb } from '../../pure/adapters/aws/memory-dynamodb.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';

const clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: async (ms: number) => await new Promise<void>(resolve => setTimeout(resolve, ms)),
};
const ids = { fraction: Math.random };

const withMentions = (options: ConstructorParameters<typeof DynamoPublications>[0]) => {
  const publications = new DynamoPublications(options);
  return { publications, mentions: new DynamoMentions({ ...options, publications }) };
};

describeMentionStore('DynamoDB in memory', () => {
  const memory = new MemoryDynamoDb();
  const objects = new MemoryObjects();
  const open = () => {
    const calls = new DynamoCalls({ client: memory.client(), clock, ids });
    return withMentions({ calls, table: 'publications', crawl: 'c', objects, clock, ids });
  };
  return { first: open(), second: open(), close: () => undefined };
});

describeLabelStore('DynamoDB in memory', () => {
  const memory = new MemoryDynamoDb();
  const objects = new MemoryObjects();
  const open = () => {
    const options = { table: 'publications', crawl: 'c', objects, clock, ids };
    const calls = new DynamoCalls({ client: memory.client(), clock, ids });
    return new DynamoLabels({ ...options, calls, publications: new DynamoPublications({ ...options, calls }) });
  };
  return { first: open(), second: open(), close: () => undefined };
});

describePublicationStore('DynamoDB in memory', () => {
  const memory = new MemoryDynamoDb();
  const objects = new MemoryObjects();
  const open = () => {
    const calls = new DynamoCalls({ client: memory.client(), clock, ids });
    return new DynamoPublications({ calls, table: 'publications', crawl: 'c', objects, clock, ids });
  };
  return { first: open(), second: open(), close: () => undefined };
});

const { missing, endpoint } = inject('dynamoDb');

describe.skipIf(missing !== undefined)('on DynamoDBLocal', () => {
  const local = openDynamoDb(endpoint);
  afterAll(() => local.client.destroy());

  describePublicationStore('DynamoDBLocal', async () => {
    const { publications: table } = await local.createTables();
    const objects = new MemoryObjects();
    const calls = new DynamoCalls({ client: local.client, clock, ids });
    const open = () => new DynamoPublications({ calls, table, crawl: 'c', objects, clock, ids });
    return { first: open(), second: open(), close: () => undefined };
  });

  describeMentionStore('DynamoDBLocal', async () => {
    const { publications: table } = await local.createTables();
    const objects = new MemoryObjects();
    const calls = new DynamoCalls({ client: local.client, clock, ids });
    const open = () => withMentions({ calls, table, crawl: 'c', objects, clock, ids });
    return { first: open(), second: open(), close: () => undefined };
  });
});

const sighting = (path: string, text: string, seenAt = 1_000): Sighting => ({
  ...{ source: 1, identity: `https://e.test${path}`, address: `https://e.test${path}`, by: 'feed', seenAt },
  version: { title: path, publishedAt: undefined, language: 'en', canonical: undefined, text, details: '{}' },
  index: indexText(path, text),
});
const many = Array.from({ length: 30 }, (_, at) => sighting(`/${at}`, `text ${at} ${'word '.repeat(at)}`));

test('a watch of an earlier version is listed as any other, before its items of dates and clusters are written and after', async () => {
  const memory = new MemoryDynamoDb();
  const calls = new DynamoCalls({ client: memory.client(), clock, ids });
  const [table, pk, objects] = ['publications', 'c', new MemoryObjects()];
  const open = () => new DynamoPublications({ calls, table, crawl: pk, objects, clock, ids });
  const story =
    'The mayor said on Monday that the bridge over the river would be closed for repair until spring came, because the ' +
    'old piers had sunk by two more centimetres since the last look in October, and the money of the year is spent';
  const dated = (path: string, days: number, text = path): Sighting => {
    const look = { ...sighting(path, text, 1e12), source: Number(path.slice(1)) };
    return { ...look, version: { ...look.version, publishedAt: 1e12 - days * 86_400_000 } };
  };
  await open().accept([dated('/1', 5, story), dated('/2', 1), dated('/3', 9, story), dated('/4', 5)]);
  const before = (await open().find({}, 10)).map(({ id }) => id);
  for (const partition of ['dated', 'clusters']) {
    const keys: { pk: string; sk: string }[] = [];
    for await (const { sk } of calls.query(table, `c#${partition}`, ' ', '~'))
      keys.push({ pk: `c#${partition}`, sk: String(sk) });
    expect(keys.length, partition).toBeGreaterThan(0);
    await calls.removeAll(table, keys);
  }
  await calls.write({ table, key: { pk, sk: 'head' }, remove: ['#isIndexed'] });
  const lists = async () => {
    const store = open();
    const place = { datedAt: 1e12 - 5 * 86_400_000, id: 4 };
    const found = [
      await store.find({}, 10),
      await store.find({}, 10, place),
      await store.find({ isOriginal: true }, 10),
    ];
    return found.map(rows => rows.map(({ id }) => id));
  };
  const expected = [before, [1, 3], [2, 4, 3]];
  expect(before).toEqual([2, 4, 1, 3]);
  expect(await lists()).toEqual(expected);
  // A date that changes before the items are written, and one that changes after.
  await open().accept([{ ...dated('/2', 7, 'changed'), seenAt: 1e12 + 1 }]);
  await open().indexEarlier();
  const moved = [
    [4, 1, 2, 3],
    [1, 2, 3],
    [4, 2, 3],
  ];
  expect(await lists()).toEqual(moved);
  const keys = await Array.fromAsync(calls.query(table, 'c#dated', ' ', '~'));
  expect(keys.filter(({ moved: isMoved }) => isMoved !== true)).toHaveLength(4);
  await open().indexEarlier();
  expect(await lists()).toEqual(moved);
  await open().accept([{ ...dated('/2', 1, 'again'), seenAt: 1e12 + 2 }]);
  expect(await lists()).toEqual(expected);
});

describe('workers that die and answers that are lost', () => {
  test('a change is whole or not at all, wherever its worker dies', async () => {
    let isDone = false;
    for (let dies = 1; !isDone; dies += 1) {
      let calls = 0;
      const memory = new MemoryDynamoDb((): Fault | undefined => {
        calls += 1;
        return calls >= dies && calls < 1_000_000 ? { before: new Error('dead') } : undefined;
      });
      const objects = new MemoryObjects();
      const open = () =>
        new DynamoPublications({
          calls: new DynamoCalls({ client: memory.client('command'), clock, ids }),
          ...{ table: 'publications', crawl: 'c', objects, clock: hurried(), ids },
        });
      const first = await open()
        .accept(many)
        .catch(() => undefined);
      isDone = first !== undefined;
      calls = 1_000_000;
      const count = await open().count();
      expect([0, many.length], `died at call ${dies}`).toContain(count);
      const again = await open().accept(many);
      expect(new Set(again.map(({ outcome }) => outcome)).size, `died at call ${dies}`).toBe(1);
      const found = await open().find({ sources: [1] }, 99);
      expect(found.map(({ id }) => id)).toEqual(Array.from({ length: many.length }, (_, at) => many.length - at));
      for (const row of found)
        expect(await open().text(row.id, 1)).toBe(many.find(each => each.identity === row.identity)!.version.text);
      expect(await open().countBySource()).toEqual(new Map([[1, many.length]]));
    }
  });

  test('answers that are lost change nothing, with three workers at once', async () => {
    let calls = 0;
    const memory = new MemoryDynamoDb((): Fault | undefined => {
      calls += 1;
      if (calls % 7 !== 0) return undefined;
      return { after: Object.assign(new Error('socket hang up'), { name: 'InternalServerError' }) };
    });
    const objects = new MemoryObjects();
    const open = () =>
      new DynamoPublications({
        calls: new DynamoCalls({
          client: memory.client('command'),
          clock: { ...clock, sleep: async () => undefined },
          ids,
        }),
        ...{ table: 'publications', crawl: 'c', objects, clock, ids },
      });
    const turns = [many.slice(0, 12), many.slice(8, 20), many.slice(15)];
    await Promise.all(turns.map(async turn => await open().accept(turn)));
    expect(await open().count()).toBe(many.length);
    const found = await open().find({}, 99);
    expect(new Set(found.map(({ identity }) => identity)).size).toBe(many.length);
    for (const row of found)
      expect(await open().text(row.id, 1)).toBe(many.find(each => each.identity === row.identity)!.version.text);
  });

  test('watches in one table know nothing of each other', async () => {
    const memory = new MemoryDynamoDb();
    const calls = new DynamoCalls({ client: memory.client('command'), clock, ids });
    const open = (crawl: string, objects = new MemoryObjects()) =>
      new DynamoPublications({ calls, table: 'publications', crawl, objects, clock, ids });
    await open('a').accept(many.slice(0, 3));
    const b = open('b');
    expect((await b.accept(many.slice(0, 1)))[0]).toEqual({ outcome: 'new', publication: 1, version: 1 });
    expect([await open('a').count(), await b.count()]).toEqual([3, 1]);
  });
});

/** Nobody is waited for. */
function hurried() {
  let now = 0;
  return {
    now: Date.now,
    monotonic: () => {
      now += 10_000;
      return now;
    },
    sleep: async () => undefined,
  };
}

describe('the log of copies', () => {
  const marked = (id: number, text: string, month = 680) => {
    const { signature } = indexText('', text);
    return { id, cluster: id, month, signature: signature! };
  };
  const text = (name: string) =>
    `${name} said on Monday that the bridge over the river would be closed for repair until spring`;

  test('comes back as it was written', () => {
    const marks = [marked(1, text('The mayor')), marked(2 ** 40, 'one', -3)];
    expect(unpackMarks(packMarks(marks))).toEqual(marks);
  });

  test('that is full forgets the older half', () => {
    const memory = new CopyMemory(4);
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries())
      memory.add(marked(at + 1, `${name} ${'x'.repeat(at)} only`));
    memory.add(marked(5, text('The mayor')));
    expect(memory.clusterOf(marked(9, text('A mayor')).signature, 680)).toBe(5);
    expect(memory.clusterOf(marked(9, 'a  only').signature, 680)).toBeUndefined();
    expect(memory.clusterOf(marked(9, 'd xxx only').signature, 681)).toBe(4);
    expect(memory.clusterOf(marked(9, 'd xxx only').signature, 682)).toBeUndefined();
  });
});
