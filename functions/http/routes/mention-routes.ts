import type { Context } from 'hono';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type MentionsAfter, positionAfter } from '../../../shared/wings/publications/export/mention-page.ts';
import {
  type MentionRecord,
  mentionCsvHead,
  mentionCsvLine,
} from '../../../shared/wings/publications/export/mention-records.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { demandListed } from '../request/listed-organization.ts';
import { cursorOf, isCount, positionAt } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { exportFormats, markOf, queryOf } from './publication-routes.ts';
import { ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;

export function addMentionRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/watches/:id/mentions/export', async context => await exportMentions(ports, context));
}

/** Mentions that are in memory at once. */
const exportedAtOnce = 500;
/** What a gateway that answers once and soon takes, as characters and as time. */
const mostPartCharacters = 2_000_000;
const mostPartMs = 15_000;
const types = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' };
type Format = keyof typeof types;

/** Each mention in the latest versions, the newest publication first. If there is a rest, it is at the address of `Link`. */
async function exportMentions(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const format = formatOf(context);
  const organization = context.req.query('organization');
  const { source, ...query } = queryOf(context);
  const asked = {
    ...query,
    ...{ confidence: 0, isNested: false },
    ...(source !== undefined && { sources: [source] }),
    ...(organization !== undefined && organization !== '' && { organization }),
  };
  const from = positionAt<MentionsAfter | undefined>(context.req.query('cursor'), undefined, isPosition);
  await demandListed(watches, id, organization);
  const parts = partsOf(async after => await watches.mentions(id, asked, exportedAtOnce, after), from);
  const first = await parts.next();
  const begin = format === 'csv' && from === undefined ? `${markOf(context)}${mentionCsvHead}` : '';
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
    headers: { ...headers, ...(rest !== undefined && { link: `<${url.search}>; rel="next"` }) },
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
  const { publication, datedAt, given } = Object(value) as Partial<Record<keyof MentionsAfter, unknown>>;
  return isCount(publication) && Number.isSafeInteger(datedAt) && isCount(given);
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
