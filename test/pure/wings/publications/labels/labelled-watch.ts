import { DynamoCalls } from '../../../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { DynamoLabels } from '../../../../../shared/adapters/aws/publications/dynamo-labels.ts';
import { DynamoMentions } from '../../../../../shared/adapters/aws/publications/dynamo-mentions.ts';
import { DynamoPublications } from '../../../../../shared/adapters/aws/publications/dynamo-publications.ts';
import { SqlitePublications } from '../../../../../shared/adapters/local/publications/sqlite-publications.ts';
import type { LabelOrder } from '../../../../../shared/wings/publications/labels/label-desk.ts';
import { listDigest } from '../../../../../shared/wings/publications/mentioned/list-digest.ts';
import {
  type MentionSearch,
  searchVersion,
} from '../../../../../shared/wings/publications/mentioned/search-version.ts';
import { Dictionary } from '../../../../../shared/wings/publications/mentions/dictionary.ts';
import { readOrganizations } from '../../../../../shared/wings/publications/mentions/read-organizations.ts';
import { indexText } from '../../../../../shared/wings/publications/store/indexed-text.ts';
import type { MentionStore } from '../../../../../shared/wings/publications/store/mention-store.ts';
import type { PublicationStore } from '../../../../../shared/wings/publications/store/publication-store.ts';
import { MemoryObjects } from '../../../../simulation/world/memory-objects.ts';
import { MemoryDynamoDb } from '../../../adapters/aws/memory-dynamodb.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const organizations = readOrganizations({
  value: [
    { id: 'msu', name: 'МГУ' },
    { id: 'geo', name: 'Институт географии РАН' },
  ],
  nameOf: String,
});

export interface Article {
  readonly path: string;
  readonly title?: string;
  readonly text: string;
  /** Hours after noon at which it is seen. */
  readonly hour?: number;
}

/** Tones by words: good and bad ones are said to be so, with a probability that the sentence may name. */
const search: MentionSearch = {
  list: listDigest(organizations),
  dictionary: new Dictionary(organizations),
  teller: {
    name: 'words 1',
    tell: async asked =>
      asked.map(({ sentence }) => {
        const sure = Number(/\d+/.exec(sentence)?.[0] ?? 80) / 100;
        const tone = /преми/.test(sentence) ? 'positive' : /штраф/.test(sentence) ? 'negative' : 'neutral';
        const rest = (1 - sure) / 2;
        return { model: 'words 1', class: tone, p: { negative: rest, neutral: rest, positive: rest, [tone]: sure } };
      }),
  },
};

/** A store of publications in memory, with mentions of МГУ and Институт географии РАН. */
export async function labelledWatch(articles: readonly Article[], file = ':memory:'): Promise<SqlitePublications> {
  const store = new SqlitePublications(file);
  await fill({ publications: store, mentions: store.mentions }, articles);
  return store;
}

interface Filled {
  readonly publications: Pick<PublicationStore, 'accept'>;
  readonly mentions: Pick<MentionStore, 'setOrganizations'>;
}

async function fill({ publications, mentions }: Filled, articles: readonly Article[]): Promise<void> {
  await mentions.setOrganizations({ digest: search.list, setAt: noon, organizations });
  for (const article of articles) await see(publications, article);
}

/** The same in an account. */
export async function labelledInAccount(articles: readonly Article[]) {
  const clock = { now: () => noon, monotonic: () => 0, sleep: async () => undefined };
  const ids = { fraction: () => 0.5 };
  const calls = new DynamoCalls({ client: new MemoryDynamoDb().client(), clock, ids });
  const options = { calls, table: 'publications', crawl: 'c', objects: new MemoryObjects(), clock, ids };
  const publications = new DynamoPublications(options);
  const mentions = new DynamoMentions({ ...options, publications });
  await fill({ publications, mentions }, articles);
  return { publications, mentions, labels: new DynamoLabels({ ...options, publications }) };
}

export async function see(
  store: Pick<PublicationStore, 'accept'>,
  { path, title = 'Новость', text, hour = 0 }: Article,
): Promise<void> {
  const identity = `https://news.example${path}`;
  const seenAt = noon + hour * 3_600_000;
  const version = { title, publishedAt: undefined, language: 'ru', canonical: undefined, text, details: '{}' };
  const searched = await searchVersion(search, { title, text, language: 'ru', datedAt: seenAt });
  await store.accept([
    { source: 1, identity, address: identity, by: 'feed', seenAt, version, index: indexText(title, text), searched },
  ]);
}

export function order(more: Partial<LabelOrder> = {}): LabelOrder {
  return {
    ...{ publication: 1, version: 1, organization: 'msu', class: 'positive', isAdjudication: false },
    ...{ annotator: 'anna', at: noon, sampling: 'search' as const, isShown: false, ...more },
  };
}

export function storesOf(store: SqlitePublications) {
  return { publications: store, mentions: store.mentions, labels: store.labels };
}
