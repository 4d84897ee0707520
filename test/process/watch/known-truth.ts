import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import type { TrueArticle } from '../../servers/news/true-articles.ts';
import type { TrueSite } from '../../servers/news/true-site.ts';
import { runCli } from '../cli/run-cli.ts';

/** `watch new`, `watch run --once`, and all publications. */
export async function newAndRun(
  directory: string,
  { url }: Pick<TrueSite, 'url'>,
  options: readonly string[],
): Promise<readonly PublicationRecord[]> {
  const env = { ORBWEAVER_STATE: join(dirname(directory), 'user') };
  const made = ['watch', 'new', directory, '--source', url, '--delay', '0', '--overwrite', ...options];
  expect(await runCli(made, { env })).toMatchObject({ exitCode: 0 });
  expect(await runCli(['watch', 'run', directory, '--once', '--quiet'], { env })).toMatchObject({ exitCode: 0 });
  const { stdout } = await runCli(['publications', directory, '--format', 'jsonl'], { env });
  return stdout.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as PublicationRecord]));
}

interface RightCounts {
  /** Articles of the site that are publications, and those with their true titles, instants, authors and texts. */
  readonly articles: number;
  readonly titles: number;
  readonly dates: number;
  readonly authors: number;
  readonly texts: number;
  /** Addresses of publications that are no articles. */
  readonly others: readonly string[];
}

export function rightOf(site: TrueSite, records: readonly PublicationRecord[]): RightCounts {
  const articles = new Map(site.articles.map(article => [site.url + site.pathOf(article), article]));
  const found = records.flatMap(record => {
    const article = articles.get(decodeURI(record.url));
    return article === undefined ? [] : [{ record, article }];
  });
  const count = (isRight: (record: PublicationRecord, article: TrueArticle) => boolean): number =>
    found.filter(({ record, article }) => isRight(record, article)).length;
  return {
    articles: found.length,
    titles: count(({ title }, article) => title === article.title),
    dates: count(({ published }, { at }) => instantOf(published) === at),
    authors: count(({ authors }, article) => authors.join() === article.authors.join()),
    texts: count(({ text }, { paragraphs }) => text.split(/\s+/).join(' ') === paragraphs.join(' ')),
    others: records.flatMap(({ url }) => (articles.has(decodeURI(url)) ? [] : [url])),
  };
}

function instantOf(published: unknown): number | undefined {
  return published === null ? undefined : Date.parse((published as { readonly at: string }).at);
}
