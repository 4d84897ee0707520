import { isMapping } from '../../../domain/spec/fields/is-mapping.ts';
import { resolvedAddress } from '../addresses.ts';
import { onOneLine, plainText } from '../markup/read-markup.ts';
import type { FeedOptions, FeedReading } from './feed.ts';
import type { FeedBuilder, RawAddresses, RawItem } from './feed-builder.ts';
import { readJsonMembers } from './json-members.ts';

/** The feed in `text` if it is a JSON Feed (jsonfeed.org, versions 1 and 1.1), item by item. */
export function readJsonFeed(text: string, { base }: FeedOptions, builder: FeedBuilder): FeedReading {
  let isJsonFeed = false;
  let items = 0;
  const end = readJsonMembers(text, 'items', {
    member: (name, value) => {
      if (name === 'version') isJsonFeed ||= /jsonfeed\.org\/version/.test(String(value));
      else readHead(name, value, base, builder);
    },
    element: value => {
      items += 1;
      if (isMapping(value)) builder.add(addressesOf(value, base), () => rawItem(value));
      else builder.fault('bad-item');
    },
  });
  if (!isJsonFeed && items === 0) return { kind: 'none', why: 'json' };
  if (!isJsonFeed) builder.fault('malformed');
  if (end !== 'whole') builder.fault(end);
  return builder.finish('json-feed');
}

function readHead(name: string, value: unknown, base: string, builder: FeedBuilder): void {
  if (typeof value !== 'string') return;
  const { head } = builder;
  const address = resolvedAddress(value, base);
  const text = name === 'title' || name === 'language' ? builder.text(onOneLine(value), 1_000) : undefined;
  if (text !== undefined) head[name as 'title' | 'language'] = text;
  if (name === 'home_page_url' && address !== undefined) head.home = address;
  else if (name === 'next_url' && address !== undefined) head.next = address;
}

type JsonObject = Readonly<Record<string, unknown>>;

function addressesOf(item: JsonObject, base: string): RawAddresses {
  const id = textOf(item['id']);
  const named = id !== undefined && /^https?:\/\//i.test(id) ? id : undefined;
  return [textOf(item['url']), textOf(item['external_url']), named].flatMap(address =>
    address === undefined ? [] : [[address, base] as const],
  );
}

function rawItem(item: JsonObject): RawItem {
  const text = (name: string): string | undefined => textOf(item[name]);
  const html = text('content_html');
  return {
    id: text('id') ?? (typeof item['id'] === 'number' ? String(item['id']) : undefined),
    title: text('title'),
    published: text('date_published'),
    updated: text('date_modified'),
    authors: [...listOf(item['authors']), item['author']].flatMap(each =>
      isMapping(each) ? (textOf(each['name']) ?? []) : [],
    ),
    summary: text('summary') ?? text('content_text') ?? (html === undefined ? undefined : plainText(html)),
    categories: listOf(item['tags']).flatMap(each => textOf(each) ?? []),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? onOneLine(value.slice(0, 20_000)) : '';
  return text === '' ? undefined : text;
}
