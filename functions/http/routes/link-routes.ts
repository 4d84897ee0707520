import { Readable } from 'node:stream';
import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import type { LinkFilter, LinkKey, LinkKind, LinkRow } from '../../../shared/domain/link-rows.ts';
import * as Links from '../../../shared/domain/link-rows.ts';
import { linkTypes } from '../../../shared/domain/link-type.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { allowance, asMessage, oneOf, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { kindOf as crawlKind } from '../../../shared/domain/spec/crawl-kind.ts';
import { boundedList } from '../../../shared/domain/spec/fields/field-values.ts';
import type { HttpPorts, LinkViews } from '../../../shared/place/crawl-service.ts';
import { cursorOf, isCount, positionAt, rowsOfPage } from '../../../shared/place/pages.ts';
import { amount, choice, field, order, part, site, text, toggle, type ValuesOf, wholeFrom } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { type Asked, type Asking, bodyOf, type Route, route } from '../request/route.ts';
import { domainSorts, domainsCsv, domainTotals, linksCsv, sortedDomains } from '../views/link-domains.ts';
import { readableCrawl } from './crawl-routes.ts';

const mostText = 500;
const mostLevel = 1_000_000;

/** The filters for links of any kind. */
const linkFilter = {
  site,
  text: text('Part of the address or text.', mostText),
  domain: text('Host of the address, or a domain above it.', mostText),
  level: field('Level of the link, or of its page.', wholeFrom(0), (_, given) => levelOf(given)),
  type: choice('Of internal and external links of pages that a browser has loaded.', linkTypes),
  deleted: toggle('Those that were deleted, instead of all others.'),
};

/** The further parameters of a list of links of one kind. */
const linkOrder = {
  status: choice('Of internal links.', Links.linkStatuses),
  /** Each kind of links has its own: `linkSortOf` refuses the others. */
  sort: field(
    'By what the links are sorted, those without a value last; else by site and key.',
    { enum: [...new Set(Object.values(Links.linkSorts).flat())] },
    (_, given) => given,
  ),
  order: order('Of `sort`; `asc` unless given.'),
};

/** Which links a query of an address requests. Throws `Problem`. */
function linkFilterOf(
  {
    domain,
    deleted,
    status,
    ...query
  }: ValuesOf<typeof linkFilter> & { readonly status?: Links.LinkStatus | undefined },
  kind: Links.LinkKind,
): Links.LinkFilter {
  if (status !== undefined && kind !== 'internal')
    throw new Problem(400, [refusedValue('status', status, allowance('no-status'))]);
  const { site: number, text: part, level, type } = query;
  return {
    ...defined({ site: number, text: part, domain: domain?.toLowerCase(), level, status, type }),
    ...(deleted && { deleted }),
  };
}

function levelOf(given: string): number {
  const level = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
  if (level <= mostLevel) return level;
  throw new Problem(400, [refusedValue('level', given, allowance('level', { most: mostLevel }))]);
}

/** By what links are sorted; undefined: by their keys. Throws `Problem`. */
function linkSortOf(sort: string | undefined, kind: Links.LinkKind): Links.LinkSort | undefined {
  return sort === undefined ? undefined : oneOf<Links.LinkSort>('sort', sort, Links.linkSorts[kind]);
}

const linksQuery = {
  ...linkFilter,
  ...linkOrder,
  totals: toggle('`true`: the count of all such links, and the sum of occurrences, too, as `totals`.'),
  format: choice('`csv`: all such links, by site and key.', ['json', 'csv'], 'json'),
  cursor: text('The `next` of an earlier answer.'),
  limit: amount('Entries of one answer.', rowsOfPage),
};
type LinksQuery = ValuesOf<typeof linksQuery>;

const kinds: readonly string[] = ['internal', 'external', 'bad'] satisfies LinkKind[];

type OwnLinks = Awaited<ReturnType<typeof linksOf>>;

async function linksOf(ports: HttpPorts, context: Asked) {
  const kind = context.req.param('kind') ?? '';
  if (!kinds.includes(kind)) throw new Problem(404, [refusedValue('', kind, allowance('link-kind', { names: kinds }))]);
  return { kind: kind as LinkKind, ...(await readableCrawl(ports, context)) };
}

/** Links that are sorted, counted or grouped for one answer, at most. */
const mostRead = 1_000_000;

/** By site and key, unless `sort` says otherwise; sums go with the first rows only. */
async function pageOf(
  { links, linkViews }: HttpPorts,
  id: string,
  { kind, filter }: { readonly kind: LinkKind; readonly filter: LinkFilter },
  query: LinksQuery,
): Promise<object> {
  const { limit: most, cursor } = query;
  const sort = linkSortOf(query.sort, kind);
  const withTotals = query.totals && linkViews !== undefined;
  const totals = withTotals ? await linkViews.linkTotals(id, kind, filter, mostRead) : undefined;
  const told = totals === undefined ? {} : { totals };
  if (sort === undefined) {
    const after = positionAt<LinkKey | undefined>(cursor, undefined, isLinkKey);
    const page = await links.listLinks(id, kind, { ...filter, ...defined({ after }), most });
    return { links: page.links, ...told, ...(page.next !== undefined && { next: cursorOf(page.next) }) };
  }
  const views = demandViews(linkViews);
  const from = positionAt(cursor, 0, isCount);
  if ((totals ?? (await views.linkTotals(id, kind, filter, mostRead))) === undefined) throw tooMany();
  const isDescending = query.order === 'desc';
  const rows = await views.sortedLinks(id, kind, { ...filter, sort, isDescending, from, most: most + 1 });
  return { links: rows.slice(0, most), ...told, ...(rows.length > most && { next: cursorOf(from + most) }) };
}

/** Throws `Problem` where the place has no other order than that of keys. */
function demandViews(linkViews: HttpPorts['linkViews']): LinkViews {
  if (linkViews !== undefined) return linkViews;
  throw new Problem(409, [refusal('links-by-key')]);
}

function tooMany(): Problem {
  return new Problem(409, [refusal('too-many-links', { most: mostRead })]);
}

/** All links that the filter leaves, by site and key. */
async function csvOf(ports: HttpPorts, id: string, kind: LinkKind, filter: LinkFilter): Promise<Response> {
  demandViews(ports.linkViews);
  const row = await ports.store.readCrawl(id);
  const names = new Map(row?.spec.sites.map(({ number, name }) => [number, name]));
  const csv = linksCsv(kind, allLinks(ports, id, kind, filter), site => names.get(site) ?? '');
  return csvAnswer(Readable.toWeb(Readable.from(csv)) as ReadableStream<Uint8Array>, `links-${kind}.csv`);
}

async function* allLinks(
  { links }: HttpPorts,
  id: string,
  kind: LinkKind,
  filter: LinkFilter,
): AsyncGenerator<LinkRow, void> {
  for (let after: LinkKey | undefined; ; ) {
    const query = { ...filter, ...defined({ after }), most: rowsOfPage.most };
    const page = await links.listLinks(id, kind, query);
    yield* page.links;
    if (page.next === undefined) return;
    after = page.next;
  }
}

function csvAnswer(body: string | ReadableStream<Uint8Array>, file: string): Response {
  return new Response(body, {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${file}"` },
  });
}

function isLinkKey(value: unknown): value is LinkKey {
  const { site, key } = Object(value) as Record<string, unknown>;
  return Number.isSafeInteger(site) && typeof key === 'string';
}

const keyError = asMessage(allowance('link-key'));
const linksError = asMessage(allowance('links'));

const deletionSchema = z.strictObject({
  links: boundedList(
    z.strictObject(
      {
        site: z.int({ error: keyError }).positive({ error: keyError }),
        key: z.string({ error: keyError }).min(1, { error: keyError }),
      },
      { error: keyError },
    ),
    [1, 1_000],
    linksError,
  ),
});

const damaged = { 409: 'Its files are damaged.' };
const deletion = bodyOf('The links.', deletionSchema);

export const linkRoutes: readonly Route[] = [
  route(
    'GET /crawls/{id}/links/{kind}',
    'Lists internal, external or bad links by site and key, also while the crawl runs.',
    {
      query: linksQuery,
      answers: {
        200: 'Some links, and `next`; a filter may leave few of many. Without `totals` where there are too many.',
        409: 'Its files are damaged, there are too many links to sort, or the place does not sort.',
      },
      of: linksOf,
      handle: async ({ own: { kind, record, row }, query, ports }) => {
        const filter = linkFilterOf(query, kind);
        if (query.format === 'csv') return await csvOf(ports, record.id, kind, filter);
        const page = await pageOf(ports, record.id, { kind, filter }, query);
        return row === undefined ? { links: [] } : page;
      },
    },
  ),
  route(
    'GET /crawls/{id}/link-domains',
    'Counts external links by the registrable domain that they lead to, also while the crawl runs.',
    {
      query: {
        ...linkFilter,
        sort: choice('`links` unless given.', domainSorts, 'links'),
        order: order('Of `sort`; `desc` unless given, of names `asc`.'),
        format: choice('`csv`: all domains.', ['json', 'csv'], 'json'),
        ...part(rowsOfPage, 0, isCount),
      },
      answers: {
        200: 'Some domains, sums over all of them as `totals`, and `next`.',
        409: 'Its files are damaged, there are too many links, or the place does not group.',
      },
      of: readableCrawl,
      handle: async ({ own: { record, row }, query, ports }) => {
        const filter = linkFilterOf(query, 'external');
        const { sort, limit: most, cursor: from } = query;
        const turned = query.order === undefined ? sort !== 'domain' : query.order === 'desc';
        const found =
          row === undefined ? [] : await demandViews(ports.linkViews).linkDomains(record.id, filter, mostRead);
        if (found === undefined) throw tooMany();
        const domains = sortedDomains(found, sort, turned);
        if (query.format === 'csv') return csvAnswer(domainsCsv(domains), 'links-domains.csv');
        const next = domains.length > from + most ? { next: cursorOf(from + most) } : {};
        return { domains: domains.slice(from, from + most), totals: domainTotals(domains), ...next };
      },
    },
  ),
  route('POST /crawls/{id}/links/{kind}/delete', 'Deletes links: they are not shown, written or claimed again.', {
    ...{ body: deletion, answers: { 200: 'How many were there.', ...damaged }, of: linksOf },
    handle: async asking => ({ deleted: await changeLinks('deleteLinks', asking) }),
  }),
  route('POST /crawls/{id}/links/{kind}/restore', 'Takes back a deletion; what the crawl did meanwhile stays.', {
    ...{ body: deletion, answers: { 200: 'How many were deleted.', ...damaged }, of: linksOf },
    handle: async asking => ({ restored: await changeLinks('restoreLinks', asking) }),
  }),
];

async function changeLinks(
  change: 'deleteLinks' | 'restoreLinks',
  { own: { kind, record, row }, body, ports }: Asking<unknown, z.infer<typeof deletionSchema>, OwnLinks>,
): Promise<number> {
  const { links } = await body();
  const work = async (): Promise<number> => await ports.links[change](record.id, kind, links);
  return row === undefined ? 0 : await withFiles(ports, record.id, row, work);
}

/** The files of a crawl at rest follow its tables of links. Throws `Problem` where the place cannot write them anew. */
async function withFiles(
  { service: { rewrites } }: HttpPorts,
  id: string,
  { state, spec }: CrawlRow,
  work: () => Promise<number>,
): Promise<number> {
  // A watch has no files of links; the files of a crawl that runs are yet to be written.
  if (state === 'running' || !crawlKind(spec).hasSegments) return await work();
  if (rewrites === undefined) throw new Problem(409, [refusal('links-at-rest')]);
  rewrites.mark(id, spec.formats);
  const changed = await work();
  // While files are being written it begins as soon as they are.
  if (changed === 0) rewrites.unmark(id);
  else if (state === 'finished') rewrites.begin(id);
  return changed;
}
