import { NumberList } from '../../../domain/number-list.ts';
import { statusText } from '../../../domain/protocol/external-check.ts';
import { failures } from '../../../domain/protocol/refusal-class.ts';
import { TextTable } from '../../../domain/text-table.ts';
import { namesIn } from '../../../domain/turn/page-anchors.ts';
import type { Markup } from '../../../domain/turn/page-markup.ts';
import type { SiteReading } from '../read-site.ts';
import type { GraphNode } from '../site-graph/graph.ts';
import type { SiteListing } from '../sitemap-part.ts';
import type { IssueSite, RedirectedUrl } from './issue-check.ts';

interface Asked {
  readonly reading: SiteReading;
  readonly normalize: (url: URL) => string;
  readonly belongs: (url: URL) => boolean;
  readonly listing: SiteListing | undefined;
  readonly nearest: (page: GraphNode) => string | undefined;
}

class TextCounts {
  readonly #texts = new TextTable();
  readonly #counts = new NumberList(64);

  add(text: string): void {
    const number = this.#texts.add(text);
    this.#counts.set(number, this.#counts.at(number) + 1);
  }

  of(text: string): number {
    return this.#counts.at(this.#texts.find(text));
  }
}

/** The tables of a site, as tests ask them. Titles and descriptions are counted in one pass over the pages. */
export function issueSite({ reading: { results, site }, normalize, belongs, listing, nearest }: Asked): IssueSite {
  const [titles, descriptions] = [new TextCounts(), new TextCounts()];
  for (const { title, facts } of results.graph.nodes()) {
    titles.add(title);
    if (facts?.markup !== undefined) descriptions.add(facts.markup[0]);
  }
  const listed = new Set(listing?.addresses.map(({ address }) => normalize(new URL(address))));
  const kindAt = (url: string): ReturnType<IssueSite['kindAt']> => {
    const kind = site.records.get(url)?.outcome.kind;
    if (kind !== undefined && kind !== 'retry') return kind;
    return results.linkEnd(url) === undefined ? undefined : 'skipped';
  };
  const own: IssueSite['own'] = address => {
    const url = URL.parse(address);
    return url === null || !/^https?:$/.test(url.protocol) || !belongs(url) ? undefined : normalize(url);
  };
  const nodeOf = (id: number): GraphNode | undefined =>
    id < 0 ? undefined : [...results.graph.nodes(Uint32Array.of(id))][0];
  const namedIn = (page: GraphNode | undefined): Partial<Markup> =>
    (page?.facts?.markup && site.records.get(page.url, true)?.page?.facts?.markup) ?? [];
  return {
    origin: results.graph.origin,
    own,
    kindAt,
    pageAt: url => nodeOf(results.nodeAt(url)),
    namesAt: namesOf(address => {
      const url = own(address);
      const end = url === undefined ? undefined : results.linkEnd(url);
      return end !== undefined && 'node' in end ? namedIn(nodeOf(end.node))[5] : undefined;
    }),
    awayOf: page => namedIn(page)[6] ?? '',
    failureAt: url => {
      const end = results.linkEnd(url);
      if (end === undefined || !('skipped' in end)) return undefined;
      const { reason, status, detail } = end.skipped;
      if (!(reason in failures)) return undefined;
      return status === undefined || reason !== 'http-status' ? failures[reason] : statusText(status, detail);
    },
    reasonAt: url => {
      const end = results.linkEnd(url);
      return end !== undefined && 'skipped' in end ? end.skipped.reason : undefined;
    },
    titled: title => titles.of(title),
    described: description => descriptions.of(description),
    leadsOn: ({ id, outDegree }) => outDegree > 1 || (outDegree === 1 && results.graph.arcs.targetsOf(id)[0] !== id),
    nearest,
    hasSitemaps: listing !== undefined,
    isListed: url => listed.has(url),
  };
}

const mostNames = 1_000_000;

/** Many links lead to the same pages: what was read of them is kept, up to so many names. */
function namesOf(read: (address: string) => string | undefined): IssueSite['namesAt'] {
  const known = new Map<string, ReadonlySet<number> | undefined>();
  let names = 0;
  return address => {
    if (known.has(address)) return known.get(address);
    const ids = read(address) ?? '';
    const found = ids === '' ? undefined : namesIn(ids);
    names += 1 + (found?.size ?? 0);
    if (names > mostNames) {
      known.clear();
      names = 0;
    }
    known.set(address, found);
    return found;
  };
}

/** By place. */
export function* redirectsOf({ site }: SiteReading, own: IssueSite['own']): Iterable<RedirectedUrl> {
  for (const place of site.records.usedPlaces('redirect')) {
    const { identity: url, outcome } = site.records.at(place);
    if (outcome.kind !== 'redirect') continue;
    const target = own(outcome.target) ?? outcome.target;
    yield { url, status: outcome.status, target, isLinked: site.isLinked(site.records.addressAt(place)) };
  }
}
