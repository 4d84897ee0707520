import { xmlOfHtml, xmlText } from './xml-text.ts';

export interface FeedEntry {
  /** Unique and lasting. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** ISO 8601. */
  readonly date: string;
  readonly url?: string;
}

export interface Feed {
  readonly title: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

/** RSS 2.0; a description is HTML. */
export function rssOf({ title, entries }: Feed): string {
  const items = entries.map(
    each =>
      `<item><title>${xmlText(each.title)}</title>${each.url === undefined ? '' : `<link>${xmlText(each.url)}</link>`}<guid isPermaLink="false">${xmlText(each.id)}</guid><pubDate>${new Date(each.date).toUTCString()}</pubDate><description>${xmlOfHtml(each.text)}</description></item>\n`,
  );
  const head = `<title>${xmlText(title)}</title><link>https://orbweaver.invalid/</link><description>${xmlText(title)}</description>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${head}\n${items.join('')}</channel></rss>\n`;
}

/** JSON Feed 1.1. */
export function jsonFeedOf({ title, entries }: Feed): string {
  const items = entries.map(({ id, title: name, text, date, url }) => ({
    ...{ id, title: name, content_text: text, date_published: date, ...(url !== undefined && { url }) },
  }));
  return `${JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title, items }, undefined, 1)}\n`;
}
