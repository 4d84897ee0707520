/**
 * Items of the table `Publications` about organizations. `<block>` as in `publication-items.ts`.
 *
 *   pk                        sk                  item for each
 *   <crawl>                   organizations       watch: whom it looks for, as the place of the list in an object
 *   <crawl>                   models              watch: names of the models that gave tones
 *   <crawl>                   dismissed           watch: the suggestions that people do not want, as the place of their keys
 *   <crawl>#searched#<block>  <number>            publication whose latest version was searched: whom it mentions
 *   <crawl>#earlier#<block>   <number>.<version>  the same of a version that is not the latest any more
 *
 * Mentions are in objects beside the texts. The items have all that the table of tones counts: it reads no object.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type {
  MentionedOrganization,
  SearchedVersion,
  StoredMention,
} from '../../../wings/publications/store/mention-store.ts';
import { type ItemKey, padded, type Row } from '../dynamo/calls/dynamo-tables.ts';
import type { ChangeDraft } from './change-draft.ts';
import { type Attributes, blockOf, type StoredPublication, type TextPlace } from './publication-items.ts';

/** Keys of one watch. */
export function mentionKeysOf(crawl: string) {
  const searchedIn = (block: number): string => `${crawl}#searched#${padded(block)}`;
  const earlierIn = (block: number): string => `${crawl}#earlier#${padded(block)}`;
  return {
    ...{ searchedIn, earlierIn },
    organizations: { pk: crawl, sk: 'organizations' },
    models: { pk: crawl, sk: 'models' },
    dismissed: { pk: crawl, sk: 'dismissed' },
    searched: (id: number): ItemKey => ({ pk: searchedIn(blockOf(id)), sk: padded(id) }),
    earlier: (id: number, version: number): ItemKey => ({
      pk: earlierIn(blockOf(id)),
      sk: `${padded(id)}.${padded(version)}`,
    }),
  };
}

/** The tones that models gave the mentions in a version. */
export interface ToldSearch {
  /** Name of the models. */
  readonly models: string;
  /** Of the mentions, as JSON. */
  readonly place: TextPlace;
  readonly organizations: readonly MentionedOrganization[];
}

/** A version that was searched. */
export interface SearchedItem extends Pick<StoredPublication, 'version' | 'source' | 'datedAt' | 'cluster'> {
  readonly publication: number;
  /** Digest of the list of organizations. */
  readonly list: string;
  /** Of the same mentions by different models; the last search is the one that holds. At least one. */
  readonly searches: readonly [ToldSearch, ...ToldSearch[]];
  /** It is to be searched again: a person has decided about a place. */
  readonly isOpen: boolean;
  /** A person has decided about a place. */
  readonly isDecided: boolean;
}

/** An item may have 400 KB; a list with thousands of names in a text is kept in the object. */
const mostItemBytes = 200_000;

/** As they are written into a draft, which takes what is too large for an item. */
export function searchedAttributes(draft: ChangeDraft, item: SearchedItem): Attributes {
  const { version, source, datedAt, cluster, list, searches, isOpen, isDecided } = item;
  const text = JSON.stringify(searches);
  const found = deflateRawSync(text);
  const isLarge = found.byteLength > mostItemBytes;
  return {
    ...{ version, source, datedAt, cluster, list, models: searches.at(-1)!.models },
    count: searches.at(-1)!.organizations.length,
    found: isLarge ? undefined : found,
    foundIn: isLarge ? { object: draft.object, index: draft.addText(text) } : undefined,
    isOpen: isOpen ? true : undefined,
    isDecided: isDecided ? true : undefined,
  };
}

const itemNames = [
  ...['version', 'source', 'datedAt', 'cluster', 'list', 'models', 'count'],
  ...['found', 'foundIn', 'isOpen', 'isDecided'],
];

/** Of a version that nobody has searched. */
export const unsearchedAttributes: Attributes = Object.fromEntries(itemNames.map(name => [name, undefined]));

/** The same attributes under another key. */
export function copiedAttributes(row: Row): Attributes {
  return Object.fromEntries(itemNames.map(name => [name, row[name]]));
}

/** Whether the item is of a version that was searched. */
export function isSearched(row: Row | undefined): row is Row {
  return row?.['list'] !== undefined;
}

/** `textAt`: reads what was too large for the item. */
export async function searchedOf(row: Row, textAt: (place: TextPlace) => Promise<string>): Promise<SearchedItem> {
  const place = row['foundIn'] as unknown as TextPlace | undefined;
  const text = place === undefined ? inflateRawSync(row['found'] as Uint8Array).toString('utf8') : await textAt(place);
  const [number] = String(row['sk']).split('.');
  return {
    publication: Number(number),
    ...{ version: Number(row['version']), source: Number(row['source']), datedAt: Number(row['datedAt']) },
    ...{ cluster: Number(row['cluster']), list: String(row['list']) },
    searches: JSON.parse(text) as SearchedItem['searches'],
    isOpen: row['isOpen'] === true,
    isDecided: row['isDecided'] === true,
  };
}

/** Takes the mentions of a search into a draft. */
export function toldSearch(
  draft: ChangeDraft,
  { key, mentions, organizations }: Omit<SearchedVersion, 'mentions'> & { readonly mentions: readonly StoredMention[] },
): ToldSearch {
  const place = { object: draft.object, index: draft.addText(JSON.stringify(mentions)) };
  return { models: key.models, place, organizations };
}
