import { defined } from '../../../domain/defined.ts';
import { allLabels, type LabelStore } from '../labels/label-store.ts';
import { parseSearch } from '../search/search-query.ts';
import { fitsWords } from '../store/fits-words.ts';
import type { MentionedAfter, MentionStore } from '../store/mention-store.ts';
import type { PublicationRow, PublicationStore } from '../store/publication-store.ts';
import { Judge, type JudgedPublication } from '../table/judged-mentions.ts';
import { selected } from '../table/selected.ts';
import type { AlertFilter, AlertItem, AlertQuery, AlertRule, ChangeLog, PublicationChange } from './alert.ts';

export interface AlertStores {
  readonly publications: Pick<PublicationStore, 'publication' | 'text' | 'copiesAmong'>;
  readonly mentions: Pick<MentionStore, 'mentioned' | 'mentions' | 'organizationList'>;
  readonly labels: Pick<LabelStore, 'labels'>;
  /** Names of the sources, by number. */
  readonly sources: ReadonlyMap<number, string>;
}

const pairsAtOnce = 500;

/** Throws `BadInput`. */
export function alertQuery({ query, ...filter }: AlertFilter, nameOf?: (field: string) => string): AlertQuery {
  const words = query === undefined ? undefined : parseSearch(query);
  return selected({ ...filter, words }, nameOf);
}

/** The changes that the alert filters, in their order; title, mentions and tone are of the latest version. */
export async function alertItems(
  stores: AlertStores,
  rule: Pick<AlertRule, 'changes' | 'filter'>,
  changes: readonly PublicationChange[],
): Promise<readonly AlertItem[]> {
  const meant = changes.filter(({ kind }) => rule.changes.includes(kind));
  const query = alertQuery(rule.filter);
  const rows = new Map<number, PublicationRow>();
  for (const id of new Set(meant.map(({ publication }) => publication))) {
    const row = await stores.publications.publication(id);
    if (row !== undefined && (await fits(stores, query, row))) rows.set(id, row);
  }
  const copies = query.isOriginal === true ? await stores.publications.copiesAmong([...rows.values()]) : new Set();
  const pairs = await pairsOf(stores, query, [...rows.keys()]);
  const list = pairs.size === 0 ? undefined : await stores.mentions.organizationList();
  const names = new Map(list?.organizations.map(({ id, aliases }) => [id, aliases[0]?.text]));
  return meant.flatMap(change => {
    const row = rows.get(change.publication);
    const mentions = pairs.get(change.publication) ?? [];
    if (row === undefined || copies.has(row.id) || !isMentioned(query, mentions)) return [];
    return [itemOf(change, row, mentions, { sources: stores.sources, names })];
  });
}

async function fits(
  { publications }: AlertStores,
  { sources, language, words }: AlertQuery,
  { id, source, version, title, language: own = '' }: PublicationRow,
): Promise<boolean> {
  if (sources !== undefined && !sources.includes(source)) return false;
  if (language !== undefined && !`${own.toLowerCase()}-`.startsWith(`${language}-`)) return false;
  return words === undefined || fitsWords(words, title, (await publications.text(id, version)) ?? '');
}

async function pairsOf(
  { mentions, labels }: AlertStores,
  options: AlertQuery,
  publications: readonly number[],
): Promise<ReadonlyMap<number, readonly JudgedPublication[]>> {
  const judged: JudgedPublication[] = [];
  if (publications.length === 0) return new Map();
  const judge = new Judge(mentions, await allLabels(labels), options);
  for (let after: MentionedAfter | undefined; ; ) {
    const pairs = await mentions.mentioned({ publications }, pairsAtOnce, after);
    for (const pair of pairs) judged.push(await judge.judged(pair));
    after = pairs.at(-1);
    if (pairs.length < pairsAtOnce) return Map.groupBy(judged, ({ publication }) => publication);
  }
}

function isMentioned({ organizations, judgements }: AlertQuery, pairs: readonly JudgedPublication[]): boolean {
  if (organizations === undefined && judgements === undefined) return true;
  return pairs.some(
    pair => (organizations?.includes(pair.organization) ?? true) && (judgements?.includes(pair.judgement) ?? true),
  );
}

function itemOf(
  { kind, publication, version, at }: PublicationChange,
  { title, address: url, source, publishedAt }: PublicationRow,
  pairs: readonly JudgedPublication[],
  { sources, names }: Pick<AlertStores, 'sources'> & { readonly names: ReadonlyMap<string, string | undefined> },
): AlertItem {
  return {
    ...{ id: `${publication}.${version}.${kind}`, kind, at: new Date(at).toISOString(), publication, version },
    ...{ title, url, source: sources.get(source) ?? String(source) },
    published: publishedAt === undefined ? null : new Date(publishedAt).toISOString(),
    mentions: pairs.map(({ organization, judgement: tone }) => ({
      ...{ organization, ...defined({ name: names.get(organization) }) },
      tone,
    })),
  };
}

const [atOnce, mostLooked, mostShown] = [200, 2_000, 50];

/** The latest changes that an alert is about, newest first: its feed. Of many changes only the latest are looked at. */
export async function latestItems(
  log: ChangeLog,
  stores: AlertStores,
  rule: Pick<AlertRule, 'changes' | 'filter'>,
): Promise<readonly AlertItem[]> {
  const last = await log.lastChange();
  const found: AlertItem[] = [];
  for (let end = last; end > Math.max(0, last - mostLooked) && found.length < mostShown; end -= atOnce) {
    const changes = await log.changes(Math.max(0, end - atOnce), Math.min(end, atOnce));
    found.push(...(await alertItems(stores, rule, changes)).toReversed());
  }
  return found.slice(0, mostShown);
}

/** One line for people: `Courier, 2026-11-27 14:05: Title (MSU: negative)`. */
export function itemLine({ kind, source, published, at, title, mentions }: AlertItem): string {
  const who = mentions.map(({ organization, name = organization, tone }) => `${name}: ${tone}`).join(', ');
  const when = (published ?? at).slice(0, 16).replace('T', ' ');
  return `${kind === 'new' ? '' : `[${kind}] `}${source}, ${when}: ${title}${who === '' ? '' : ` (${who})`}`;
}
