/** Kept pages are read again with what is set now: what they give then corrects the latest version. */
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { shippedModels } from '../../../../../shared/adapters/tone/open.ts';
import type { WatchOptions } from '../../../../../shared/domain/spec/crawl-spec.ts';
import type { WatchStores } from '../../../../../shared/place/opened-watch.ts';
import { rereadAll, rereadPages } from '../../../../../shared/place/reread-pages.ts';
import type { Reread, RereadQuery } from '../../../../../shared/place/watch-service.ts';
import { encodeKept, PageKeeper } from '../../../../../shared/wings/publications/kept/kept-pages.ts';
import { opinionOf } from '../../../../../shared/wings/publications/labels/opinion.ts';
import { listDigest } from '../../../../../shared/wings/publications/mentioned/list-digest.ts';
import { Dictionary } from '../../../../../shared/wings/publications/mentions/dictionary.ts';
import { readOrganizations } from '../../../../../shared/wings/publications/mentions/read-organizations.ts';
import type { SourceSettings } from '../../../../../shared/wings/publications/watch/source-settings.ts';
import { MemoryObjects } from '../../../../simulation/world/memory-objects.ts';
import { hourMs, noon, origin, story, WatchedSource } from '../watch/watched-source.ts';

const dayMs = 24 * hourMs;

/** A watched source whose pages are kept. */
class KeptSource extends WatchedSource {
  readonly objects = new MemoryObjects();

  constructor(options: Partial<WatchOptions> = {}) {
    super(options);
    this.keeper = new PageKeeper(this.objects, this.options.keepPagesDays);
  }

  async reads(query: RereadQuery = {}, mostPages = 1_000, stores: Partial<WatchStores> = {}): Promise<Reread> {
    const { mentions, labels, applications } = this.publications;
    const all = { publications: this.publications, mentions, labels, applications, ...stores };
    const read = rereadPages({
      state: async (_, work) => await work(this.#state() as never, { id: 'w', spec: { watch: this.options } } as never),
      changed: async (_, work) => await work(all),
      objects: () => this.objects,
      ...{ shipped: shippedModels, mostPages },
    });
    return await read('w', query);
  }

  #state(): object {
    const store = {
      readSites: async () => [{ site: 1, origin }],
      readMemory: async () => JSON.stringify(this.memory),
      readSettings: async () => JSON.stringify(this.settings),
    };
    return { store, clock: { now: () => this.at } };
  }

  /** Version, instant of the look, date and the corrected version of each version of the only publication. */
  async history(): Promise<readonly (readonly unknown[])[]> {
    const versions = await this.publications.versions((await this.only()).id);
    return versions.map(({ version, seenAt, publishedAt, details }) => [
      ...[version, seenAt - noon, publishedAt === undefined ? undefined : new Date(publishedAt).toISOString()],
      (JSON.parse(details) as { readonly corrects?: number }).corrects,
    ]);
  }
}

/** A store with methods of the test's. */
function withOwn<T extends object>(store: T, own: Partial<T>): T {
  const methodOf = (name: keyof T): unknown => {
    const method = store[name];
    return typeof method === 'function' ? method.bind(store) : method;
  };
  return new Proxy(store, { get: (_, name) => own[name as keyof T] ?? methodOf(name as keyof T) });
}

const timed = (about: string): string => story(about).replace('</h1>', '</h1><time>4 May 2026, 10:00</time>');
const inMoscow: SourceSettings = { version: 1, timeZone: 'Europe/Moscow' };

async function withTimed(options: Partial<WatchOptions> = {}): Promise<KeptSource> {
  const source = new KeptSource(options);
  await source.finds({ '/a.html': timed('the bridge') });
  return source;
}

describe('pages that are read again', () => {
  test('change nothing where nothing was set', async () => {
    using source = await withTimed();
    expect(await source.reads()).toEqual({ pages: 1, read: 1, corrected: 0, left: {}, publications: 1 });
    expect(await source.history()).toEqual([[1, 0, '2026-05-04T10:00:00.000Z', undefined]]);
  });

  test('get the zone that a person has set since, as a version of the same look, and once only', async () => {
    using source = await withTimed();
    source.settings = inMoscow;
    source.at += dayMs;
    expect(await source.reads()).toEqual({ pages: 1, read: 1, corrected: 1, left: {}, publications: 1 });
    const corrected = [
      [1, 0, '2026-05-04T10:00:00.000Z', undefined],
      [2, 0, '2026-05-04T07:00:00.000Z', 1],
    ];
    expect(await source.history()).toEqual(corrected);
    const at = Date.UTC(2026, 4, 4, 7);
    expect(await source.publications.find({ since: at, until: at + 1 }, 9)).toHaveLength(1);
    expect(await source.reads()).toMatchObject({ read: 1, corrected: 0 });
    expect(await source.history()).toEqual(corrected);
    source.settings = { version: 1 };
    expect(await source.reads()).toMatchObject({ corrected: 1 });
    expect((await source.history()).at(-1)).toEqual([3, 0, '2026-05-04T10:00:00.000Z', 2]);
  });

  test('get the text of rules that hold now', async () => {
    using source = await withTimed();
    const rules = { types: [{ name: 'article', match: '//article', fields: { text: { xpath: '//article/p[1]' } } }] };
    source.settings = {
      version: 1,
      rules: [{ revision: 1, validFrom: new Date(noon).toISOString(), validUntil: null, rules }],
    };
    source.at += hourMs;
    expect(await source.reads()).toMatchObject({ corrected: 1 });
    const row = await source.only();
    expect(JSON.parse(row.details)).toMatchObject({ method: 'grabber', rules: 1 });
    expect((await source.publications.text(row.id, 2))!.split('\n').length).toBe(1);
  });

  test('are those of the latest version: pages of earlier ones are left', async () => {
    using source = await withTimed();
    source.at += hourMs;
    await source.looks({ '/a.html': timed('the bridge').replaceAll('sentence', 'part') });
    source.settings = inMoscow;
    expect(await source.reads()).toMatchObject({ pages: 2, read: 1, corrected: 1 });
    const [old, moved] = ['2026-05-04T10:00:00.000Z', '2026-05-04T07:00:00.000Z'];
    expect(await source.history()).toEqual([
      [1, 0, old, undefined],
      [2, hourMs, old, undefined],
      [3, hourMs, moved, 2],
    ]);
  });

  test('make nothing live that is gone, and a later look finds the corrected version unchanged', async () => {
    using source = await withTimed();
    source.at += hourMs;
    await source.looks({ '/a.html': 404 });
    source.settings = inMoscow;
    await source.reads();
    expect(await source.kept()).toEqual(['/a.html gone 2']);
    source.at += 5 * hourMs;
    await source.looks({ '/a.html': timed('the bridge') });
    expect(await source.kept()).toEqual(['/a.html live 2']);
  });

  test('have the facts of their feed, as at the first look', async () => {
    using source = new KeptSource();
    source.memory = { ...source.memory, hints: { [`${origin}/a.html`]: { title: 'From the feed', section: 'Town' } } };
    await source.finds({ '/a.html': timed('the bridge').replace(/<title>.*<\/title>|<h1>.*<\/h1>/g, '') });
    source.settings = inMoscow;
    expect(await source.reads()).toMatchObject({ read: 1 });
    const { title, details } = await source.only();
    expect([title, JSON.parse(details)]).toMatchObject(['From the feed', { section: 'Town' }]);
  });

  test('of an article of several pages get their date, and keep the text of all of them', async () => {
    using source = new KeptSource();
    const next = '<link rel="next" href="/a.html?page=2">';
    await source.finds({ '/a.html': `${next}${timed('the bridge')}` });
    await source.looks({ '/a.html#page-2': story('the ferry') });
    const before = await source.only();
    const text = await source.publications.text(before.id, 1);
    expect(text).toContain('the ferry');
    source.settings = inMoscow;
    expect(await source.reads()).toMatchObject({ corrected: 1 });
    expect((await source.history()).at(-1)).toEqual([2, 0, '2026-05-04T07:00:00.000Z', 1]);
    expect(await source.publications.text(before.id, 2)).toBe(text);
    expect(await source.reads()).toMatchObject({ corrected: 0 });
  });

  test('have mentions and tones as a new version has', async () => {
    using source = new KeptSource();
    await source.finds({ '/a.html': timed('River Works') });
    const value = [{ id: 'works', name: 'River Works' }];
    const organizations = readOrganizations({ value, nameOf: String });
    const digest = listDigest(organizations);
    await source.publications.mentions.setOrganizations({ digest, setAt: noon, organizations });
    source.settings = inMoscow;
    await source.reads();
    expect((await source.publications.mentions.mentions(1, 2)).length).toBeGreaterThan(1);
  });

  describe('keep the words of people where title and text are the same', () => {
    const label = {
      publication: 1,
      version: 1,
      organization: 'works',
      isAdjudication: false,
      sampling: 'search',
    } as const;
    const said = async ({ publications }: KeptSource) => {
      const rows = await publications.labels.labelsOf(1);
      const { version } = (await publications.publication(1))!;
      const { standing, stale } = opinionOf(rows, version);
      return [standing.map(row => `${row.annotator} ${row.class} ${row.id}`), stale.length];
    };

    test('labels, once each, whichever process ends behind a correction', async () => {
      using source = await withTimed();
      const { labels } = source.publications;
      await labels.addLabels([
        { ...label, class: 'negative', annotator: 'anna', at: noon },
        { ...label, class: 'neutral', annotator: 'ben', at: noon },
        { ...label, class: 'positive', annotator: 'cleo', at: noon },
      ]);
      await labels.addLabels([{ ...label, class: undefined, withdraws: 3, annotator: 'cleo', at: noon + 1 }]);
      const before = await said(source);
      expect(before).toEqual([['anna negative 1', 'ben neutral 2'], 0]);
      source.settings = inMoscow;
      const dying = withOwn(labels, { addLabels: async () => await Promise.reject(new Error('killed')) });
      await expect(source.reads({}, 9, { labels: dying })).rejects.toThrow('killed');
      expect(await said(source)).toEqual([[], 2]);
      expect(await source.reads()).toMatchObject({ corrected: 0 });
      expect(await said(source)).toEqual(before);
      const count = (await labels.labelsOf(1)).length;
      await source.reads();
      expect((await labels.labelsOf(1)).length).toBe(count);
      // A label that is taken back does not come again with its copy.
      await labels.addLabels([
        { ...label, version: 2, class: undefined, withdraws: 1, annotator: 'anna', at: noon + 2 },
      ]);
      source.settings = { version: 1, timeZone: '+05:00' };
      expect(await source.reads()).toMatchObject({ corrected: 1 });
      expect(await said(source)).toEqual([['ben neutral 2'], 0]);
    });

    test('decisions on mentions', async () => {
      using source = new KeptSource();
      const organizations = readOrganizations({ value: [{ id: 'works', name: 'River Works' }], nameOf: String });
      const list = listDigest(organizations);
      await source.publications.mentions.setOrganizations({ digest: list, setAt: noon, organizations });
      source.search = {
        ...{ list, dictionary: new Dictionary(organizations) },
        teller: { name: 'none', tell: async asked => asked.map(() => undefined) },
      };
      await source.finds({ '/a.html': timed('River Works') });
      const { mentions } = source.publications;
      const [first] = await mentions.mentions(1, 1);
      const { field, start, end, organization } = first!;
      const word = { status: 'rejected', by: 'anna', at: noon } as const;
      expect(await mentions.decide({ publication: 1, version: 1 }, { field, start, end, organization }, word)).toBe(
        true,
      );
      source.settings = inMoscow;
      expect(await source.reads()).toMatchObject({ corrected: 1 });
      const after = await mentions.mentions(1, 2);
      expect(after.filter(({ status }) => status === 'rejected')).toMatchObject([{ field, start, end, organization }]);
      expect(after.length).toBeGreaterThan(1);
    });
  });

  test('of one source, and of publications first seen from an instant on, leave the others', async () => {
    using source = await withTimed();
    source.settings = inMoscow;
    expect(await source.reads({ source: 2 })).toEqual({ pages: 0, read: 0, corrected: 0, left: {}, publications: 0 });
    expect(await source.reads({ since: noon + 1 })).toMatchObject({ corrected: 0, publications: 0 });
    expect(await source.reads({ source: 1, since: noon })).toMatchObject({ corrected: 1, publications: 1 });
  });
});

test('reading again sends no request', async () => {
  using source = await withTimed();
  source.settings = inMoscow;
  const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
    return this.destroy(new Error('no network'));
  });
  try {
    const read = await source.reads();
    // A request that was begun and not awaited has its connection by now.
    for (let n = 0; n < 5; n += 1) await setImmediate();
    expect([connect.mock.calls.length, read]).toMatchObject([0, { corrected: 1 }]);
  } finally {
    connect.mockRestore();
  }
});

test('a publication without a kept page is counted and stays', async () => {
  using source = await withTimed({ keepPagesDays: 3 });
  source.at += 4 * dayMs;
  await source.finds({ '/b.html': timed('the ferry') });
  source.settings = inMoscow;
  expect(await source.reads()).toMatchObject({ read: 1, corrected: 1, publications: 2 });
  expect(await source.kept()).toEqual(['/a.html live 1', '/b.html live 2']);
});

test('a publication that an application of the user gave is left', async () => {
  using source = await withTimed();
  const [row] = await source.rows();
  const details = JSON.stringify({ ...(JSON.parse(row!.details) as object), application: 'prices' });
  const publications = withOwn(source.publications, { publicationAt: async () => ({ ...row!, details }) });
  source.settings = inMoscow;
  expect(await source.reads({}, 9, { publications })).toMatchObject({ read: 0, left: { application: 1 } });
});

test('damaged pages are counted, and the others are read', async () => {
  using source = await withTimed();
  const [name] = await source.objects.list('kept-30/');
  const folder = name!.slice(0, name!.lastIndexOf('/') + 1);
  for (const [at, bytes] of [Buffer.from('x'), encodeKept([]).subarray(2)].entries())
    await source.objects.put(`${folder}000000001.90000000${at}.1`, [bytes]);
  source.settings = inMoscow;
  expect(await source.reads()).toMatchObject({ read: 1, corrected: 1, left: { damaged: 2 } });
});

test('calls that end early, and one that is killed, come to the same as one call', async () => {
  const paths = ['/a.html', '/b.html', '/c.html', '/d.html'];
  const opened = async (): Promise<KeptSource> => {
    const source = new KeptSource();
    for (const path of paths) await source.finds({ [path]: timed(`the bridge ${path}`) });
    source.settings = inMoscow;
    return source;
  };
  using whole = await opened();
  using some = await opened();
  using killed = await opened();
  const one = await whole.reads();
  let calls = 0;
  const call = async (query: RereadQuery): Promise<Reread> => {
    calls += 1;
    return await some.reads(query, 1);
  };
  expect(await rereadAll(call, {})).toEqual(one);
  expect(calls).toBe(4);
  let left = 2;
  const publications = withOwn(killed.publications, {
    accept: async (...args: Parameters<typeof killed.publications.accept>) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return await killed.publications.accept(...args);
    },
  });
  await expect(killed.reads({}, 9, { publications })).rejects.toThrow('killed');
  expect((await killed.kept()).filter(each => each.endsWith(' 2')).length).toBe(2);
  expect(await killed.reads()).toEqual({ ...one, corrected: 2 });
  const rows = async (source: KeptSource) => (await source.rows()).map(row => ({ ...row }));
  expect(await rows(killed)).toEqual(await rows(whole));
  expect(await rows(some)).toEqual(await rows(whole));
});
