import { placeKey } from '../../../wings/publications/mentioned/search-version.ts';
import type { Organization } from '../../../wings/publications/mentions/organization.ts';
import { chunksOf } from '../../../wings/publications/store/chunks-of.ts';
import type * as Mentions from '../../../wings/publications/store/mention-store.ts';
import { type ListPlace, newestFirst } from '../../../wings/publications/store/publication-store.ts';
import { compareBytes, padded, type Row } from '../dynamo/calls/dynamo-tables.ts';
import type { DynamoPublications } from './dynamo-publications.ts';
import type { WatchTable } from './list-order.ts';
import { isSearched, mentionKeysOf, type SearchedItem, searchedOf } from './mention-items.ts';
import { MentionWriter, namesIn } from './mention-writer.ts';
import { blockOf, firstOf, keysOf, type TextPlace } from './publication-items.ts';

export interface DynamoMentionsOptions extends WatchTable {
  /** Of the same watch: changes of both are in one sequence. */
  readonly publications: Pick<
    DynamoPublications,
    'change' | 'settle' | 'textAt' | 'countBySource' | 'clusters' | 'placesOf'
  >;
}

/** Items that are read at a time where few of them may be wanted. */
const leastPage = 200;

/** Organizations of a watch and their mentions, in the table and the objects of its publications. */
export class DynamoMentions implements Mentions.MentionStore {
  private readonly options: DynamoMentionsOptions;
  private readonly keys: ReturnType<typeof mentionKeysOf>;
  private readonly textAt: (place: TextPlace) => Promise<string>;

  constructor(options: DynamoMentionsOptions) {
    this.options = options;
    this.keys = mentionKeysOf(options.crawl);
    this.textAt = async place => await options.publications.textAt(place);
  }

  async listDigest(): Promise<string | undefined> {
    return (await this.listItem())?.digest;
  }

  async organizationList(): Promise<Mentions.OrganizationList | undefined> {
    const item = await this.listItem();
    if (item === undefined) return undefined;
    const organizations = JSON.parse(await this.textAt(item.place)) as readonly Organization[];
    return { digest: item.digest, setAt: item.setAt, organizations };
  }

  private async listItem() {
    await this.options.publications.settle();
    const row = await this.read(this.keys.organizations);
    const digest = row?.['digest'];
    if (row === undefined || digest === undefined) return undefined;
    const place = { object: String(row['object']), index: Number(row['index']) };
    return { digest: String(digest), setAt: Number(row['setAt']), place };
  }

  async setOrganizations({ digest, setAt, organizations }: Mentions.OrganizationList): Promise<void> {
    await this.options.publications.change(async draft => {
      const isNone = organizations.length === 0;
      const index = isNone ? undefined : draft.addText(JSON.stringify(organizations));
      const object = isNone ? undefined : draft.object;
      draft.put(this.keys.organizations, { digest: isNone ? undefined : digest, setAt, object, index });
    });
  }

  /** `upTo`: the last number that is looked at. */
  async unsearched(
    key: Mentions.SearchKey,
    most: number,
    after = 0,
    upTo = Number.POSITIVE_INFINITY,
  ): Promise<readonly Mentions.UnsearchedVersion[]> {
    const last = Math.min(upTo, (await this.options.publications.settle()).last);
    const found: Mentions.UnsearchedVersion[] = [];
    for (let from = after + 1; from <= last && found.length < most; from = firstOf(blockOf(from) + 1)) {
      const to = Math.min(last, firstOf(blockOf(from) + 1) - 1);
      found.push(...(await this.unsearchedIn(key, from, to)));
    }
    return found.slice(0, most);
  }

  /** Of numbers within a block. */
  private async unsearchedIn(
    key: Mentions.SearchKey,
    from: number,
    to: number,
  ): Promise<readonly Mentions.UnsearchedVersion[]> {
    const { calls, table, crawl } = this.options;
    const done = new Set<number>();
    for await (const row of calls.query(table, this.keys.searchedIn(blockOf(from)), padded(from), padded(to)))
      if (isWith(row, key)) done.add(Number(row['sk']));
    const left = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter(id => !done.has(id));
    const { publication } = keysOf(crawl);
    const rows = await calls.readAll(table, left.map(publication), true);
    return left.flatMap((id, at) => {
      const row = rows[at];
      return row === undefined ? [] : [{ publication: id, version: Number(row['version']) }];
    });
  }

  readonly searchProgress: Mentions.MentionStore['searchProgress'] = async key => {
    const { last } = await this.options.publications.settle();
    let searched = 0;
    for await (const row of this.newest(last, undefined)) if (isWith(row, key)) searched += 1;
    return { searched, all: last };
  };

  async keepSearch(version: Mentions.UnsearchedVersion, searched: Mentions.SearchedVersion): Promise<void> {
    await this.keepSearches([{ version, searched }]);
  }

  /** Many in one change: a watch has a few changes a second. */
  async keepSearches(
    all: readonly { readonly version: Mentions.UnsearchedVersion; readonly searched: Mentions.SearchedVersion }[],
  ): Promise<void> {
    const { publications, crawl, calls, table } = this.options;
    const { publication } = keysOf(crawl);
    const ids = all.map(({ version }) => version.publication);
    const keys = [this.keys.organizations, this.keys.models, ...ids.map(publication), ...ids.map(this.keys.searched)];
    await publications.change(async draft => {
      // At once: another worker's change in between would make this one begin anew.
      const rows = await calls.readAll(table, keys, true);
      for (const [index, key] of keys.entries()) draft.knows(key, rows[index]);
      const writer = new MentionWriter(draft, crawl, this.textAt);
      for (const { version, searched } of all) await writer.keep(version, searched);
    });
  }

  async mentions(publication: number, version: number, models?: string): Promise<readonly Mentions.StoredMention[]> {
    await this.options.publications.settle();
    const latest = await this.read(this.keys.searched(publication));
    const isLatest = isSearched(latest) && Number(latest['version']) === version;
    const row = isLatest ? latest : await this.read(this.keys.earlier(publication, version));
    if (!isSearched(row)) return [];
    const { searches } = await searchedOf(row, this.textAt);
    const last = searches.at(-1)!;
    const found = (await this.mentionsAt(last.place)).toSorted(inText);
    if (models === undefined || models === last.models) return found;
    const told = searches.find(each => each.models === models);
    const others = told === undefined ? [] : await this.mentionsAt(told.place);
    const tones = new Map(others.map(each => [placeKey(each), each.tone]));
    return found.map(each => ({ ...each, tone: tones.get(placeKey(each)) }));
  }

  private async mentionsAt(place: TextPlace): Promise<readonly Mentions.StoredMention[]> {
    return JSON.parse(await this.textAt(place)) as readonly Mentions.StoredMention[];
  }

  readonly decide: Mentions.MentionStore['decide'] = async (version, place, decision) => {
    const { publications, crawl } = this.options;
    return await publications.change(
      async draft => await new MentionWriter(draft, crawl, this.textAt).decide(version, place, decision),
    );
  };

  readonly mentioned: Mentions.MentionStore['mentioned'] = async (query, most, after) => {
    const found: Mentions.MentionedPublication[] = [];
    const clusters = await this.options.publications.clusters(async ids => await this.organizationsOf(ids));
    for await (const row of await this.searchedIn(query, after, Math.max(leastPage, Math.min(most, 1_000)))) {
      if (!isSearched(row) || row['count'] === 0 || !isInQuery(query, row)) continue;
      const item = await searchedOf(row, this.textAt);
      const isBegun = item.publication === after?.publication;
      for (const each of mentionedIn(item, query.models)) {
        if (query.organizations?.includes(each.organization) === false) continue;
        if (isBegun && compareBytes(each.organization, after.organization) <= 0) continue;
        const isCopy = await clusters.isCopy({ id: item.publication, cluster: item.cluster }, each.organization);
        if (isCopy && query.isOriginal === true) continue;
        found.push({ ...each, isCopy });
        if (found.length >= most) return found;
      }
    }
    return found;
  };

  /** The organizations that the latest versions of publications mention, beside their numbers. */
  private async organizationsOf(ids: readonly number[]): Promise<readonly ReadonlySet<string>[]> {
    const { calls, table } = this.options;
    const rows = await calls.readAll(table, ids.map(this.keys.searched), true);
    return await Promise.all(
      rows.map(async row => {
        const searches = isSearched(row) ? (await searchedOf(row, this.textAt)).searches : [];
        return new Set(searches.at(-1)?.organizations.map(({ organization }) => organization));
      }),
    );
  }

  /** Publications by source and month, from the small items of each source. */
  readonly totals: Mentions.MentionStore['totals'] = async ({ organizations: _, models: __, ...query }) => {
    const { calls, table, crawl, publications } = this.options;
    const totals: Mentions.PublicationTotal[] = [];
    const clusters = await publications.clusters(async ids => await this.organizationsOf(ids));
    for (const source of (await publications.countBySource()).keys()) {
      if (query.sources?.includes(source) === false) continue;
      const months = new Map<string, number>();
      for await (const row of calls.query(table, keysOf(crawl).found(source), padded(0), ':')) {
        if (query.publications?.includes(Number(row['sk'])) === false || !isInQuery(query, { ...row, source }))
          continue;
        const stored = { id: Number(row['sk']), cluster: Number(row['cluster']) };
        if (query.isOriginal === true && (await clusters.isCopyEverywhere(stored))) continue;
        const month = new Date(Number(row['datedAt'])).toISOString().slice(0, 7);
        months.set(month, (months.get(month) ?? 0) + 1);
      }
      for (const month of [...months.keys()].sort()) totals.push({ source, month, publications: months.get(month)! });
    }
    return totals;
  };

  async dismissed(): Promise<readonly string[]> {
    await this.options.publications.settle();
    return await this.dismissedIn(await this.read(this.keys.dismissed));
  }

  async dismiss(key: string, at: number): Promise<void> {
    await this.options.publications.change(async draft => {
      const known = await this.dismissedIn(await draft.get(this.keys.dismissed));
      if (known.includes(key)) return;
      const index = draft.addText(JSON.stringify([...known, key]));
      draft.put(this.keys.dismissed, { object: draft.object, index, dismissedAt: at });
    });
  }

  private async dismissedIn(row: Row | undefined): Promise<readonly string[]> {
    if (row === undefined) return [];
    const place = { object: String(row['object']), index: Number(row['index']) };
    return JSON.parse(await this.textAt(place)) as readonly string[];
  }

  async toneModels(): Promise<readonly string[]> {
    await this.options.publications.settle();
    return namesIn(await this.read(this.keys.models));
  }

  private async read(key: { readonly pk: string; readonly sk: string }): Promise<Row | undefined> {
    return await this.options.calls.read(this.options.table, key);
  }

  /** Searched versions, from the number `last` down. */
  private async *newest(last: number, size: number | undefined): AsyncGenerator<Row> {
    const { calls, table } = this.options;
    for (let block = blockOf(last); block >= 0 && last > 0; block -= 1) {
      const to = Math.min(last, firstOf(block + 1) - 1);
      const pk = this.keys.searchedIn(block);
      yield* calls.query(table, pk, padded(firstOf(block)), padded(to), size, 'backwards');
    }
  }

  /** Searched versions in the order of the query, from that of `after` on; more than fit. */
  private async searchedIn(query: Mentions.MentionedQuery, after: Mentions.MentionedAfter | undefined, size: number) {
    const { publications } = this.options;
    const { isByDate, sources, since, until } = query;
    const datedAt = isByDate === true ? after?.datedAt : 0;
    const before = after && { datedAt: datedAt ?? 0, id: after.publication + 1 };
    if (query.publications !== undefined) {
      const rows = await this.at([...new Set(query.publications)].map(id => ({ id })));
      const placed = rows.map(row => ({
        row,
        datedAt: isByDate === true ? Number(row['datedAt']) : 0,
        id: Number(row['sk']),
      }));
      const left = placed.filter(place => before === undefined || newestFirst(before, place) < 0);
      return left.sort(newestFirst).map(({ row }) => row);
    }
    if (isByDate === true) return this.listed(publications.placesOf({ sources, since, until, before }, size), size);
    const { last } = await publications.settle();
    return this.newest(Math.min(last, after?.publication ?? last), size);
  }

  private async *listed(places: AsyncIterable<ListPlace>, size: number): AsyncGenerator<Row> {
    for await (const some of chunksOf(places, size)) yield* await this.at(some);
  }

  private async at(places: readonly { readonly id: number }[]): Promise<readonly Row[]> {
    const { calls, table } = this.options;
    const rows = await calls.readAll(
      table,
      places.map(({ id }) => this.keys.searched(id)),
      true,
    );
    return rows.flatMap(row => (row === undefined ? [] : [row]));
  }
}

function isWith(row: Row, { list, models }: Pick<Mentions.SearchKey, 'list'> & Partial<Mentions.SearchKey>): boolean {
  return row['list'] === list && row['isOpen'] !== true && (models === undefined || row['models'] === models);
}

function isInQuery({ sources, since, until }: Mentions.MentionedQuery, row: Row): boolean {
  const [source, datedAt] = [Number(row['source']), Number(row['datedAt'])];
  if (sources?.includes(source) === false) return false;
  if (since !== undefined && datedAt < since) return false;
  return until === undefined || datedAt < until;
}

/** By the tones of `models`; absent: of the search that holds. */
function mentionedIn(
  item: SearchedItem,
  models: string | undefined,
): readonly Omit<Mentions.MentionedPublication, 'isCopy'>[] {
  const { publication, version, source, datedAt, searches, isOpen } = item;
  const last = searches.at(-1)!;
  const told = models === undefined ? (isOpen ? undefined : last) : searches.find(each => each.models === models);
  const tones = new Map(told?.organizations.map(each => [each.organization, each]));
  return last.organizations
    .toSorted((a, b) => compareBytes(a.organization, b.organization))
    .map(({ organization, certain, nested, candidates }) => ({
      ...{ organization, certain, nested, candidates },
      tone: tones.get(organization)?.tone,
      toneWithNested: tones.get(organization)?.toneWithNested,
      ...{ publication, version, source, datedAt },
      models: told?.models ?? models ?? '',
    }));
}

/** The title first; of two places with one beginning the longer one. */
function inText(a: Mentions.StoredMention, b: Mentions.StoredMention): number {
  const [first, second] = [a, b].map(({ field }) => Number(field === 'text')) as [number, number];
  return first - second || a.start - b.start || b.end - a.end || compareBytes(a.organization, b.organization);
}
