import { linkRelations } from '../../../domain/html/link-element.ts';
import { LostObject } from '../../../domain/lost-object.ts';
import type { SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import { type DescribedLink, describedLinks } from '../../../domain/turn/described-links.ts';
import { describedStart, type LinkRefs, type Segment } from '../../../domain/turn/segment.ts';
import { type ReadPorts, type SiteReading, segmentsOf } from '../read-site.ts';

/** The links of a page with equal address, anchor and rel. */
export interface PageLink {
  /** Id of the page's node. */
  readonly page: number;
  /** Normalized address of the page. */
  readonly pageUrl: string;
  /** Normalized address that the link has. */
  readonly url: string;
  readonly isExternal: boolean;
  /** Empty if the crawl does not keep all links. */
  readonly anchor: string;
  /** Words of `linkRelations`, one blank between them. */
  readonly rel: string;
  readonly occurrences: number;
}

/** A link with the node that it leads to, and its site. */
export interface LinkPair extends PageLink {
  /** The labels of its site in the list of sites. */
  readonly labels: SiteLabels;
  /** Id of the node that the link leads to, redirects and duplicates resolved; undefined if that is no node. */
  readonly target: number | undefined;
}

export function kindOf({ isExternal }: PageLink): 'internal' | 'external' {
  return isExternal ? 'external' : 'internal';
}

/** Whether links to an address are of use to the reader. */
export type WantedLinks = (url: string, isExternal: boolean) => boolean;

/**
 * The links of every node of a site, a list per turn, in page order; those of a page in the order of the document. External links
 * come only from crawls that keep all links. Reads the segments anew: one is in memory at a time. `wanted` is called once for each
 * address of a turn, and the links to other addresses are not counted.
 */
export async function* pageLinks(
  objects: ReadPorts['objects'],
  row: SiteRow,
  { results, site }: Pick<SiteReading, 'results' | 'site'>,
  wanted: WantedLinks = () => true,
): AsyncIterable<readonly PageLink[]> {
  for await (const [, segment] of segmentsOf(objects, row))
    if (!(segment instanceof LostObject)) yield [...linksOfTurn(segment, results, site, wanted)];
}

function* linksOfTurn(
  segment: Segment,
  { linkEnd }: SiteReading['results'],
  { deletedLinks, records }: SiteReading['site'],
  wanted: WantedLinks,
): Iterable<PageLink> {
  const internal = segment.targets.map(url => wanted(url, false));
  const external = segment.externals.map(
    ({ identity }) => !deletedLinks.external.has(identity) && wanted(identity, true),
  );
  if (!internal.includes(true) && !external.includes(true)) return;
  for (const { identity: pageUrl, page } of segment.pages) {
    // A page that a person deleted has no page there.
    if (page === undefined || !records.hasPage(pageUrl)) continue;
    const node = linkEnd(pageUrl);
    if (node === undefined || !('node' in node)) continue;
    for (const [link, occurrences] of counted(page.links, segment, { internal, external })) {
      const { isExternal, place, relations } = link;
      const url = isExternal ? segment.externals[place]!.identity : segment.targets[place]!;
      const anchor = segment.anchors?.[link.anchor] ?? '';
      yield { page: node.node, pageUrl, url, isExternal, anchor, rel: relText(relations), occurrences };
    }
  }
}

/** By their places in the segment: whether links to the addresses are wanted. */
interface WantedPlaces {
  readonly internal: readonly boolean[];
  readonly external: readonly boolean[];
}

/** The distinct links of a page that are wanted, each with its occurrences. */
function counted(
  links: LinkRefs,
  { numbers }: Segment,
  wanted: WantedPlaces,
): Iterable<readonly [DescribedLink, number]> {
  if (links.described === undefined) return countedTargets(links, numbers, wanted.internal);
  const found = new Map<string, [DescribedLink, number]>();
  for (const link of describedLinks(describedStart(links), links.described, numbers)) {
    const { isExternal, place } = link;
    if (!(isExternal ? wanted.external : wanted.internal)[place]!) continue;
    const key = `${isExternal} ${place} ${link.anchor} ${link.relations}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [link, 1]);
    else known[1] += 1;
  }
  return found.values();
}

/** No object is made for a link that nobody wants: of a million links a few lead to addresses that failed. */
function* countedTargets(
  { start, internal }: LinkRefs,
  numbers: Uint32Array,
  isWanted: readonly boolean[],
): Iterable<readonly [DescribedLink, number]> {
  const found = new Map<number, number>();
  for (let i = start; i < start + internal; i += 1) {
    const place = numbers[i]!;
    if (isWanted[place]!) found.set(place, (found.get(place) ?? 0) + 1);
  }
  for (const [place, occurrences] of found) yield [{ isExternal: false, place, anchor: -1, relations: 0 }, occurrences];
}

function relText(bits: number): string {
  return linkRelations.filter((_, index) => (bits & (1 << index)) !== 0).join(' ');
}
