/** The promises of every keeper of the tables of links (`shared/ports/ports.ts`), beside the claims that fill them. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { LinkKey, LinkKind, LinkQuery, LinkRow } from '../../shared/domain/link-rows.ts';
import type { CrawlStore, LinkTables, SiteSet } from '../../shared/ports/ports.ts';
import { id, type OpenCallers, openCrawl } from './callers.ts';

type Store = CrawlStore & LinkTables & SiteSet;

const kinds = ['internal', 'external', 'bad'] as const;
/** Longer than a key may be, with the same beginning. */
const long = ['2', '1'].map(end => `http://e.test/${'x'.repeat(1_200)}${end}`);

export function linkTablesContract(open: OpenCallers<Store>): void {
  let first: Store;
  let second: Store;

  beforeEach(async () => {
    const callers = await openCrawl(open);
    ({ first, second } = callers);
    return async () => await callers.close();
  });

  const claim = async (kind: LinkKind, site: number, keys: readonly string[], turn = 1, level = 1) => {
    if (kind !== 'internal')
      return await first.claimLinks(
        id,
        site,
        kind,
        turn,
        keys.map(key => ({ key, page: 'p', level, detail: 'd' })),
      );
    const claims = keys.map(url => ({ identity: url, address: url, foundOn: 'p' }));
    return await first.claimUrls(id, site, { turn, level, kind: 'link' }, claims);
  };
  const list = async (kind: LinkKind, query: Partial<LinkQuery> = {}): Promise<readonly LinkRow[]> => {
    const links: LinkRow[] = [];
    for (let after: LinkKey | undefined; ; ) {
      const page = await second.listLinks(id, kind, { most: 100, ...query, ...(after !== undefined && { after }) });
      expect(page.links.length).toBeLessThanOrEqual(query.most ?? 100);
      links.push(...page.links);
      if (page.next === undefined) return links;
      after = page.next;
    }
  };
  const names = async (kind: LinkKind, query: Partial<LinkQuery> = {}): Promise<string[]> =>
    (await list(kind, query)).map(({ site, link }) => `${site} ${link}`);

  test('internal and external links have the type with which they were claimed, and are filtered by it', async () => {
    const urls = ['http://e.test/html', 'http://e.test/script', 'http://e.test/unknown'];
    const types = ['html', 'script', undefined] as const;
    const typed = (n: number) => (types[n] === undefined ? {} : { type: types[n] });
    await first.claimUrls(
      ...([id, 1, { turn: 1, level: 1, kind: 'link' }] as const),
      urls.map((url, n) => ({ identity: url, address: url, foundOn: 'p', ...typed(n) })),
    );
    await first.claimLinks(
      ...([id, 1, 'external', 1] as const),
      urls.map((key, n) => ({ key, page: 'p', level: 1, detail: 'd', ...typed(n) })),
    );
    for (const kind of ['internal', 'external'] as const) {
      expect((await list(kind)).map(({ type }) => type)).toEqual(types);
      expect(await names(kind, { type: 'script' })).toEqual(['1 http://e.test/script']);
      expect(await names(kind, { type: 'click' })).toEqual([]);
    }
    expect(await names('bad', { type: 'script' })).toEqual([]);
  });

  describe.each(kinds)('%s links', kind => {
    test.each([1, 2, 3, 100])('are listed by site and then in order of bytes, in pages of %i', async most => {
      const keys = [
        'http://e.test/b',
        'http://e.test/B',
        'http://e.test/%7e',
        ...long,
        `${long[0]!}0`,
        long[0]!.slice(0, 960),
      ];
      await claim(kind, 2, ['http://e.test/a', ...keys.slice(0, 2)]);
      await claim(kind, 1, keys);
      const inOrder = (site: number, of: readonly string[]): string[] =>
        of.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map(key => `${site} ${key}`);
      expect(await names(kind, { most })).toEqual([
        ...inOrder(1, keys),
        ...inOrder(2, ['http://e.test/a', ...keys.slice(0, 2)]),
      ]);
      expect(await names(kind, { most, site: 2 })).toHaveLength(3);
      expect(await names(kind, { most, site: 3 })).toEqual([]);
    });

    test('are filtered by text in any case of ASCII letters, where % and _ are nothing but characters', async () => {
      await claim(kind, 1, [
        'http://e.test/100%25_a',
        'http://e.test/100x25xA',
        'http://E.test/news',
        'http://e.test/ä',
      ]);
      expect(await names(kind, { text: '0%25_A' })).toEqual(['1 http://e.test/100%25_a']);
      expect(await names(kind, { text: 'E.TEST/N' })).toEqual(['1 http://E.test/news']);
      expect(await names(kind, { text: '_' })).toHaveLength(1);
      expect(await names(kind, { text: 'Ä' })).toEqual([]);
      expect(await names(kind, { text: 'ä', most: 1 })).toHaveLength(1);
    });

    test('are filtered by a host, or a domain above it', async () => {
      const keys = [
        'http://e.test/',
        'https://w.e.test:81/x',
        'http://ne.test/',
        'http://x.test/e.test/',
        'http://e.test.x/',
      ];
      await claim(kind, 1, keys);
      expect(await names(kind, { domain: 'e.test' })).toEqual(['1 http://e.test/', '1 https://w.e.test:81/x']);
      expect(await names(kind, { domain: 'test', text: '//n' })).toEqual(['1 http://ne.test/']);
    });

    test('are filtered by level', async () => {
      await claim(kind, 1, ['a'], 1, 1);
      await claim(kind, 1, ['b', 'c'], 2, 2);
      expect(await names(kind, { level: 2 })).toEqual(['1 b', '1 c']);
      expect(await names(kind, { level: 2, text: 'c', site: 1, most: 1 })).toEqual(['1 c']);
      expect(await names(kind, { level: 3 })).toEqual([]);
    });

    test('that are deleted are not shown, are told of once, and are claimed by no other page', async () => {
      await claim(kind, 1, ['a', 'b', ...long]);
      await claim(kind, 2, ['a']);
      const some = ['a', 'none', 'a', long[0]!].map(key => ({ site: 1, key }));
      expect(await second.deleteLinks(id, kind, some)).toBe(2);
      expect(await first.deleteLinks(id, kind, some)).toBe(0);
      expect(await names(kind)).toEqual(['1 b', `1 ${long[1]}`, '2 a']);
      expect(await claim(kind, 1, ['a', 'new'], 2)).toEqual([false, true]);
      expect(await names(kind, { site: 1, text: 'a' })).toEqual([]);
    });

    test('that are deleted are listed by themselves, and are back when the deletion is taken back', async () => {
      await claim(kind, 1, ['a', 'b', ...long]);
      await claim(kind, 2, ['a']);
      const some = ['a', long[0]!].map(key => ({ site: 1, key }));
      for (let turn = 0; turn < 2; turn += 1) {
        expect(await first.deleteLinks(id, kind, some)).toBe(2);
        expect(await names(kind, { deleted: true, most: 1 })).toEqual(['1 a', `1 ${long[0]}`]);
        expect(await names(kind, { deleted: true, text: 'e.test', level: 1 })).toEqual([`1 ${long[0]}`]);
        expect(await second.restoreLinks(id, kind, [...some, { site: 1, key: 'b' }, { site: 2, key: 'a' }])).toBe(2);
        expect(await first.restoreLinks(id, kind, some)).toBe(0);
        expect([await names(kind, { deleted: true }), (await names(kind)).length]).toEqual([[], 5]);
        if (kind !== 'internal') expect(await second.deletedLinksAfter(id, 1, kind, undefined, 9)).toEqual([]);
      }
    });

    test('by the hundred are deleted in one call', async () => {
      const keys = Array.from({ length: 300 }, (_, number) => `http://e.test/${number}`);
      await claim(kind, 1, keys);
      expect(
        await second.deleteLinks(
          id,
          kind,
          keys.slice(1).map(key => ({ site: 1, key })),
        ),
      ).toBe(299);
      expect(await names(kind, { most: 7 })).toEqual(['1 http://e.test/0']);
    });
  });

  test('an internal link shows what became of it', async () => {
    await claim('internal', 1, ['a', 'b', 'c', 'd', 'e']);
    const outcomes = [
      { identity: 'a', outcome: { kind: 'node', hash: 'h' } },
      { identity: 'b', outcome: { kind: 'skipped', reason: 'robots' } },
      { identity: 'c', outcome: { kind: 'redirect', status: 301, target: 'a' } },
      { identity: 'd', outcome: { kind: 'duplicate', hash: 'h', owner: 'a' } },
    ] as const;
    await first.recordOutcomes(
      id,
      1,
      2,
      outcomes.map(each => ({ ...each, attempts: 1 })),
    );
    const place = { site: 1, page: 'p', level: 1 };
    expect(await list('internal')).toEqual([
      { ...place, link: 'a', status: 'node' },
      { ...place, link: 'b', status: 'skipped', reason: 'robots' },
      { ...place, link: 'c', status: 'redirect' },
      { ...place, link: 'd', status: 'duplicate' },
      { ...place, link: 'e', status: 'waiting' },
    ]);
    expect(await names('internal', { status: 'waiting' })).toEqual(['1 e']);
    expect(await names('internal', { status: 'node', most: 1 })).toEqual(['1 a']);
  });

  test('an external link shows its anchor, a bad one why it is bad', async () => {
    await claim('external', 1, ['http://x.test/']);
    await claim('bad', 1, ['', 'javascript:x']);
    expect(await list('external')).toMatchObject([{ link: 'http://x.test/', page: 'p', level: 1, anchor: 'd' }]);
    expect(await list('bad', { site: 1 })).toEqual([
      { site: 1, link: '', page: 'p', level: 1, reason: 'd' },
      { site: 1, link: 'javascript:x', page: 'p', level: 1, reason: 'd' },
    ]);
  });

  test('a page that is deleted says so to the fetch step and to the unloader, and its level falls no more', async () => {
    await claim('internal', 1, ['a', 'b'], 1, 3);
    await second.deleteLinks(id, 'internal', [{ site: 1, key: 'a' }]);
    const lower = ['a', 'b'].map(url => ({ identity: url, address: url, foundOn: 'q' }));
    const redirect = { turn: 2, level: 2, kind: 'redirect' } as const;
    expect(await first.claimUrls(id, 1, redirect, lower)).toEqual([false, true]);
    expect(await second.readLevels(id, 1, ['a', 'b', 'c'])).toEqual([
      { level: 3, turn: 1, deleted: true },
      { level: 2, turn: 2 },
      undefined,
    ]);
    const claims = await second.claimsAfter(id, 1, '', 9);
    expect(claims.map(({ identity, deleted }) => [identity, deleted])).toEqual([
      ['a', true],
      ['b', undefined],
    ]);
  });

  test('each call that deletes pages is told by the row of the crawl, for the turns that run', async () => {
    await claim('internal', 1, ['a', 'b', 'c']);
    await claim('external', 1, ['a']);
    const deletions = async (): Promise<number | undefined> => (await second.readCrawl(id))?.deletions;
    await first.deleteLinks(id, 'external', [{ site: 1, key: 'a' }]);
    await first.deleteLinks(id, 'internal', [{ site: 1, key: 'none' }]);
    expect(await deletions()).toBeUndefined();
    await first.deleteLinks(
      id,
      'internal',
      ['a', 'b'].map(key => ({ site: 1, key })),
    );
    expect(await deletions()).toBe(1);
    await second.deleteLinks(id, 'internal', [{ site: 1, key: 'c' }]);
    expect(await deletions()).toBe(2);
  });

  test.each(['external', 'bad'] as const)(
    '%s links that are deleted are read by the unloader, page by page',
    async kind => {
      const keys = ['', 'b', 'a', ...long];
      await claim(kind, 1, keys);
      await claim(kind, 2, ['z']);
      const other = kind === 'bad' ? 'external' : 'bad';
      await claim(other, 1, ['other']);
      for (const key of keys) await first.deleteLinks(id, kind, [{ site: 1, key }]);
      await first.deleteLinks(id, kind, [{ site: 2, key: 'z' }]);
      await first.deleteLinks(id, other, [{ site: 1, key: 'other' }]);
      const read: string[] = [];
      for (let after: string | undefined; ; after = read.at(-1)) {
        const links = await second.deletedLinksAfter(id, 1, kind, after, 2);
        read.push(...links);
        if (links.length < 2) break;
      }
      expect(read).toEqual(['', 'a', 'b', ...long.toSorted()]);
    },
  );

  test('of a site that was removed nothing waits any more', async () => {
    await claim('internal', 1, ['http://e.test/a']);
    await claim('internal', 2, ['http://e.test/a']);
    await first.removeSite(id, 2);
    expect(await list('internal')).toMatchObject([
      { site: 1, status: 'waiting' },
      { site: 2, status: 'skipped', reason: 'removed' },
    ]);
  });
}
