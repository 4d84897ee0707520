import { Readable } from 'node:stream';
import type { Context } from 'hono';
import * as z from 'zod';
import type { LinkFilter, LinkKey, LinkKind, LinkRow } from '../../../shared/domain/link-rows.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { allowance, asMessage, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { kindOf as crawlKind } from '../../../shared/domain/spec/crawl-kind.ts';
import type { HttpPorts, LinkViews } from '../../../shared/place/crawl-service.ts';
import { isDescending, isTrue, oneOf } from '../request/choices.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { linkFilterOf, linkSortOf } from '../request/link-query.ts';
import { cursorOf, isCount, pageSize, positionAt, rowsOfPage } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { readJson, readValue } from '../request/read-request.ts';
import { domainsCsv, linksCsv } from '../views/link-csv.ts';
import { domainSorts, domainTotals, sortedDomains } from '../views/link-domains.ts';
import { readableCrawl } from './crawl-routes.ts';

type Asked = Context<HttpEnv>;

export function addLinkRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/crawls/:id/links/:kind', async context => await listLinks(ports, context));
  app.get('/crawls/:id/link-domains', async context => await listDomains(ports, context));
  app.post('/crawls/:id/links/:kind/delete', async context => await changeLinks(ports, context, 'deleteLinks'));
  app.post('/crawls/:id/links/:kind/restore', async context => await changeLinks(ports, context, 'restoreLinks'));
}

const kinds: readonly string[] = ['internal', 'external', 'bad'] satisfies LinkKind[];

function kindOf(context: Asked): LinkKind {
  const kind = context.req.param('kind') ?? '';
  if (kinds.includes(kind)) return kind as LinkKind;
  throw new Problem(404, [refusedValue('', kind, allowance('link-kind', { names: kinds }))]);
}

async function listLinks(ports: HttpPorts, context: Asked): Promise<Response> {
  const kind = kindOf(context);
  const { record, row } = await readableCrawl(ports, context);
  const query = context.req.query();
  if (query['format'] === 'csv') return await csvOf(ports, record.id, kind, query);
  const page = await pageOf(ports, record.id, kind, query);
  return context.json(row === undefined ? { links: [] } : page);
}

/** Links that are sorted, counted or grouped for one answer, at most. */
const mostRead = 1_000_000;

/** By site and key, unless `sort` says otherwise; sums go with the first rows only. */
async function pageOf(
  { links, linkViews }: HttpPorts,
  id: string,
  kind: LinkKind,
  query: Readonly<Record<string, string>>,
): Promise<object> {
  const filter = linkFilterOf(query, kind);
  const most = pageSize(query['limit'], rowsOfPage);
  const sort = linkSortOf(query, kind);
  const turned = isDescending(query['order']);
  const withTotals = isTrue('totals', query['totals']) && linkViews !== undefined;
  const totals = withTotals ? await linkViews.linkTotals(id, kind, filter, mostRead) : undefined;
  const told = totals === undefined ? {} : { totals };
  if (sort === undefined) {
    const after = positionAt<LinkKey | undefined>(query['cursor'], undefined, isLinkKey);
    const page = await links.listLinks(id, kind, { ...filter, ...(after !== undefined && { after }), most });
    return { links: page.links, ...told, ...(page.next !== undefined && { next: cursorOf(page.next) }) };
  }
  const views = demandViews(linkViews);
  const from = positionAt(query['cursor'], 0, isCount);
  if ((totals ?? (await views.linkTotals(id, kind, filter, mostRead))) === undefined) throw tooMany();
  const rows = await views.sortedLinks(id, kind, { ...filter, sort, isDescending: turned, from, most: most + 1 });
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
async function csvOf(
  ports: HttpPorts,
  id: string,
  kind: LinkKind,
  query: Readonly<Record<string, string>>,
): Promise<Response> {
  demandViews(ports.linkViews);
  const filter = linkFilterOf(query, kind);
  const row = await ports.store.readCrawl(id);
  const names = new Map(row?.spec.sites.map(({ number, name }) => [number, name]));
  const text = linksCsv(kind, allLinks(ports, id, kind, filter), site => names.get(site) ?? '');
  return csvAnswer(Readable.toWeb(Readable.from(text)) as ReadableStream<Uint8Array>, `links-${kind}.csv`);
}

async function* allLinks(
  { links }: HttpPorts,
  id: string,
  kind: LinkKind,
  filter: LinkFilter,
): AsyncGenerator<LinkRow, void> {
  for (let after: LinkKey | undefined; ; ) {
    const query = { ...filter, ...(after !== undefined && { after }), most: rowsOfPage.most };
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

/** External links by the registrable domains that they lead to. */
async function listDomains(ports: HttpPorts, context: Asked): Promise<Response> {
  const { record, row } = await readableCrawl(ports, context);
  const query = context.req.query();
  const filter = linkFilterOf(query, 'external');
  const sort = query['sort'] === undefined ? 'links' : oneOf('sort', query['sort'], domainSorts);
  const turned = query['order'] === undefined ? sort !== 'domain' : isDescending(query['order']);
  const most = pageSize(query['limit'], rowsOfPage);
  const from = positionAt(query['cursor'], 0, isCount);
  const found = row === undefined ? [] : await demandViews(ports.linkViews).linkDomains(record.id, filter, mostRead);
  if (found === undefined) throw tooMany();
  const domains = sortedDomains(found, sort, turned);
  if (query['format'] === 'csv') return csvAnswer(domainsCsv(domains), 'links-domains.csv');
  const next = domains.length > from + most ? { next: cursorOf(from + most) } : {};
  return context.json({ domains: domains.slice(from, from + most), totals: domainTotals(domains), ...next });
}

function isLinkKey(value: unknown): value is LinkKey {
  const { site, key } = Object(value) as Record<string, unknown>;
  return Number.isSafeInteger(site) && typeof key === 'string';
}

const keyError = asMessage(allowance('link-key'));
const linksError = asMessage(allowance('links'));

/** Body of a deletion of links, and of its undoing. */
export const deletionSchema = z.strictObject({
  links: z
    .array(
      z.strictObject(
        {
          site: z.int({ error: keyError }).positive({ error: keyError }),
          key: z.string({ error: keyError }).min(1, { error: keyError }),
        },
        { error: keyError },
      ),
      { error: linksError },
    )
    .min(1, { error: linksError })
    .max(1_000, { error: linksError }),
});

async function changeLinks(
  ports: HttpPorts,
  context: Asked,
  change: 'deleteLinks' | 'restoreLinks',
): Promise<Response> {
  const kind = kindOf(context);
  const { record, row } = await readableCrawl(ports, context);
  const { links } = readValue(deletionSchema, await readJson(context.req.raw));
  const work = async (): Promise<number> => await ports.links[change](record.id, kind, links);
  const changed = row === undefined ? 0 : await withFiles(ports, record.id, row, work);
  return context.json(change === 'deleteLinks' ? { deleted: changed } : { restored: changed });
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
