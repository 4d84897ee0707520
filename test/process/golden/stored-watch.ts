/** A watch of the generated news sites whose store is written by the test: its publications, numbers and days are the same in each run. */
import type { ServedNewsSites } from '../../../functions/example-site/news/serve-news-sites.ts';
import { openLocalPublications } from '../../../shared/adapters/local/open.ts';
import type { PageReading } from '../../../shared/wings/publications/applications/application-records.ts';
import { rowsKey } from '../../../shared/wings/publications/applications/checked-records.ts';
import { indexText } from '../../../shared/wings/publications/store/indexed-text.ts';
import type { Sighting } from '../../../shared/wings/publications/store/publication-store.ts';
import { truthOf } from '../../servers/news-truth.ts';

const day = 86_400_000;
/** The first story of the sites is of this day. */
export const begin = Date.UTC(2024, 2, 4, 6);
/** Stories of each site that are stored. */
const stories = 5;

const columns = { words: 'integer', title: 'text' } as const;

function readingOf({ source, identity, address, seenAt, version: { text, title } }: Sighting): PageReading {
  const rows = [[text.split(' ').length, title]];
  const application = { name: 'lengths', digest: '0123456789abcdef', hasAccepted: false, columns };
  return { ...{ application, source, identity, address, seenAt }, gave: { rows, key: rowsKey(columns, rows) } };
}

/** Stores some stories as looks would have: one in two versions, one that is gone, one that both sites have. */
export async function storePublications(directory: string, { sites, urls }: ServedNewsSites): Promise<void> {
  const all = truthOf(sites, begin + 10 * day).filter(({ versions }) => versions.length > 0);
  const pick = (site: string) =>
    all
      .filter(story => story.site === site && story.copyOf === undefined)
      .filter((_, index) => index % 5 === 0)
      .slice(0, stories);
  const chosen = [...pick('herald'), ...pick('courier')];
  const sightings = chosen.map((story, index): Sighting => {
    const publishedAt = Date.parse(story.published.at);
    const { title, address, authors, section, published } = story;
    const text = story.versions[0]!.text;
    const version = { title, text, publishedAt, language: index % 4 === 3 ? 'en' : 'ru', canonical: undefined };
    const details = JSON.stringify({ authors, section, published, access: 'free', confidence: 1, method: 'golden' });
    return {
      ...{ source: story.site === 'herald' ? 1 : 2, identity: address, address, by: 'feed' },
      ...{ seenAt: publishedAt + day, version: { ...version, details }, index: indexText(title, text) },
    };
  });
  const [first, second, third] = sightings;
  if (first === undefined || second === undefined || third === undefined) throw new Error('the sites have no stories');
  const changed = `${first.version.text}\nСтрока, которая была добавлена позже.`;
  const later: Sighting = {
    ...{ ...first, seenAt: first.seenAt + day, version: { ...first.version, text: changed } },
    index: indexText(first.version.title, changed),
  };
  const copy: Sighting = { ...second, source: 2, identity: `${urls.courier}copy`, seenAt: second.seenAt + day };
  const store = await openLocalPublications(directory);
  try {
    for (const each of [...sightings, later, { ...copy, address: copy.identity }])
      await store.accept([each], [readingOf(each)]);
    await store.markLost(third.source, third.identity, 'gone', third.seenAt + day);
  } finally {
    store.close();
  }
}
