import { defined } from '../../domain/defined.ts';
import { type ExternalCheck, refusalOfCheck } from '../../domain/protocol/external-check.ts';
import { type RefusalClass, refusalOfSkip } from '../../domain/protocol/refusal-class.ts';
import type { SkipReason } from '../../domain/skip-reason.ts';
import { hostAndPort } from '../../domain/spec/site-address.ts';
import { unknownIdsIn } from '../../domain/url/parameters/unknown-ids.ts';
import type { CheckedFigures, Refusals, SiteFigures, WalledHost } from '../../report/summary.ts';
import { hostOf } from './hosts-of-site.ts';
import type { SiteReading } from './read-site.ts';
import type { SiteGraph } from './site-graph/graph.ts';
import { languagesOf } from './site-graph/page-languages.ts';

/** Private hosts of a site that are named. */
const mostPrivate = 50;
/** Duplicates of one node that make it suspicious. */
const manyDuplicates = 20;

/**
 * The numbers of one site that its summary says. `checks`: of external addresses. `nearUncompared`: pages that may have near duplicates which nobody looked for.
 * `hosts`: the list of a site with the scope `list`.
 */
export function figuresOf(
  { results, site }: SiteReading,
  nearUncompared: number,
  checks: ReadonlyMap<string, ExternalCheck> | undefined,
  hosts: readonly string[] = [],
): SiteFigures {
  const skippedBy: Partial<Record<SkipReason, number>> = {};
  const privateHosts = new Set<string>();
  for (const { url, reason } of results.skipped()) {
    skippedBy[reason] = (skippedBy[reason] ?? 0) + 1;
    if (reason === 'private-address' && privateHosts.size < mostPrivate) privateHosts.add(hostAndPort(new URL(url)));
  }
  const silent = withoutPage(results.graph, hosts);
  const { linksDropped, fieldsUnread, notLoaded, notParsed } = site.records.sums();
  return {
    levels: results.levels,
    skippedBy,
    ...(privateHosts.size > 0 && { privateHosts: [...privateHosts].sort() }),
    ...refusalsOf(results),
    ...defined({ checked: checkedRefusals({ site }, checks) }),
    normalized: results.levels.reduce((sum, { normalized = 0 }) => sum + normalized, 0),
    normalizedIsCut: results.normalizedIsCut,
    arcs: results.graph.arcs.length,
    linksDropped,
    fieldsUnread,
    nearUncompared,
    ...(silent.length !== 0 && { hostsWithoutPage: { of: hosts.length, hosts: silent } }),
    ...(notLoaded + notParsed !== 0 && { pagesUnchanged: { notLoaded, notParsed } }),
    externalAddresses: site.externals.distinct,
    externalLinks: site.externals.occurrences,
    repeated: repeated(results.graph),
    ...hintsOf(results),
    ...defined({ unknownIds: unknownIdsIn(urlsOf(results.graph)), languages: languagesOf(results.graph) }),
    badLinks: site.bads.occurrences,
    ignoredLinks: Object.fromEntries([...site.ignored].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function* urlsOf(graph: SiteGraph): Generator<string> {
  for (const { url } of graph.nodes()) yield url;
}

/** Of a start page that led to no other address of the site. */
function hintsOf({ graph, levels }: SiteReading['results']): Pick<SiteFigures, 'hints'> {
  const found = levels.reduce((sum, level) => sum + level.found - level.redirects, 0);
  if (graph.nodeCount !== 1 || found > 1) return {};
  const [only] = graph.nodes();
  return only?.facts?.hints === undefined ? {} : { hints: only.facts.hints };
}

/** None if the whole site gave no page, which is reported by itself. */
function withoutPage(graph: SiteGraph, hosts: readonly string[]): readonly string[] {
  const silent = new Set(graph.nodeCount === 0 ? [] : hosts);
  if (silent.size === 0) return [];
  for (const { url } of graph.nodes()) {
    silent.delete(hostOf(url));
    if (silent.size === 0) break;
  }
  return [...silent];
}

function repeated(graph: SiteGraph): SiteFigures['repeated'] {
  const ids = Uint32Array.from(graph.duplicates.keys()).filter(id => graph.duplicates[id]! >= manyDuplicates);
  return Array.from(graph.nodes(ids), ({ url, duplicates }) => ({ url, duplicates }));
}

/** A larger share of a host's answers is worth a notice. */
const fewWalls = 0.05;

/** Failed addresses of a site by class, and hosts behind walls. */
function refusalsOf({ graph, otherPages, skipped }: SiteReading['results']): CheckedFigures {
  const counts = new RefusalCounts();
  for (const { url } of graph.nodes()) counts.answered(url);
  for (const { url, outcome } of otherPages())
    if (outcome === 'redirect' || outcome === 'duplicate') counts.answered(url);
  for (const { url, reason, status } of skipped()) counts.add(url, refusalOfSkip(reason, status), status !== undefined);
  return counts.figures();
}

/** The same of the external addresses of a site that were checked. */
function checkedRefusals(
  { site }: Pick<SiteReading, 'site'>,
  checks: ReadonlyMap<string, ExternalCheck> | undefined,
): CheckedFigures | undefined {
  if (checks === undefined) return undefined;
  const counts = new RefusalCounts();
  for (const [url] of site.externals) {
    const check = checks.get(url);
    if (check !== undefined) counts.add(url, refusalOfCheck(check), /^\d{3}\b/.test(check.status));
  }
  return counts.figures();
}

class RefusalCounts {
  readonly #classes: Partial<Record<RefusalClass, number>> = {};
  readonly #hosts = new Map<string, { walls: number; answers: number }>();

  answered(url: string): void {
    this.#at(url).answers += 1;
  }

  add(url: string, refusal: RefusalClass | undefined, isAnswered: boolean): void {
    if (refusal !== undefined) this.#classes[refusal] = (this.#classes[refusal] ?? 0) + 1;
    if (isAnswered) this.answered(url);
    if (refusal === 'wall') this.#at(url).walls += 1;
  }

  /** Hosts with most walls come first. */
  figures(): { readonly refusals: Refusals; readonly walled: readonly WalledHost[] } {
    const walled = Array.from(this.#hosts, ([host, counts]) => ({ host, ...counts }))
      .filter(({ walls, answers }) => walls > fewWalls * answers)
      .sort((a, b) => b.walls - a.walls || (a.host < b.host ? -1 : 1));
    return { refusals: this.#classes, walled };
  }

  #at(url: string): { walls: number; answers: number } {
    const host = url.split('/', 3)[2]!;
    const counts = this.#hosts.get(host) ?? { walls: 0, answers: 0 };
    this.#hosts.set(host, counts);
    return counts;
  }
}
