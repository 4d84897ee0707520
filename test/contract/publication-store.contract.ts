import { describe, expect, test } from 'vitest';
import { parseSearch } from '../../shared/wings/publications/search/search-query.ts';
import { indexText } from '../../shared/wings/publications/store/indexed-text.ts';
import {
  type ListPlace,
  type PublicationQuery,
  type PublicationStore,
  placeOf,
  type ReadVersion,
  type Sighting,
} from '../../shared/wings/publications/store/publication-store.ts';
import type { OpenCallers } from './callers.ts';

const day = 86_400_000;
const noon = Date.UTC(2026, 10, 1, 12);
/** Long enough to be compared. */
const report =
  'Учёные Московского университета описали новый вид жуков, который живёт в старых лесах под Казанью. ' +
  'Работа вышла в журнале о насекомых, о ней рассказала пресс-служба. По словам авторов, жуки боятся света и едят грибы.';

interface Seen extends Partial<Omit<Sighting, 'version' | 'index'>>, Partial<Omit<ReadVersion, 'text'>> {}

/** A look at `path` of the source 1 at noon. */
function seen(path: string, text: string, given: Seen = {}): Sighting {
  const { source = 1, seenAt = noon, title = 'Жуки', publishedAt, language = 'ru', canonical, details = '{}' } = given;
  const identity = `https://source-${source}.example${path}`;
  return {
    source,
    identity,
    address: given.address ?? identity,
    by: given.by ?? 'feed',
    seenAt,
    version: { title, publishedAt, language, canonical, text, details },
    index: indexText(title, text),
  };
}

/** Every sentence of `PublicationStore`, for a new empty store each. */
export function describePublicationStore(name: string, open: OpenCallers<PublicationStore>): void {
  async function withStore(work: (store: PublicationStore, other: PublicationStore) => Promise<void>): Promise<void> {
    const callers = await open();
    try {
      await work(callers.first, callers.second);
    } finally {
      await callers.close();
    }
  }
  /** The count is that of the list, whatever the query. */
  const idsOf = async (store: PublicationStore, query: PublicationQuery, most = 50, before?: ListPlace) => {
    const ids = (await store.find(query, most, before)).map(row => row.id);
    if (most === 50 && before === undefined)
      expect(await store.countFitting(query, most)).toEqual({ count: ids.length, isWhole: true });
    return ids;
  };

  describe(`${name}: publications`, () => {
    test('a publication comes back as it was seen', () =>
      withStore(async (store, other) => {
        const sighting = seen('/a', report, {
          address: 'https://source-1.example/a?from=feed',
          publishedAt: noon - day,
          canonical: 'https://source-1.example/a.html',
          details: '{"authors":["Автор"]}',
        });
        expect(await store.accept([sighting])).toEqual([{ outcome: 'new', publication: 1, version: 1 }]);
        expect(await other.publication(1)).toEqual({
          id: 1,
          source: 1,
          identity: sighting.identity,
          address: 'https://source-1.example/a?from=feed',
          by: 'feed',
          firstSeenAt: noon,
          state: 'live',
          goneAt: undefined,
          version: 1,
          seenAt: noon,
          title: 'Жуки',
          publishedAt: noon - day,
          language: 'ru',
          canonical: 'https://source-1.example/a.html',
          cluster: 1,
          details: '{"authors":["Автор"]}',
        });
        expect(await other.text(1, 1)).toBe(report);
        expect([await other.text(1, 2), await other.publication(2)]).toEqual([undefined, undefined]);
        expect(await other.count()).toBe(1);
      }));

    test('facts that a page does not tell stay unknown, and any text is kept as it is', () =>
      withStore(async store => {
        const text = `\u0000 "'; DROP TABLE x; -- ${'й'.repeat(100_000)}\r\n𝔘`;
        await store.accept([seen('/a', text, { title: '', language: undefined as never })]);
        const { publishedAt, canonical } = (await store.publication(1))!;
        expect([publishedAt, canonical, await store.text(1, 1)]).toEqual([undefined, undefined, text]);
        await store.accept([seen('/empty', '')]);
        expect(await store.text(2, 1)).toBe('');
      }));

    test('the same look twice changes nothing', () =>
      withStore(async (store, other) => {
        const looks = [seen('/a', report), seen('/b', 'Другой текст о погоде.')];
        await store.accept(looks);
        expect((await other.accept(looks)).map(({ outcome }) => outcome)).toEqual(['same', 'same']);
        expect(await store.count()).toBe(2);
        expect(await store.versions(1)).toHaveLength(1);
      }));

    test('a changed text is a version, signs and counters are not', () =>
      withStore(async store => {
        await store.accept([seen('/a', `${report} 5 просмотров`)]);
        const later = { seenAt: noon + 60_000 };
        const looks = [seen('/a', `${report}! 6 просмотров`, later), seen('/a', `${report} Дополнено.`, later)];
        expect(await store.accept(looks)).toEqual([
          { outcome: 'same', publication: 1, version: 1 },
          { outcome: 'version', publication: 1, version: 2 },
        ]);
        expect((await store.versions(1)).map(({ version, seenAt }) => [version, seenAt])).toEqual([
          [1, noon],
          [2, noon + 60_000],
        ]);
        expect([await store.text(1, 1), await store.text(1, 2)]).toEqual([
          `${report} 5 просмотров`,
          `${report} Дополнено.`,
        ]);
        expect((await store.publication(1))!.version).toBe(2);
      }));

    test('a text that comes back is a further version', () =>
      withStore(async store => {
        for (const [at, text] of [report, 'Снято.', report].entries())
          await store.accept([seen('/a', text, { seenAt: noon + at })]);
        expect(await store.versions(1)).toHaveLength(3);
        expect(await store.count()).toBe(1);
      }));

    test('a correction of the latest version is the next version of the same look, and of any other version nothing', () =>
      withStore(async (store, other) => {
        const gone = noon + 2 * day;
        await store.accept([seen('/a', report, { publishedAt: noon - day })]);
        await store.markLost(1, 'https://source-1.example/a', 'gone', gone);
        const correction = { ...seen('/a', report, { publishedAt: noon - 2 * day }), corrects: 1 };
        const answer = await other.accept([correction, correction, { ...seen('/b', report), corrects: 1 }]);
        expect(answer.map(({ outcome, version }) => [outcome, version])).toEqual([
          ['version', 2],
          ['late', 2],
          ['late', 0],
        ]);
        expect((await store.versions(1)).map(each => [each.seenAt, each.publishedAt])).toEqual([
          [noon, noon - day],
          [noon, noon - 2 * day],
        ]);
        const row = await store.publicationAt(1, 'https://source-1.example/a');
        expect(row).toMatchObject({ version: 2, state: 'gone', goneAt: gone, publishedAt: noon - 2 * day });
        expect(await store.publicationAt(1, 'https://source-1.example/b')).toBeUndefined();
        expect(await idsOf(store, { until: noon - day })).toEqual([1]);
        expect(await idsOf(store, { since: noon - day })).toEqual([]);
        await store.accept([seen('/a', report, { seenAt: gone })]);
        expect(await store.publication(1)).toMatchObject({ version: 2, state: 'live' });
      }));

    test('an old look that comes late is no version', () =>
      withStore(async store => {
        const [first, second] = [seen('/a', report), seen('/a', 'Новый текст.', { seenAt: noon + 1 })];
        await store.accept([first, second]);
        expect(await store.accept([first])).toEqual([{ outcome: 'late', publication: 1, version: 2 }]);
        expect(await store.versions(1)).toHaveLength(2);
      }));

    test('the same text at two addresses of a source is one publication, of two sources two', () =>
      withStore(async store => {
        const looks = [seen('/a', report), seen('/a/amp', report), seen('/a', report, { source: 2 })];
        expect((await store.accept(looks)).map(each => [each.outcome, each.publication])).toEqual([
          ['new', 1],
          ['address', 1],
          ['new', 2],
        ]);
        expect([await store.addresses(1), await store.addresses(2)]).toEqual([['https://source-1.example/a/amp'], []]);
        expect((await store.accept([seen('/a/amp', report)])).map(each => each.outcome)).toEqual(['same']);
      }));

    describe('the same text again', () => {
      const published = (at: string, given: object = {}): Seen => ({
        publishedAt: Date.parse(at),
        details: JSON.stringify({
          published: { at, precision: 'minute', source: 'feed', offsetMinutes: 180, ...given },
        }),
      });
      const note = (path: string, of: number, given: Seen = {}): Sighting =>
        seen(path, report, { ...published(`2026-10-0${of}T09:00:00.000Z`), ...given });
      const ids = (accepted: readonly { readonly outcome: string; readonly publication: number }[]) =>
        accepted.map(({ outcome, publication }) => `${outcome} ${publication}`);

      test('on five days is five publications, none of them a copy, whatever comes again', () =>
        withStore(async (store, other) => {
          const notes = [1, 2, 3, 4, 5].map(of => note(`/${of}/weather`, of));
          expect(ids(await store.accept(notes))).toEqual(['new 1', 'new 2', 'new 3', 'new 4', 'new 5']);
          expect(ids(await other.accept(notes))).toEqual([1, 2, 3, 4, 5].map(id => `same ${id}`));
          expect(await idsOf(store, { isOriginal: true })).toEqual([5, 4, 3, 2, 1]);
          const elsewhere = await store.accept([note('/3/print/weather', 3), note('/3/weather?s=1', 3), note('/x', 5)]);
          expect(ids(elsewhere)).toEqual(['address 3', 'address 3', 'address 5']);
          expect(await store.count()).toBe(5);
        }));

      test('joins what is of no known day, in either order', () =>
        withStore(async store => {
          await store.accept([seen('/undated', report)]);
          expect(ids(await store.accept([note('/1/a', 1), note('/2/a', 2)]))).toEqual(['address 1', 'address 1']);
          await store.accept([note('/1/b', 1, { source: 2 }), note('/2/b', 2, { source: 2 })]);
          expect(ids(await store.accept([seen('/undated', report, { source: 2 })]))).toEqual(['address 2']);
        }));

      test('belongs to its day also where both publications came to it by a change', () =>
        withStore(async store => {
          await store.accept([note('/1/a', 1, { title: 'Раз' }), note('/2/a', 2, { title: 'Два' })]);
          const later = { seenAt: noon + 1 };
          await store.accept([note('/1/a', 1, later), note('/2/a', 2, later)]);
          const more = [note('/2/b', 2, later), note('/1/b', 1, later), note('/3/b', 3, later)];
          expect(ids(await store.accept(more))).toEqual(['address 2', 'address 1', 'new 3']);
        }));
    });

    test('a further address that gets a text of its own becomes a publication; the old text of the first is no reason', () =>
      withStore(async store => {
        await store.accept([seen('/a', report), seen('/b', report)]);
        await store.accept([seen('/a', 'Версия вторая.', { seenAt: noon + 1 })]);
        expect((await store.accept([seen('/b', report, { seenAt: noon + 2 })]))[0]!.outcome).toBe('same');
        const [parted] = await store.accept([seen('/b', 'Свой текст.', { seenAt: noon + 3 })]);
        expect(parted).toEqual({ outcome: 'new', publication: 2, version: 1 });
        expect(await store.addresses(1)).toEqual([]);
        expect((await store.versions(1)).map(({ version }) => version)).toEqual([1, 2]);
      }));

    test('a look that fails leaves nothing of its batch', () =>
      withStore(async store => {
        const broken = { ...seen('/b', 'x'), by: null as never };
        await expect(store.accept([seen('/a', report), broken])).rejects.toThrow();
        expect(await store.count()).toBe(0);
        expect(await store.find({ words: parseSearch('жуки') }, 10)).toEqual([]);
      }));

    test('two callers that see the same at once make one publication', () =>
      withStore(async (store, other) => {
        const looks = Array.from({ length: 20 }, (_, at) => seen(`/${at}`, `${report} ${at}`));
        await Promise.all([store.accept(looks), other.accept(looks.toReversed())]);
        expect(await store.count()).toBe(20);
      }));
  });

  describe(`${name}: publications that are gone`, () => {
    test('keep their versions, and live again when they are seen', () =>
      withStore(async store => {
        await store.accept([seen('/a', report)]);
        await store.markLost(1, 'https://source-1.example/a', 'gone', noon + 5);
        await store.markLost(1, 'https://source-1.example/a', 'gone', noon + 9);
        expect(await store.publication(1)).toMatchObject({ state: 'gone', goneAt: noon + 5 });
        expect(await store.text(1, 1)).toBe(report);
        await store.accept([seen('/a', report, { seenAt: noon + 20 })]);
        expect(await store.publication(1)).toMatchObject({ state: 'live', goneAt: undefined, version: 1 });
      }));

    test('may be doubtful before, and are not doubtful after', () =>
      withStore(async store => {
        const address = 'https://source-1.example/a';
        await store.accept([seen('/a', report)]);
        await store.markLost(1, address, 'doubtful', noon + 5);
        expect(await store.publication(1)).toMatchObject({ state: 'doubtful', goneAt: noon + 5, version: 1 });
        await store.markLost(1, address, 'gone', noon + 9);
        await store.markLost(1, address, 'doubtful', noon + 12);
        expect(await store.publication(1)).toMatchObject({ state: 'gone', goneAt: noon + 9 });
        await store.accept([seen('/a', report, { seenAt: noon + 20 })]);
        await store.markLost(1, address, 'doubtful', noon + 25);
        await store.accept([seen('/a', report, { seenAt: noon + 30 })]);
        expect(await store.publication(1)).toMatchObject({ state: 'live', goneAt: undefined, version: 1 });
      }));

    test.each([
      ['known before', ['/b', '/a/print'], 25],
      ['found later', [], 25],
    ] as const)('are at a further address with their text, %s', (_, before, at) =>
      withStore(async (store, other) => {
        const addressOf = (path: string) => `https://source-1.example${path}`;
        await store.accept([seen('/a', report), ...before.map(path => seen(path, report))]);
        for (const reader of [store, other])
          expect(await reader.markLost(1, addressOf('/a'), 'gone', noon + 20)).toEqual(
            before.map(addressOf).toSorted(),
          );
        const [answer] = await store.accept([seen('/b', report, { seenAt: noon + at })]);
        expect(answer).toEqual({ outcome: 'same', publication: 1, version: 1 });
        expect(await other.publication(1)).toMatchObject({ state: 'live', identity: addressOf('/b'), version: 1 });
        expect(await store.addresses(1)).toEqual([addressOf('/a'), ...before.slice(1).map(addressOf)]);
        expect(await store.markLost(1, addressOf('/a'), 'gone', noon + 30)).toEqual([]);
        expect((await store.accept([seen('/b', 'Новый текст.', { seenAt: noon + 35 })]))[0]!.outcome).toBe('version');
        await store.markLost(1, addressOf('/b'), 'gone', noon + 40);
        expect(await other.publication(1)).toMatchObject({ state: 'gone', goneAt: noon + 40, version: 2 });
      }),
    );

    test('a late answer changes nothing, nor does an address without a publication, nor a further address', () =>
      withStore(async store => {
        await store.accept([seen('/a', report), seen('/b', report)]);
        await store.markLost(1, 'https://source-1.example/a', 'gone', noon - 5);
        await store.markLost(1, 'https://source-1.example/b', 'gone', noon + 5);
        await store.markLost(1, 'https://source-1.example/none', 'gone', noon + 5);
        expect((await store.publication(1))!.state).toBe('live');
      }));
  });

  describe(`${name}: copies`, () => {
    const copy = report.replace('пресс-служба', 'газета');

    test('of another source are publications in the cluster of the first', () =>
      withStore(async store => {
        await store.accept([
          seen('/a', report),
          seen('/b', 'Совсем другой текст о погоде на завтра и о ценах на хлеб в области.', { source: 2 }),
          seen('/c', copy, { source: 2, title: 'Нашли жуков' }),
          seen('/d', `${copy} Так сообщили в редакции.`, { source: 3 }),
        ]);
        expect((await store.find({}, 10)).map(row => [row.id, row.cluster])).toEqual([
          [4, 1],
          [3, 1],
          [2, 2],
          [1, 1],
        ]);
        expect(await idsOf(store, { cluster: 1 })).toEqual([4, 3, 1]);
        expect(await idsOf(store, { isOriginal: true })).toEqual([2, 1]);
      }));

    test('of a language are found by its tag, those of its regions too, and by no part of a tag', () =>
      withStore(async store => {
        await store.accept([
          seen('/a', report, { language: 'en-GB' }),
          seen('/b', 'Другая новость.', { language: 'en' }),
          seen('/c', 'Ещё одна новость.', { language: 'eng' }),
          seen('/d', 'Новость на немецком.', { language: 'de' }),
        ]);
        expect(await idsOf(store, { language: 'en' })).toEqual([2, 1]);
        expect(await idsOf(store, { language: 'en-gb' })).toEqual([1]);
        expect(await idsOf(store, { language: '%' })).toEqual([]);
      }));

    test('the original is the one published first, whichever was read first', () =>
      withStore(async store => {
        await store.accept([
          seen('/a', report, { publishedAt: noon - 60 }),
          seen('/b', copy, { source: 2, publishedAt: noon - 90 }),
        ]);
        const rows = await store.find({}, 10);
        expect(rows.map(row => row.cluster)).toEqual([1, 1]);
        expect(await idsOf(store, { isOriginal: true })).toEqual([2]);
        expect(await store.copiesAmong(rows)).toEqual(new Set([1]));
        const ordered = (all: typeof rows) => all.toSorted((a, b) => a.id - b.id);
        expect(ordered(await store.rows([2, 99, 1]))).toEqual(ordered(rows));
      }));

    test('of those that are live one stands for all, and for none that is live one that was', () =>
      withStore(async store => {
        await store.accept([seen('/a', report), seen('/c', copy, { source: 2 }), seen('/d', copy, { source: 3 })]);
        const shown: (readonly number[])[] = [];
        const step = async (source: number, path: string, state: 'doubtful' | 'gone', at: number): Promise<void> => {
          await store.markLost(source, `https://source-${source}.example${path}`, state, noon + at);
          shown.push(await idsOf(store, { isOriginal: true }));
        };
        await step(1, '/a', 'doubtful', 50);
        await step(2, '/c', 'gone', 60);
        await step(3, '/d', 'gone', 70);
        await store.accept([seen('/c', copy, { source: 2, seenAt: noon + 90 })]);
        shown.push(await idsOf(store, { isOriginal: true }));
        expect(shown).toEqual([[2], [3], [1], [2]]);
        expect(await store.copiesAmong(await store.find({}, 10))).toEqual(new Set([1, 3]));
        expect(await store.copiesAmong([])).toEqual(new Set());
        expect([...(await store.lostBySource())]).toEqual([
          [1, { doubtful: 1 }],
          [3, { gone: 1 }],
        ]);
      }));

    test('are looked for among the months around', () =>
      withStore(async store => {
        await store.accept([
          seen('/a', report, { publishedAt: noon }),
          seen('/b', copy, { source: 2, publishedAt: noon - 3 * day }),
          seen('/c', copy, { source: 3, publishedAt: noon + 200 * day }),
        ]);
        expect((await store.find({}, 10)).map(row => [row.id, row.cluster])).toEqual([
          [3, 3],
          [1, 1],
          [2, 1],
        ]);
      }));
  });

  describe(`${name}: lists`, () => {
    const dated = (path: string, days: number | undefined, given: Seen = {}): Sighting =>
      seen(path, `Новость ${path}.`, { ...(days !== undefined && { publishedAt: noon - days * day }), ...given });
    /** Pages of two rows, each behind the last row of the one before. */
    const paged = async (store: PublicationStore, query: PublicationQuery): Promise<readonly number[]> => {
      const ids: number[] = [];
      for (let before: ListPlace | undefined; ; ) {
        const rows = await store.find(query, 2, before);
        ids.push(...rows.map(({ id }) => id));
        if (rows.length < 2) return ids;
        before = placeOf(rows[1]!);
      }
    };

    test('have the publication of the latest date first, of one date the one that was found last; without a date the first look counts', () =>
      withStore(async (store, other) => {
        await store.accept([
          dated('/old', 400),
          dated('/new', 1),
          dated('/none', undefined, { seenAt: noon - 2 * day }),
        ]);
        await store.accept([dated('/old-too', 400), dated('/first', -1), dated('/before-1970', 30_000)]);
        expect(await idsOf(other, {})).toEqual([5, 2, 3, 4, 1, 6]);
        expect(await idsOf(other, {}, 2)).toEqual([5, 2]);
        expect(await idsOf(other, { words: parseSearch('новость') })).toEqual([5, 2, 3, 4, 1, 6]);
        expect(await idsOf(other, { words: parseSearch('новость'), since: noon - 400 * day })).toEqual([5, 2, 3, 4, 1]);
      }));

    test('come in pages that miss nothing and repeat nothing, also of one date, and whatever is found meanwhile', () =>
      withStore(async store => {
        await store.accept([3, 1, 3, 3, 2, 3, 1].map((days, at) => dated(`/${at}`, days, { source: 1 + (at % 2) })));
        const all = [7, 2, 5, 6, 4, 3, 1];
        expect(await paged(store, {})).toEqual(all);
        expect(await paged(store, { sources: [1] })).toEqual([7, 5, 3, 1]);
        expect(await paged(store, { sources: [1, 2] })).toEqual(all);
        expect(await paged(store, { since: noon - 3 * day, until: noon - day })).toEqual([5, 6, 4, 3, 1]);
        const [first, second] = await store.find({}, 2);
        await store.accept([dated('/later', 0), dated('/earlier', 9)]);
        expect(await idsOf(store, {}, 50, placeOf(second!))).toEqual([...all.slice(2), 9]);
        expect(await idsOf(store, { since: noon - day }, 50, placeOf(first!))).toEqual([2]);
        expect(await idsOf(store, { until: noon - 9 * day }, 50)).toEqual([]);
      }));

    test('are counted by any filter; a store that looks at some only says that there may be more', () =>
      withStore(async store => {
        const all = [3, 1, 3, 2, 1].map((days, at) => dated(`/${at}`, days, { source: 1 + (at % 2), language: 'ru' }));
        await store.accept(all);
        const queries: PublicationQuery[] = [
          {},
          { sources: [1] },
          { sources: [2, 3] },
          { language: 'ru' },
          { since: noon - 2 * day },
        ];
        for (const query of [...queries, { words: parseSearch('новость') }]) {
          const { length } = await idsOf(store, query);
          const bounded = await store.countFitting(query, 2);
          if (bounded.isWhole) expect(bounded.count).toBe(length);
          else expect(bounded.count).toBeLessThanOrEqual(2);
          expect(await store.countFitting(query, all.length)).toEqual({ count: length, isWhole: true });
        }
      }));

    test('follow a date that a later version changes', () =>
      withStore(async store => {
        await store.accept([dated('/a', 5), dated('/b', 3)]);
        const change = async (days: number | undefined, at: number) => {
          const given = days === undefined ? {} : { publishedAt: noon - days * day };
          await store.accept([seen('/a', `Версия ${at}.`, { seenAt: noon + at, ...given })]);
          return await idsOf(store, {});
        };
        expect([await change(1, 1), await change(9, 2), await change(5, 3), await change(undefined, 4)]).toEqual([
          [1, 2],
          [2, 1],
          [2, 1],
          [1, 2],
        ]);
        expect(await idsOf(store, { since: noon - 4 * day, until: noon - 2 * day })).toEqual([2]);
      }));

    test('of the publications of a cluster are in the same order', () =>
      withStore(async store => {
        const copies = [2, 9, 5].map((days, at) =>
          seen('/a', report, { source: at + 1, publishedAt: noon - days * day }),
        );
        await store.accept(copies);
        expect(await paged(store, { cluster: 1 })).toEqual([1, 3, 2]);
      }));
  });

  describe(`${name}: searches`, () => {
    const texts = [
      'Московский университет объявил приём.',
      'В университете города Москвы прошёл университетский бал.',
      'Погода: завтра дождь.',
      'The university published two studies about rain.',
    ];
    const withTexts = (work: (store: PublicationStore) => Promise<void>) =>
      withStore(async store => {
        await store.accept(
          texts.map((text, at) =>
            seen(`/${at}`, text, { title: `Заголовок ${at}`, source: 1 + (at % 2), publishedAt: noon - at * 40 * day }),
          ),
        );
        await work(store);
      });

    test.each([
      ['университетами', [1, 2]],
      ['университеты москва', [2]],
      ['"московский университет"', [1]],
      ['"московского университета"', []],
      ['"университете города"', [2]],
      ['"городе университета"', []],
      ['"московский университет объявил приём" дождь', []],
      ['университет -бал', [1]],
      ['study', [4]],
      ['заголовка', [1, 2, 3, 4]],
      ['дождь "завтра"', [3]],
      ['заголовок -"московский университет"', [2, 3, 4]],
      ['заголовок -"московского университета"', [1, 2, 3, 4]],
      ['"заголовок" -"университете города" -бал', [1, 3, 4]],
      ['stems forms', []],
      ['NEAR(', []],
    ])('%o finds %o', (words, ids) =>
      withTexts(async store => expect(await idsOf(store, { words: parseSearch(words) })).toEqual(ids)),
    );

    test.each<[string, PublicationQuery, number[]]>([
      ['a source', { sources: [2] }, [2, 4]],
      ['several sources', { sources: [2, 1] }, [1, 2, 3, 4]],
      ['a period', { since: noon - 50 * day, until: noon }, [2]],
      ['a period without an end', { since: noon - 50 * day }, [1, 2]],
      ['words in a source', { words: parseSearch('заголовок'), sources: [1] }, [1, 3]],
      ['words in several sources', { words: parseSearch('заголовок'), sources: [1, 2, 9] }, [1, 2, 3, 4]],
      ['words in a period', { words: parseSearch('заголовок'), since: noon - 90 * day, until: noon - 1 }, [2, 3]],
      ['words in a century', { words: parseSearch('заголовок'), since: 0, until: noon - 1 }, [2, 3, 4]],
    ])('%s', (_, query, ids) => withTexts(async store => expect(await idsOf(store, query)).toEqual(ids)));

    test('come in pages, the newest first', () =>
      withTexts(async store => {
        const words = parseSearch('заголовок');
        const place = { datedAt: noon - 80 * day, id: 3 };
        expect(await idsOf(store, { words }, 3)).toEqual([1, 2, 3]);
        expect(await idsOf(store, { words }, 3, place)).toEqual([4]);
        expect(await idsOf(store, {}, 3, place)).toEqual([4]);
      }));

    test('look at the latest version alone', () =>
      withTexts(async store => {
        await store.accept([seen('/2', 'Погода: завтра снег.', { title: 'Заголовок 2', seenAt: noon + 1 })]);
        expect(await idsOf(store, { words: parseSearch('дождь') })).toEqual([]);
        expect(await idsOf(store, { words: parseSearch('снега') })).toEqual([3]);
      }));
  });
}
