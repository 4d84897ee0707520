import { awsPrices, dollarsOf, type Usage } from '../../shared/adapters/aws/aws-prices.ts';
import { DynamoCalls } from '../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { DynamoMentions } from '../../shared/adapters/aws/publications/dynamo-mentions.ts';
import { DynamoPublications } from '../../shared/adapters/aws/publications/dynamo-publications.ts';
import { S3Objects } from '../../shared/adapters/aws/s3-objects.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { listDigest } from '../../shared/wings/publications/mentioned/list-digest.ts';
import { searchedAgain } from '../../shared/wings/publications/mentioned/search-stored.ts';
import { searchVersion } from '../../shared/wings/publications/mentioned/search-version.ts';
import { type Organization, plainAlias } from '../../shared/wings/publications/mentions/organization.ts';
import { indexText } from '../../shared/wings/publications/store/indexed-text.ts';
import type { Sighting } from '../../shared/wings/publications/store/publication-store.ts';
import { currentSearch } from '../../shared/wings/publications/watch/current-search.ts';
import { MemoryDynamoDb } from '../../test/pure/adapters/aws/memory-dynamodb.ts';
import { formatTable } from '../measured/table.ts';
import { CountedCalls } from './counted-calls.ts';
import { memoryS3 } from './stand-ins.ts';

/** Publications of a turn, and turns. */
const [ofTurn, turns] = [20, 25];
/** Memory of a function that has one processor to itself. */
const memoryGb = 1_769 / 1_024;
/** The text of a publication that names two organizations, 2 KB. */
const filler = 'Работа велась три года и получила поддержку нескольких фондов, сообщили участники. '.repeat(12);
const organizations: readonly Organization[] = ['МГУ', 'Институт географии РАН', 'Научный центр неврологии'].map(
  (name, at) => ({ id: `o${at}`, name, aliases: [plainAlias(name)] }),
);

/** The cost of a million mentions beside their publications: found with a turn, and found again in what is stored. */
export async function mentionsTable(): Promise<string> {
  const plain = await accepted(false);
  const { usage, mentions, again } = await accepted(true);
  const found = difference(usage, plain.usage);
  const rowOf = (name: string, used: Usage): readonly string[] => {
    const dollars = dollarsOf(used);
    const perMillion = [dollars.dynamodb, dollars.s3, dollars.lambda, dollars.total].map(
      each => (each / mentions) * 1e6,
    );
    return [name, (used.writeUnit / mentions).toFixed(2), ...perMillion.map(each => each.toFixed(3))];
  };
  return formatTable(
    ['a million mentions in AWS', 'write units each', '$ of DynamoDB', 'S3', 'Lambda', 'all'],
    [rowOf('found when their publication is read', found), rowOf('found again in what is stored', again)],
  );
}

function difference(all: Usage, part: Usage): Usage {
  return Object.fromEntries(
    Object.keys(awsPrices).map(name => [name, all[name as keyof Usage] - part[name as keyof Usage]]),
  ) as Usage;
}

interface Counted {
  readonly usage: Usage;
  readonly mentions: number;
  /** Of a search of all that is stored, with another list. */
  readonly again: Usage;
}

async function accepted(isSearched: boolean): Promise<Counted> {
  const counted = new CountedCalls();
  const [client, s3] = [new MemoryDynamoDb().client('command'), memoryS3()];
  counted.count('dynamodb', client);
  counted.count('s3', s3);
  const clock = { monotonic: () => performance.now(), now: () => Date.now(), sleep: async () => undefined };
  const ids = { fraction: Math.random };
  const objects = new S3Objects({ client: s3, bucket: 'objects', crawl: 'w' });
  const place = { calls: new DynamoCalls({ client, clock, ids }), table: 'publications', crawl: 'w', clock, ids };
  const publications = new DynamoPublications({ ...place, objects });
  const mentions = new DynamoMentions({ ...place, publications });
  const none = { lastModel: async () => 0, models: async () => [], modelBytes: async () => undefined };
  const search = currentSearch(mentions, none, shippedModels);
  const set = async (list: readonly Organization[]) =>
    await mentions.setOrganizations({ digest: listDigest(list), setAt: 0, organizations: list });
  await set(organizations);
  // Models are read once.
  await (await search())!.teller.tell([{ sentence: 'МГУ', start: 0, end: 3, language: 'ru' }]);
  const before = counted.usage;
  let seconds = 0;
  let count = 0;
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = process.cpuUsage();
    const value = await work();
    const { user, system } = process.cpuUsage(began);
    seconds += (user + system) / 1e6;
    return value;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const sightings = Array.from({ length: ofTurn }, (_, at) => sightingOf(turn * ofTurn + at));
    const searched: Sighting[] = [];
    for (const sighting of sightings) {
      if (!isSearched) {
        searched.push(sighting);
        continue;
      }
      const current = (await search())!;
      const found = await timed(async () => await searchVersion(current, { ...sighting.version, datedAt: 0 }));
      count += found.mentions.length;
      searched.push({ ...sighting, searched: found });
    }
    await publications.accept(searched);
  }
  const usage = { ...difference(counted.usage, before), lambdaGbSecond: seconds * memoryGb };
  if (!isSearched) return { usage, mentions: 0, again: usage };
  await set(organizations.toReversed());
  const current = (await search())!;
  const begin = counted.usage;
  seconds = 0;
  const key = { list: current.list, models: current.teller.name };
  for (let after = 0; ; ) {
    const versions = await mentions.unsearched(key, 100, after);
    const last = versions.at(-1);
    if (last === undefined) break;
    const all = [];
    for (const version of versions) {
      const found = await timed(async () => await searchedAgain({ publications, mentions }, current, version));
      if (found !== undefined) all.push({ version, searched: found });
    }
    await mentions.keepSearches(all);
    after = last.publication;
  }
  return { usage, mentions: count, again: { ...difference(counted.usage, begin), lambdaGbSecond: seconds * memoryGb } };
}

function sightingOf(at: number): Sighting {
  const title = `Открытие номер ${at}`;
  const text = `Учёные МГУ описали ${at} новых видов жуков. ${filler}\nИнститут географии РАН составил карту ${at}.`;
  const address = `https://news.example/${at}.html`;
  const version = { title, publishedAt: at, language: 'ru', canonical: undefined, text, details: '{}' };
  return { source: 1, identity: address, address, by: 'feed', seenAt: at, version, index: indexText(title, text) };
}
