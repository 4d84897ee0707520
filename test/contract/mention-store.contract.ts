import { describe, expect, test } from 'vitest';
import { listDigest } from '../../shared/wings/publications/mentioned/list-digest.ts';
import { type Organization, plainAlias } from '../../shared/wings/publications/mentions/organization.ts';
import { indexText } from '../../shared/wings/publications/store/indexed-text.ts';
import type {
  MentionedAfter,
  MentionedOrganization,
  MentionedQuery,
  MentionStore,
  OrganizationList,
  SearchedVersion,
  StoredMention,
} from '../../shared/wings/publications/store/mention-store.ts';
import type { PublicationStore, Sighting } from '../../shared/wings/publications/store/publication-store.ts';
import type { OpenCallers } from './callers.ts';

interface Stores {
  readonly publications: PublicationStore;
  readonly mentions: MentionStore;
}

const noon = Date.UTC(2026, 10, 1, 12);
const hour = 3_600_000;
const listed = (id: string, name: string): Organization => ({ id, name, aliases: [plainAlias(name)] });
const listOf = (...organizations: Organization[]): OrganizationList => ({
  digest: listDigest(organizations),
  setAt: noon,
  organizations,
});
const msu = listed('msu', 'МГУ');
const vsu = listed('vsu', 'ВГУ');
const one = listOf(msu);
const two = listOf(msu, vsu);
const tone = { score: 0.5, p: { negative: 0.125, neutral: 0.25, positive: 0.625 }, mixed: 0, mentions: 1 };

function mention(given: Partial<StoredMention> = {}): StoredMention {
  return {
    ...{ field: 'text', start: 0, end: 3, organization: 'msu', alias: 'МГУ', surface: 'МГУ', status: 'certain' },
    ...{ nestedIn: null, sentenceStart: 0, sentenceEnd: 10 },
    tone: { model: 'linear', class: 'positive', p: tone.p, words: ['премию', 'вновь'] },
    ...given,
  };
}

function mentioned(given: Partial<MentionedOrganization> = {}): MentionedOrganization {
  return { organization: 'msu', certain: 1, nested: 0, candidates: 0, tone, toneWithNested: undefined, ...given };
}

/** A text of more words than a notice, whose copies have other titles. */
const copied =
  'Учёные Московского университета описали новый вид жуков, который живёт в старых лесах. Находку сделали летом прошлого года на берегу ' +
  'Камы, а описание вышло только теперь: сравнение с коллекциями трёх музеев заняло больше девяти месяцев и потребовало новых поездок.';

function searched(given: Partial<SearchedVersion> = {}): SearchedVersion {
  return { key: { list: one.digest, models: 'a' }, mentions: [mention()], organizations: [mentioned()], ...given };
}

function seen(path: string, text: string, given: Partial<Sighting> = {}): Sighting {
  const { source = 1, seenAt = noon } = given;
  const identity = `https://source-${source}.example${path}`;
  const version = { title: path, publishedAt: seenAt, language: 'ru', canonical: undefined, text, details: '{}' };
  return { source, identity, address: identity, by: 'feed', seenAt, version, index: indexText(path, text), ...given };
}

/** Every sentence of `MentionStore`, for a new empty store each. */
export function describeMentionStore(name: string, open: OpenCallers<Stores>): void {
  async function withStores(work: (stores: Stores, other: MentionStore) => Promise<void>): Promise<void> {
    const callers = await open();
    try {
      await work(callers.first, callers.second.mentions);
    } finally {
      await callers.close();
    }
  }
  const withPublication = (work: (stores: Stores, other: MentionStore) => Promise<void>) =>
    withStores(async (stores, other) => {
      await stores.mentions.setOrganizations(one);
      await stores.publications.accept([seen('/a', 'МГУ открыл', { searched: searched() })]);
      await work(stores, other);
    });
  const first = { publication: 1, version: 1 };

  describe(`${name}: organizations`, () => {
    test('a watch begins without a list; the list comes back as it was set', () =>
      withStores(async ({ mentions }, other) => {
        expect(await other.listDigest()).toBeUndefined();
        expect(await other.organizationList()).toBeUndefined();
        await mentions.setOrganizations(two);
        expect(await other.listDigest()).toBe(two.digest);
        expect(await other.organizationList()).toEqual(two);
      }));

    test('the list set last is the list, an earlier one too; an empty one is none', () =>
      withStores(async ({ mentions }, other) => {
        await mentions.setOrganizations(one);
        await mentions.setOrganizations(two);
        await mentions.setOrganizations({ ...one, setAt: noon + hour });
        expect(await other.organizationList()).toEqual({ ...one, setAt: noon + hour });
        await mentions.setOrganizations(listOf());
        expect(await other.listDigest()).toBeUndefined();
        expect(await other.organizationList()).toBeUndefined();
      }));
  });

  describe(`${name}: suggestions`, () => {
    test('each that a person dismisses is remembered once, in order, also when the list changes', () =>
      withStores(async ({ mentions }, other) => {
        expect(await other.dismissed()).toEqual([]);
        await mentions.dismiss(' обсе', noon);
        await mentions.dismiss('msu виктор садовничии', noon + hour);
        await mentions.dismiss(' обсе', noon + hour);
        await mentions.setOrganizations(two);
        expect(await other.dismissed()).toEqual([' обсе', 'msu виктор садовничии']);
      }));
  });

  describe(`${name}: mentions`, () => {
    test('mentions are written with their version and come back as they were found', () =>
      withStores(async ({ publications, mentions }, other) => {
        await mentions.setOrganizations(two);
        const found = [
          mention({ field: 'title', start: 2, end: 5, tone: undefined }),
          mention({ start: 4, end: 20, organization: 'vsu', nestedIn: null }),
          mention({ start: 4, end: 7, nestedIn: 'vsu', status: 'candidate' }),
        ];
        const sighting = seen('/a', 'текст', { searched: searched({ mentions: found }) });
        await publications.accept([sighting]);
        await publications.accept([sighting]);
        expect(await other.mentions(1, 1)).toEqual(found);
        expect(await other.mentions(2, 1)).toEqual([]);
      }));

    test('mentions of an earlier version stay; the table has those of the latest', () =>
      withPublication(async ({ publications }, other) => {
        const later = searched({ mentions: [], organizations: [] });
        await publications.accept([seen('/a', 'Ничего', { seenAt: noon + hour, searched: later })]);
        expect(await other.mentions(1, 1)).toEqual([mention()]);
        expect(await other.mentions(1, 2)).toEqual([]);
        expect(await other.mentioned({}, 10)).toEqual([]);
      }));

    test('a version that was not searched is to be searched, and is not in the table', () =>
      withPublication(async ({ publications }, other) => {
        await publications.accept([seen('/a', 'Ничего', { seenAt: noon + hour })]);
        expect(await other.mentioned({}, 10)).toEqual([]);
        expect(await other.unsearched(searched().key, 10)).toEqual([{ publication: 1, version: 2 }]);
      }));

    test('an organization that a publication mentions comes with figures and source', () =>
      withPublication(async (_, other) => {
        expect(await other.mentioned({}, 10)).toEqual([
          { ...mentioned(), ...first, source: 1, datedAt: noon, isCopy: false, models: 'a' },
        ]);
      }));
  });

  describe(`${name}: searching again`, () => {
    test('what was searched with another list or other models is to be searched', () =>
      withPublication(async ({ publications, mentions }, other) => {
        await publications.accept([seen('/b', 'Другое'), seen('/c', 'Третье')]);
        const key = { list: one.digest, models: 'a' };
        expect(await other.searchProgress(key)).toEqual({ searched: 1, all: 3 });
        expect(await other.unsearched(key, 10)).toEqual([2, 3].map(publication => ({ publication, version: 1 })));
        expect(await other.unsearched(key, 1, 2)).toEqual([{ publication: 3, version: 1 }]);
        await mentions.setOrganizations(two);
        expect(await other.unsearched({ ...key, list: two.digest }, 1)).toEqual([first]);
        expect(await other.unsearched({ ...key, models: 'b' }, 1)).toEqual([first]);
        expect(await other.searchProgress({ ...key, models: 'b' })).toEqual({ searched: 0, all: 3 });
      }));

    test('a search replaces the one before; a repeat changes nothing', () =>
      withPublication(async ({ mentions }, other) => {
        await mentions.setOrganizations(two);
        const again = searched({
          key: { list: two.digest, models: 'a' },
          mentions: [mention({ start: 4, end: 7, organization: 'vsu', alias: 'ВГУ', surface: 'ВГУ' })],
          organizations: [mentioned({ organization: 'vsu' })],
        });
        await mentions.keepSearch(first, again);
        await mentions.keepSearch(first, again);
        expect(await other.mentions(1, 1)).toEqual(again.mentions);
        expect((await other.mentioned({}, 10)).map(each => each.organization)).toEqual(['vsu']);
        expect(await other.unsearched(again.key, 10)).toEqual([]);
      }));

    test('a search of an old version, or with a list that is not set, changes nothing', () =>
      withPublication(async ({ publications, mentions }, other) => {
        await mentions.keepSearch(first, searched({ key: { list: two.digest, models: 'a' }, mentions: [] }));
        expect(await other.mentions(1, 1)).toEqual([mention()]);
        await publications.accept([seen('/a', 'Ничего', { seenAt: noon + hour })]);
        await mentions.keepSearch(first, searched({ mentions: [] }));
        expect(await other.mentions(1, 1)).toEqual([mention()]);
      }));

    test('tones by other models stay, as long as the mentions are the same', () =>
      withPublication(async ({ mentions }, other) => {
        const better = { ...tone, score: -0.75 };
        const key = { list: one.digest, models: 'b' };
        const told = { model: 'other', class: 'negative', p: tone.p } as const;
        await mentions.keepSearch(
          first,
          searched({ key, mentions: [mention({ tone: told })], organizations: [mentioned({ tone: better })] }),
        );
        expect(await other.toneModels()).toEqual(['a', 'b']);
        expect((await other.mentioned({}, 10))[0]).toMatchObject({ models: 'b', tone: better });
        expect((await other.mentioned({ models: 'a' }, 10))[0]).toMatchObject({ models: 'a', tone });
        expect((await other.mentions(1, 1))[0]!.tone).toEqual(told);
        expect((await other.mentions(1, 1, 'a'))[0]!.tone).toEqual(mention().tone);
        await mentions.setOrganizations(two);
        await mentions.keepSearch(first, searched({ key: { list: two.digest, models: 'b' } }));
        expect((await other.mentioned({ models: 'a' }, 10))[0]!.tone).toBeUndefined();
      }));

    test("a person's word on a place stays when it is found again, until it is taken back", () =>
      withPublication(async ({ mentions }, other) => {
        const { field, start, end, organization } = mention();
        const place = { field, start, end, organization };
        const decision = { status: 'rejected', by: 'Анна', at: noon } as const;
        expect(await mentions.decide(first, { ...place, end: 9 }, decision)).toBe(false);
        expect(await mentions.decide(first, place, decision)).toBe(true);
        expect(await other.unsearched(searched().key, 10)).toEqual([first]);
        await mentions.keepSearch(first, searched());
        expect((await other.mentions(1, 1))[0]!.status).toBe('rejected');
        expect(await mentions.decide(first, place, { ...decision, status: 'candidate' })).toBe(true);
        await mentions.keepSearch(first, searched());
        expect((await other.mentions(1, 1))[0]!.status).toBe('certain');
      }));
  });

  describe(`${name}: what the table counts`, () => {
    const withMany = (work: (other: MentionStore) => Promise<void>) =>
      withStores(async ({ publications, mentions }, other) => {
        await mentions.setOrganizations(two);
        const text = copied;
        const both = searched({ organizations: [mentioned(), mentioned({ organization: 'vsu', candidates: 2 })] });
        await publications.accept([
          seen('/a', text, { searched: both }),
          seen('/b', 'Другой текст', { seenAt: noon + hour, searched: searched() }),
          seen('/c', text, { source: 2, seenAt: noon + 2 * hour, searched: both }),
        ]);
        await work(other);
      });
    test('a copy that still mentions an organization stands for an original that does not any more, or has gone', () =>
      withStores(async ({ publications, mentions }, other) => {
        await mentions.setOrganizations(two);
        const text = copied;
        const both = searched({ organizations: [mentioned(), mentioned({ organization: 'vsu' })] });
        await publications.accept([
          seen('/a', text, { searched: both }),
          seen('/c', text, { source: 2, seenAt: noon + hour, searched: both }),
        ]);
        const originals = async () => await pairs(other, { isOriginal: true }, 10);
        expect(await originals()).toEqual(['1 msu', '1 vsu']);
        const changed = { seenAt: noon + 2 * hour, searched: searched() };
        const { version } = seen('/a', 'Учёные описали жуков');
        await publications.accept([seen('/a', version.text, { ...changed, version })]);
        expect(await originals()).toEqual(['2 vsu', '1 msu']);
        expect((await other.totals({ isOriginal: true })).map(({ source }) => source)).toEqual([1, 2]);
        await publications.markLost(1, 'https://source-1.example/a', 'gone', noon + 3 * hour);
        expect(await originals()).toEqual(['2 msu', '2 vsu']);
        expect((await other.totals({ isOriginal: true })).map(({ source }) => source)).toEqual([2]);
      }));

    const pairs = async (other: MentionStore, ...given: Parameters<MentionStore['mentioned']>) =>
      (await other.mentioned(...given)).map(({ publication, organization }) => `${publication} ${organization}`);

    test('pairs come in pages, the newest publication first', () =>
      withMany(async other => {
        const all = ['3 msu', '3 vsu', '2 msu', '1 msu', '1 vsu'];
        expect(await pairs(other, {}, 10)).toEqual(all);
        expect(await pairs(other, {}, 2)).toEqual(all.slice(0, 2));
        expect(await pairs(other, {}, 2, { publication: 3, organization: 'msu' })).toEqual(all.slice(1, 3));
      }));

    test('in the order of lists the publication of the latest date comes first', () =>
      withMany(async other => {
        const ofList = async (query: MentionedQuery, most: number, after?: MentionedAfter) =>
          await pairs(other, { ...query, isByDate: true }, most, after);
        const all = ['3 msu', '3 vsu', '2 msu', '1 msu', '1 vsu'];
        expect(await ofList({}, 10)).toEqual(all);
        expect(await ofList({}, 9, { publication: 3, datedAt: noon + 2 * hour, organization: 'msu' })).toEqual(
          all.slice(1),
        );
        expect(await ofList({}, 9, { publication: 1, datedAt: noon, organization: 'msu' })).toEqual(all.slice(4));
        expect(await ofList({ organizations: ['vsu'] }, 1)).toEqual(['3 vsu']);
        expect(await ofList({ until: noon + hour }, 9)).toEqual(['1 msu', '1 vsu']);
        expect(await ofList({ sources: [1], isOriginal: true }, 1)).toEqual(['2 msu']);
      }));

    test('that order is of dates, not of the first look', () =>
      withStores(async ({ publications, mentions }, other) => {
        await mentions.setOrganizations(two);
        const dated = (path: string, hours: number): Sighting => {
          const look = seen(path, `Другой текст ${path}`, { searched: searched() });
          return { ...look, version: { ...look.version, publishedAt: noon - hours * hour } };
        };
        await publications.accept([5, 1, 9, 5].map((hours, at) => dated(`/${at}`, hours)));
        const all = ['2 msu', '4 msu', '1 msu', '3 msu'];
        expect(await pairs(other, { isByDate: true }, 10)).toEqual(all);
        const behind = { publication: 4, datedAt: noon - 5 * hour, organization: 'msu' };
        expect(await pairs(other, { isByDate: true }, 10, behind)).toEqual(all.slice(2));
        expect(await pairs(other, { isByDate: true, publications: [1, 2, 4] }, 10, behind)).toEqual(['1 msu']);
        expect(await pairs(other, { isByDate: true, since: noon - 5 * hour, sources: [1] }, 2)).toEqual(
          all.slice(0, 2),
        );
      }));

    test.each([
      [{ organizations: ['vsu'] }, ['3 vsu', '1 vsu']],
      [{ organizations: ['vsu', 'msu'] }, ['3 msu', '3 vsu', '2 msu', '1 msu', '1 vsu']],
      [{ publications: [2, 3] }, ['3 msu', '3 vsu', '2 msu']],
      [{ publications: [] }, []],
      [{ sources: [2] }, ['3 msu', '3 vsu']],
      [{ since: noon + hour }, ['3 msu', '3 vsu', '2 msu']],
      [{ until: noon + hour }, ['1 msu', '1 vsu']],
      [{ isOriginal: true }, ['2 msu', '1 msu', '1 vsu']],
      [{ sources: [1], organizations: ['msu'], since: noon + 1 }, ['2 msu']],
    ])('%j', (query, expected) =>
      withMany(async other => {
        expect(await pairs(other, query, 10)).toEqual(expected);
      }),
    );

    test('a copy says that it is one', () =>
      withMany(async other => {
        const copies = (await other.mentioned({ organizations: ['msu'] }, 10)).map(({ isCopy }) => isCopy);
        expect(copies).toEqual([true, false, false]);
      }));
  });
}
