import { expect, test } from 'vitest';
import {
  decodeKept,
  encodeKept,
  type KeptPage,
  keptNames,
  PageKeeper,
} from '../../../../../shared/wings/publications/kept/kept-pages.ts';
import { MemoryObjects } from '../../../../simulation/world/memory-objects.ts';

const noon = Date.UTC(2026, 4, 5, 12);
const dayMs = 86_400_000;

function page(n: number, body = `<h1>Page ${n}</h1>`): KeptPage {
  const url = `https://news.example/${n}.html`;
  return { identity: url, address: url, at: noon, contentType: 'text/html', isNamed: true, body: Buffer.from(body) };
}

async function namesIn(objects: MemoryObjects): Promise<readonly string[]> {
  return (await objects.list('')).map(name => name.replace(/\.\d+$/, ''));
}

async function gathered(names: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const name of names) all.push(name.replace(/\.\d+$/, ''));
  return all;
}

test('kept pages come back as they were fetched, and bytes that are none are refused', () => {
  const pages = [page(1), { ...page(2, ''), hint: { title: 'Two' }, goesOn: true as const }];
  expect(decodeKept(encodeKept(pages)).map(each => ({ ...each, body: Buffer.from(each.body) }))).toEqual(pages);
  expect(() => decodeKept(encodeKept(pages).subarray(0, 60))).toThrow();
  expect(() => decodeKept(Buffer.from('no pages'))).toThrow();
});

test('the pages of a turn are one object, and a repeat writes the same', async () => {
  const objects = new MemoryObjects();
  const keeper = new PageKeeper(objects);
  for (let n = 0; n < 2; n += 1) await keeper.keep({ source: 3, turn: 12, at: noon }, [page(1), page(2)]);
  await keeper.keep({ source: 3, turn: 13, at: noon }, []);
  expect(await namesIn(objects)).toEqual(['kept-30/2026-05-05/000000003.000000012']);
});

test('a watch that keeps no pages writes none, and forgets those of before', async () => {
  const objects = new MemoryObjects();
  await new PageKeeper(objects, 30).keep({ source: 1, turn: 1, at: noon }, [page(1)]);
  await new PageKeeper(objects, 0).keep({ source: 1, turn: 2, at: noon + 1 }, [page(2)]);
  expect(await namesIn(objects)).toEqual([]);
});

test('pages expire after their days, where the store does not forget by itself', async () => {
  for (const forgets of [false, true]) {
    const objects = new MemoryObjects();
    const keeper = new PageKeeper(objects, 8, forgets);
    for (let day = 0; day < 12; day += 1)
      await keeper.keep({ source: 1, turn: day, at: noon + day * dayMs }, [page(day)]);
    const kept = await namesIn(objects);
    expect(kept.length).toBe(forgets ? 12 : 9);
    expect(kept.at(-1)).toBe('kept-30/2026-05-16/000000001.000000011');
    const now = noon + 11 * dayMs;
    expect((await gathered(keptNames(objects, { days: 8, now }))).length).toBe(9);
  }
});

test('of too many bytes the oldest go first', async () => {
  const objects = new MemoryObjects();
  const large = Buffer.from(Array.from({ length: 3_000 }, (_, n) => (n * 7_919 * (n % 251)) % 256));
  const keeper = new PageKeeper(objects, 30, false, 8_000);
  for (let day = 0; day < 5; day += 1)
    await keeper.keep({ source: 1, turn: day, at: noon + day * dayMs }, [{ ...page(day), body: large }]);
  const kept = await namesIn(objects);
  expect(kept.length).toBeLessThan(5);
  expect(kept.at(-1)).toBe('kept-30/2026-05-09/000000001.000000004');
  expect(kept).not.toContain('kept-30/2026-05-05/000000001.000000000');
});

test('names come in their order: of a source, from an instant on, behind another one', async () => {
  const objects = new MemoryObjects();
  const keeper = new PageKeeper(objects);
  for (const [at, source] of [1, 2, 1, 2].entries())
    await keeper.keep({ source, turn: at, at: noon + at * dayMs }, [page(at)]);
  const now = noon + 3 * dayMs;
  const turns = async (query: object) =>
    (await gathered(keptNames(objects, { days: undefined, now, ...query }))).map(name => Number(name.slice(-9)));
  expect(await turns({})).toEqual([0, 1, 2, 3]);
  expect(await turns({ source: 2 })).toEqual([1, 3]);
  expect(await turns({ since: noon + 2 * dayMs })).toEqual([2, 3]);
  const [, second] = await objects.list('kept-30/');
  expect(await turns({ after: second })).toEqual([2, 3]);
});
