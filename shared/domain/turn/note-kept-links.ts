import { internalLink } from '../url/link-meaning.ts';
import type { KeptPageLinks } from './kept-page.ts';
import type { SegmentPage } from './segment.ts';
import type { TurnNotes } from './turn-notes.ts';

export interface NotedLinks extends Pick<NonNullable<SegmentPage['page']>, 'externalLinks' | 'links'> {
  /** Links of other schemes on the page; absent if the page is not kept. */
  readonly ignored?: Readonly<Record<string, number>>;
}

/** Notes the links of an unchanged page as if its document were read again. */
export function noteKeptLinks(links: KeptPageLinks, page: number, notes: TurnNotes): NotedLinks {
  const start = notes.numbers.length;
  notes.startPage();
  const places = noteInternal(links, page, notes);
  const outside = links.externals.map(([identity, count, anchor]) => {
    const place = notes.external({ mark: -1, kind: 'external', identity }, page, () => anchor);
    notes.kept.addAnchor(anchor);
    notes.numbers.push(place);
    notes.numbers.push(count);
    return place;
  });
  for (const [text, reason, count] of links.bads) notes.badText(text, reason, page, count);
  for (const [scheme, count] of Object.entries(links.ignored)) notes.ignore(scheme, count);
  const described = noteDescribed(links, { places, outside }, notes);
  const { refs, ignored } = notes.kept.endPage(notes.numbers);
  return {
    externalLinks: links.externals.reduce((sum, [, count]) => sum + count, 0),
    links: { start, internal: links.internal.length, external: outside.length, ...described, kept: refs },
    ignored,
  };
}

/** The index of each target of the page among the targets of the turn. */
function noteInternal(
  { targets, internal, spelled }: KeptPageLinks,
  page: number,
  notes: TurnNotes,
): readonly number[] {
  const places: number[] = [];
  let next = 0;
  for (const [position, target] of internal.entries()) {
    const identity = targets[target]!;
    const seen = spelled[next]?.[0] === position ? spelled[next]![1] : undefined;
    if (seen !== undefined) next += 1;
    const known = places[target];
    if (seen === undefined && known !== undefined) notes.repeat(known);
    else places[target] = notes.occurrence(internalLink(identity, seen ?? identity), page);
  }
  return places;
}

function noteDescribed(
  { described }: KeptPageLinks,
  { places, outside }: { readonly places: readonly number[]; readonly outside: readonly number[] },
  { descriptions, numbers }: TurnNotes,
): { readonly described?: number } {
  if (descriptions === undefined) return {};
  if (described === undefined) throw new Error('the links of an earlier crawl are not described');
  const { anchors, numbers: own } = described;
  for (let at = 0; at < own.length; at += 3) {
    const isExternal = own[at]! % 2 === 1;
    const place = (isExternal ? outside : places)[own[at]! >>> 1]!;
    descriptions.add(isExternal, place, anchors[own[at + 1]!]!, own[at + 2]!);
  }
  return { described: descriptions.endPage(numbers) };
}
