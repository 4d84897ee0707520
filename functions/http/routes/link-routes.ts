import type { Context } from 'hono';
import { z } from 'zod';
import {
  type LinkKey,
  type LinkKind,
  type LinkQuery,
  type LinkStatus,
  linkStatuses,
} from '../../../shared/domain/link-rows.ts';
import { type LinkType, linkTypes } from '../../../shared/domain/link-type.ts';
import { allowance, asMessage, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { cursorOf, pageSize, positionAt, rowsOfPage } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { readJson, readValue } from '../request/read-request.ts';
import { readableCrawl } from './crawl-routes.ts';
import { numberOf } from './site-routes.ts';

type Asked = Context<HttpEnv>;

export function addLinkRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/crawls/:id/links/:kind', async context => await listLinks(ports, context));
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
  const query = queryOf(context, kind);
  if (row === undefined) return context.json({ links: [] });
  const { links, next } = await ports.links.listLinks(record.id, kind, query);
  return context.json({ links, ...(next === undefined ? {} : { next: cursorOf(next) }) });
}

const mostText = 500;
const mostLevel = 1_000_000;

/** Throws `Problem`. */
function queryOf(context: Asked, kind: LinkKind): LinkQuery {
  const { site, text, level, status, type, deleted, limit, cursor } = context.req.query();
  if (text !== undefined && text.length > mostText)
    throw new Problem(400, [refusedValue('text', text.length, allowance('text-length', { most: mostText }))]);
  const after = positionAt<LinkKey | undefined>(cursor, undefined, isLinkKey);
  return {
    ...(site === undefined ? {} : { site: numberOf(site) }),
    ...(text === undefined || text === '' ? {} : { text }),
    ...(level === undefined ? {} : { level: levelOf(level) }),
    ...(status === undefined ? {} : { status: statusOf(status, kind) }),
    ...(type === undefined ? {} : { type: typeOf(type) }),
    ...(isDeleted(deleted) ? { deleted: true } : {}),
    ...(after === undefined ? {} : { after }),
    most: pageSize(limit, rowsOfPage),
  };
}

function levelOf(text: string): number {
  const level = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (level <= mostLevel) return level;
  throw new Problem(400, [refusedValue('level', text, allowance('level', { most: mostLevel }))]);
}

function statusOf(text: string, kind: LinkKind): LinkStatus {
  const status = kind === 'internal' ? linkStatuses.find(each => each === text) : undefined;
  if (status !== undefined) return status;
  const why = kind === 'internal' ? allowance('one-of', { names: linkStatuses }) : allowance('no-status');
  throw new Problem(400, [refusedValue('status', text, why)]);
}

function typeOf(text: string): LinkType {
  const type = linkTypes.find(each => each === text);
  if (type !== undefined) return type;
  throw new Problem(400, [refusedValue('type', text, allowance('one-of', { names: linkTypes }))]);
}

function isDeleted(text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true';
  throw new Problem(400, [refusedValue('deleted', text, allowance('one-of', { names: ['true', 'false'] }))]);
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
  const changed = row === undefined ? 0 : await ports.links[change](record.id, kind, links);
  return context.json(change === 'deleteLinks' ? { deleted: changed } : { restored: changed });
}
