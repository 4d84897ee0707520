import { xmlOfHtml, xmlText } from '../../../files/xml-text.ts';
import type { PublicationRecord } from './publication-record.ts';

export interface AtomFeed {
  /** Unique and lasting. */
  readonly id: string;
  readonly title: string;
}

/** Publications as an Atom feed (RFC 4287), in their order, each with its whole text; one at a time is in memory. */
export async function* publicationsAtom(
  records: AsyncIterable<PublicationRecord> | Iterable<PublicationRecord>,
  feed: AtomFeed,
): AsyncGenerator<string> {
  let isBegun = false;
  for await (const record of records) {
    if (!isBegun) yield headOf(feed, record.seen);
    isBegun = true;
    yield entryOf(record);
  }
  yield `${isBegun ? '' : headOf(feed, new Date(0).toISOString())}</feed>\n`;
}

function headOf(feed: AtomFeed, updated: string): string {
  const title = `<title>${xmlText(feed.title)}</title><author><name>Orbweaver</name></author>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">${title}<id>${xmlText(feed.id)}</id><updated>${updated}</updated>\n`;
}

function entryOf(record: PublicationRecord): string {
  const { at } = Object(record.published) as { readonly at?: string };
  const names = record.authors.length === 0 ? [record.source] : record.authors;
  const categories = [record.section, ...record.tags].filter(each => each !== null && each !== '');
  const parts = [
    `<id>${xmlText(record.url)}</id><title>${xmlText(record.title)}</title><link href="${xmlText(record.url)}"/><updated>${record.seen}</updated>`,
    at === undefined ? '' : `<published>${xmlText(at)}</published>`,
    ...names.map(name => `<author><name>${xmlText(name)}</name></author>`),
    ...categories.map(each => `<category term="${xmlText(String(each))}"/>`),
    `<content type="html">${xmlOfHtml(record.text)}</content>`,
  ];
  return `<entry${record.language === null ? '' : ` xml:lang="${xmlText(record.language)}"`}>${parts.join('')}</entry>\n`;
}
