import type { Context } from 'hono';
import { allowance, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type MentionsAfter, positionAfter } from '../../../shared/wings/publications/export/mention-page.ts';
import {
  type MentionRecord,
  mentionCsvHead,
  mentionCsvLine,
} from '../../../shared/wings/publications/export/mention-records.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { cursorOf, isCount, type PageSize, pageSize, positionAt } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { readJson } from '../request/read-request.ts';
import { instant } from '../views/crawl-view.ts';
import { countsMentions } from './mention-query.ts';
import { exportFormats, queryOf } from './publication-routes.ts';
import { organizationsOf } from './start-watch.ts';
import { ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;

export const organizationsOfPage: PageSize = { usual: 100, most: 1_000 };

export function addMentionRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/watches/:id/organizations', async context => await listOrganizations(ports, context));
  app.put('/watches/:id/organizations', async context => await setOrganizations(ports, context));
  app.delete('/watches/:id/organizations', async context => await removeOrganizations(ports, context));
  app.get('/watches/:id/mentions/export', async context => await exportMentions(ports, context));
}

/** The list of the watch, with the models that told tones and, on the first page, how much is searched. */
async function listOrganizations(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const most = pageSize(context.req.query('limit'), organizationsOfPage);
  const from = positionAt(context.req.query('cursor'), 0, isCount);
  const list = await countsMentions(watches.organizations)(id, from === 0);
  if (list === undefined) throw new Problem(404, [refusal('no-organizations-here')]);
  const { digest, setAt, organizations, models, searched } = list;
  return context.json({
    ...{ digest, set: instant(setAt), count: organizations.length, models },
    ...(searched === undefined ? {} : { searched }),
    organizations: organizations.slice(from, from + most),
    ...(organizations.length > from + most ? { next: cursorOf(from + most) } : {}),
  });
}

async function setOrganizations(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const body = await readJson(context.req.raw, { isList: true });
  const organizations = organizationsOf((body as Readonly<Record<string, unknown>>)['organizations']);
  const digest = await countsMentions(watches.setOrganizations)(id, organizations);
  return context.json({ digest, count: organizations.length }, 202);
}

/** Mentions that were found stay. */
async function removeOrganizations(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  await countsMentions(watches.setOrganizations)(id, []);
  return context.body(null, 204);
}

/** Mentions that are in memory at once. */
const exportedAtOnce = 500;
/** What a gateway that answers once and soon takes, as characters and as time. */
const mostPartCharacters = 2_000_000;
const mostPartMs = 15_000;
const types = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' };
type Format = keyof typeof types;

/** Each mention in the latest versions, the newest publication first. Where there is a rest, it is at the address of `Link`. */
async function exportMentions(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const format = formatOf(context);
  const organization = context.req.query('organization');
  const { source, ...query } = queryOf(context);
  const asked = {
    ...query,
    ...{ confidence: 0, isNested: false },
    ...(source === undefined ? {} : { sources: [source] }),
    ...(organization === undefined || organization === '' ? {} : { organization }),
  };
  const read = countsMentions(watches.mentions);
  const from = positionAt<MentionsAfter | undefined>(context.req.query('cursor'), undefined, isPosition);
  const parts = partsOf(async after => await read(id, asked, exportedAtOnce, after), from);
  const first = await parts.next();
  const begin = format === 'csv' && from === undefined ? mentionCsvHead : '';
  const headers = { 'content-type': types[format], 'content-disposition': `attachment; filename="mentions.${format}"` };
  if (ports.service.isLive) return new Response(streamOf(begin, format, first, parts), { headers });
  const end = performance.now() + mostPartMs;
  let text = begin;
  let rest: MentionsAfter | undefined;
  for (let part = first; part.done !== true; part = await parts.next()) {
    text += linesOf(part.value.records, format);
    rest = part.value.rest;
    if (rest !== undefined && (text.length > mostPartCharacters || performance.now() > end)) break;
  }
  const url = new URL(context.req.url);
  if (rest !== undefined) url.searchParams.set('cursor', cursorOf(rest));
  return new Response(text, {
    headers: { ...headers, ...(rest === undefined ? {} : { link: `<${url.search}>; rel="next"` }) },
  });
}

/** Throws `Problem`. */
function formatOf(context: Asked): Format {
  const asked = context.req.query('format') ?? 'jsonl';
  const format = exportFormats.find(each => each === asked);
  if (format !== undefined) return format;
  throw new Problem(400, [refusedValue('format', asked, allowance('one-of', { names: exportFormats }))]);
}

function isPosition(value: unknown): value is MentionsAfter {
  const { publication, given } = Object(value) as Partial<Record<keyof MentionsAfter, unknown>>;
  return isCount(publication) && isCount(given);
}

interface Part {
  readonly records: readonly MentionRecord[];
  /** Where the next part begins; undefined behind the last one. */
  readonly rest: MentionsAfter | undefined;
}

async function* partsOf(
  read: (after: MentionsAfter | undefined) => Promise<readonly MentionRecord[]>,
  from: MentionsAfter | undefined,
): AsyncGenerator<Part, void> {
  let after = from;
  do {
    const records = await read(after);
    after = records.length < exportedAtOnce ? undefined : positionAfter(records, after);
    yield { records, rest: after };
  } while (after !== undefined);
}

function linesOf(records: readonly MentionRecord[], format: Format): string {
  return records.map(each => (format === 'csv' ? mentionCsvLine(each) : `${JSON.stringify(each)}\n`)).join('');
}

function streamOf(
  begin: string,
  format: Format,
  first: IteratorResult<Part, void>,
  rest: AsyncGenerator<Part, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: controller =>
      controller.enqueue(encoder.encode(begin + (first.done === true ? '' : linesOf(first.value.records, format)))),
    pull: async controller => {
      const { done, value } = await rest.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(linesOf(value.records, format)));
    },
    cancel: async () => void (await rest.return()),
  });
}
