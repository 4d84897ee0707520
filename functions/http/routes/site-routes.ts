import type { CrawlRecord } from '../../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { noSums, withSites } from '../../../shared/domain/protocol/site-sums.ts';
import { allowance, BadInput, englishSentence, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { crawlSpecSchema } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { fieldPath, type SpecPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import type { AddedSite } from '../../../shared/domain/spec/resolve/added-site.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import { mostInlineSites } from '../../../shared/domain/spec/site-count.ts';
import type { SiteJoin } from '../../../shared/place/crawl-service.ts';
import { cursorOf, isCount, rowsOfPage } from '../../../shared/place/pages.ts';
import { choice, order, part, siteNumber, toggle } from '../request/fields.ts';
import { answerProblem, Problem, toldRefusal } from '../request/problem.ts';
import { demandPublic } from '../request/read-request.ts';
import { describedBody, jsonSchema, type Route, route } from '../request/route.ts';
import { rowsAsWritten, sitesShown } from '../views/shown-sites.ts';
import { siteLines, siteOrder, siteSorts, siteTotals } from '../views/site-lines.ts';
import { readableCrawl } from './crawl-routes.ts';

export const siteRoutes: readonly Route[] = [
  route('GET /crawls/{id}/sites', 'Lists the sites of the set with what each gave.', {
    query: {
      ...part(rowsOfPage, 0, isCount),
      sort: choice(
        'By which the sites are sorted, in a crawl of at most 10,000 sites; else by their numbers.',
        siteSorts,
      ),
      order: order('Of `sort`; `asc` unless given.'),
      totals: toggle('`true`: sums over all sites, too, as `totals`.'),
    },
    answers: { 200: 'Some sites, and `next`.', 409: 'Its files are damaged.' },
    of: readableCrawl,
    handle: async ({
      own: { record, row },
      query: { limit: most, cursor: after, sort, order: direction, totals: withTotals },
      ports,
    }) => {
      if (row === undefined) return { sites: [] };
      if (sort === undefined) {
        const { rows, hasMore, sums, files } = await sitesShown(ports, record, row, { after, most });
        return {
          sites: siteLines(row, rows, ports.clock.now(), files),
          ...(withTotals && { totals: siteTotals(sums) }),
          ...(hasMore && { next: cursorOf(rows.at(-1)!.site) }),
        };
      }
      if (row.spec.sites.length > mostSorted)
        throw new Problem(400, [refusal('too-many-to-sort', { count: row.spec.sites.length, most: mostSorted })]);
      const rows = await rowsAsWritten(ports.service, record, row, await ports.store.readSites(record.id));
      const sorted = siteLines(row, rows, ports.clock.now()).sort(siteOrder(sort, direction === 'desc'));
      return {
        sites: sorted.slice(after, after + most),
        ...(withTotals && { totals: siteTotals(withSites(noSums, rows)) }),
        ...(sorted.length > after + most && { next: cursorOf(after + most) }),
      };
    },
  }),
  route('POST /crawls/{id}/sites', 'Adds a site, or some as `sites`, also while the crawl runs.', {
    body: describedBody('A site of the spec, or a list of them as `sites`.', oneOrSome),
    answers: { 201: 'Added, with their numbers; `waits`: from the next resume on.', 409: 'Some exist.' },
    of: readableCrawl,
    handle: async ({ own: { record, row }, body, ports, context }) => {
      demandBegun(row);
      const sites = readSites(await body());
      const starts = sites.map(startOf);
      demandPublic(starts, new URL(context.req.url).host, ports.service);
      const absolute = sites.map((site, index) => ({ ...site, url: starts[index]!.href }));
      const joins = seenFrom(record, await ports.sites.add(record.id, absolute));
      const conflict = conflictOf(joins);
      return conflict === undefined
        ? { sites: joins, ...waitDetail(joins) }
        : answerProblem(context, conflict, { sites: joins.map(toldJoin) });
    },
  }),
  route('DELETE /crawls/{id}/sites/{number}', 'Removes a site; what it gave stays.', {
    answers: { 200: 'Removed.', 409: 'Removed before.' },
    of: readableCrawl,
    handle: async ({ own: { record, row }, ports, context }) => {
      const number = siteNumber(context.req.param('number') ?? '');
      demandBegun(row);
      const site = await ports.store.readSite(record.id, number);
      if (site === undefined) throw new Problem(404, [refusedValue('site', number, allowance('site-not-here'))]);
      if (!(await ports.sites.remove(record.id, number)))
        throw new Problem(409, [refusedValue('site', number, allowance('site-removed'))]);
      return { number, status: 'removed' };
    },
  }),
];

/** By the schema of the spec: its list of sites, and what is in it. */
function oneOrSome(): object {
  const sites = Object(jsonSchema(crawlSpecSchema).properties?.['sites']) as { readonly items?: object };
  return { anyOf: [sites.items ?? {}, { type: 'object', properties: { sites }, required: ['sites'] }] };
}

/** A request is answered within seconds, so the rows of more sites are not read for one. */
const mostSorted = 10_000;

function toldJoin(join: SiteJoin): object {
  return join.state === 'exists' ? { ...join, why: toldRefusal(join.why) } : join;
}

/** One site of the spec, or some as `sites`. Throws `BadInput`. */
function readSites(body: unknown): readonly AddedSite[] {
  const isList = typeof body === 'object' && body !== null && 'sites' in body;
  const values = isList ? body : { sites: [body] };
  const extra = Object.keys(values).filter(key => key !== 'sites');
  if (extra.length > 0) throw new BadInput([refusedValue(extra[0]!, undefined, allowance('site-beside-sites'))]);
  const { spec } = readSpec(values, path => (isList ? fieldPath(path) : fieldPath(withoutList(path))));
  const { sites = [] } = spec;
  if (sites.length >= 1 && sites.length <= mostInlineSites) return sites;
  throw new BadInput([refusedValue('sites', sites.length, allowance('sites-of-a-request', { most: mostInlineSites }))]);
}

/** As the request names it: `url`, not `sites[0].url`. */
function withoutList(path: SpecPath): SpecPath {
  return path.slice(2);
}

function startOf({ url }: AddedSite): URL {
  const address = parseSiteAddress(url);
  if (address.kind === 'address') return address.url;
  throw new BadInput([refusedValue('url', url, address.why)]);
}

function demandBegun(row: CrawlRow | undefined): void {
  if (row === undefined) throw new Problem(409, [refusal('not-begun')]);
}

/**
 * The row of a failed crawl may still say that the crawl runs. No worker handles that crawl, so sites that join have to
 * wait.
 */
function seenFrom({ failure }: CrawlRecord, joins: readonly SiteJoin[]): readonly SiteJoin[] {
  if (failure === undefined) return joins;
  return joins.map(join => (join.state === 'added' ? { ...join, state: 'waits' } : join));
}

/** The sentence about added sites that do not join at once. */
function waitDetail(joins: readonly SiteJoin[]): { readonly detail?: string } {
  const numbers = joins.filter(({ state }) => state === 'waits').map(({ number }) => number);
  return numbers.length === 0 ? {} : { detail: englishSentence(refusal('sites-wait', { numbers })) };
}

/** A conflict where not every site was added: some exist. One that waits for the next resume is added. */
function conflictOf(joins: readonly SiteJoin[]): Problem | undefined {
  const existing = joins.flatMap(join => (join.state === 'exists' ? [join.why] : []));
  const waiting = joins.filter(({ state }) => state === 'waits').map(({ number }) => number);
  if (existing.length === 0) return undefined;
  return new Problem(409, [
    ...existing,
    ...(waiting.length === 0 ? [] : [refusal('sites-wait', { numbers: waiting })]),
  ]);
}
