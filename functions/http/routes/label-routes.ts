import type { Context } from 'hono';
import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, asMessage, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { listText } from '../../../shared/domain/spec/sites/list-text.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { LabelService } from '../../../shared/place/label-service.ts';
import { seenBy, seenWhole } from '../../../shared/wings/publications/labels/blind-view.ts';
import { labelClasses, mostAnnotator, mostNote, samplings } from '../../../shared/wings/publications/labels/label.ts';
import {
  type LabelRecord,
  labelCsvHead,
  labelCsvLine,
  labelsOfCsv,
  labelsOfJsonLines,
} from '../../../shared/wings/publications/labels/label-record.ts';
import { isTrue } from '../request/choices.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { notListed } from '../request/listed-organization.ts';
import { cursorOf, isCount, type PageSize, pageSize, positionAt } from '../request/pages.ts';
import { Problem, toldRefusal } from '../request/problem.ts';
import { readBody, readJson, readValue } from '../request/read-request.ts';
import { instant } from '../views/crawl-view.ts';
import { disputeView, judgedView, labelView } from '../views/label-view.ts';
import { exportFormats } from './publication-routes.ts';
import { ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;

export const subjectsOfQueue: PageSize = { usual: 20, most: 200 };

export function addLabelRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/watches/:id/publications/:publication/labels', async context => await showLabels(ports, context));
  app.post('/watches/:id/labels', async context => await giveLabel(ports, context));
  app.post('/watches/:id/labels/undo', async context => await undoLabel(ports, context));
  app.get('/watches/:id/labels/queue', async context => await showQueue(ports, context));
  app.get('/watches/:id/labels/disputes', async context => await showDisputes(ports, context));
  app.get('/watches/:id/labels/export', async context => await exportLabels(ports, context));
  app.post('/watches/:id/labels/import', async context => await importLabels(ports, context));
}

const numberError = asMessage(allowance('whole-number', { least: 1, most: 1_000_000_000, of: 'number' }));
const number = z.int({ error: numberError }).min(1, { error: numberError }).max(1_000_000_000, { error: numberError });
const offsetError = asMessage(allowance('whole-number', { least: 0, most: 1_000_000_000, of: 'UTF-16 units' }));
const offset = z.int({ error: offsetError }).min(0, { error: offsetError }).max(1_000_000_000, { error: offsetError });
const lineOf = (most: number) => {
  const error = asMessage(allowance('line', { most }));
  return z
    .string({ error })
    .max(most, { error })
    .refine(text => isName(text), { error });
};

/** As a file of labels may have it. */
function isName(text: string): boolean {
  return (
    text.trim() === text &&
    text !== '' &&
    text.isWellFormed() &&
    !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)
  );
}
const truthError = asMessage(allowance('true-false'));
const truth = z.boolean({ error: truthError });
const noteError = asMessage(allowance('most-characters', { most: mostNote }));
const place = z.strictObject(
  {
    field: z.enum(['title', 'text'], { error: asMessage(allowance('one-of', { names: ['title', 'text'] })) }),
    start: offset,
    end: offset,
  },
  { error: asMessage(allowance('mapping', { of: 'with field, start and end' })) },
);
const subject = {
  publication: number,
  organization: lineOf(200),
  place: place.optional(),
  annotator: lineOf(mostAnnotator).optional(),
};

/** Body of a label. */
export const labelSchema = z.strictObject({
  ...subject,
  version: number,
  class: z.enum(labelClasses, { error: asMessage(allowance('one-of', { names: labelClasses })) }),
  adjudicates: truth.default(false),
  sampling: z.enum(samplings, { error: asMessage(allowance('one-of', { names: samplings })) }).default('search'),
  shown: truth.default(false),
  note: z.string({ error: noteError }).max(mostNote, { error: noteError }).optional(),
});

/** Body of an undoing. */
export const undoSchema = z.strictObject(subject);

interface OwnLabels {
  readonly id: string;
  readonly labels: LabelService;
}

/** Throws the 404 of a watch that is not there, and 409 where the place keeps no labels. */
export async function ownLabels(ports: HttpPorts, context: Asked): Promise<OwnLabels> {
  const { id } = await ownWatch(ports, context);
  if (ports.labels === undefined) throw new Problem(409, [refusal('no-labels-here')]);
  return { id, labels: ports.labels };
}

/** A name that was chosen, or the identity by which the API knows who asks. */
export function annotatorOf(context: Asked, chosen: string | undefined): string {
  return chosen ?? context.env.owner.slice(-mostAnnotator);
}

async function showLabels(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const text = context.req.param('publication') ?? '';
  const judged = /^[1-9]\d{0,8}$/.test(text) ? await labels.judged(id, Number(text)) : undefined;
  if (judged === undefined) throw new Problem(404, [refusal('no-such-publication')]);
  const { annotator, all, model } = context.req.query();
  const who = annotatorOf(context, nameOf('annotator', annotator, mostAnnotator));
  const seen = isTrue('all', all) ? seenWhole(judged) : seenBy(judged, who);
  return context.json(judgedView(seen, await labels.names(id), isTrue('model', model)));
}

async function giveLabel(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const {
    adjudicates,
    shown,
    annotator,
    place: at,
    note,
    ...order
  } = readValue(labelSchema, await readJson(context.req.raw));
  const label = await labels.give(id, {
    ...order,
    ...defined({ place: at, note }),
    isAdjudication: adjudicates,
    isShown: shown,
    annotator: annotatorOf(context, annotator),
    at: ports.clock.now(),
  });
  return context.json({ label }, 201);
}

async function undoLabel(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const { annotator, place: at, ...order } = readValue(undoSchema, await readJson(context.req.raw));
  const who = annotatorOf(context, annotator);
  const undone = await labels.undo(id, { ...order, ...defined({ place: at }), annotator: who, at: ports.clock.now() });
  return context.json({ withdrawn: labelView(undone) });
}

/** Throws `BadInput` for a name that cannot be shown. */
function nameOf(field: string, text: string | undefined, most: number): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (text.length <= most && isName(text)) return text;
  throw new BadInput([refusedValue(field, text.slice(0, most), allowance('line', { most }))]);
}

async function showQueue(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const query = context.req.query();
  const annotator = annotatorOf(context, nameOf('annotator', query['annotator'], mostAnnotator));
  const organization = nameOf('organization', query['organization'], 200);
  const most = pageSize(query['limit'], subjectsOfQueue);
  const [{ items, considered, isCut }, names] = await Promise.all([
    labels.queue(id, { annotator, most, ...defined({ organization }) }),
    labels.names(id),
  ]);
  if (organization !== undefined && !Object.hasOwn(names, organization)) throw notListed(organization);
  const subjects = items.map(({ item, sampling, row }) => ({
    ...{ publication: item.publication, version: item.version, organization: item.organization },
    ...{ name: names[item.organization] ?? item.organization, sampling },
    ...{ title: row?.title ?? '', dated: row === undefined ? null : instant(row.publishedAt ?? row.firstSeenAt) },
  }));
  return context.json({ subjects, considered, isCut });
}

async function showDisputes(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const [disputes, names] = await Promise.all([labels.disputes(id), labels.names(id)]);
  return context.json({ disputes: disputes.map(each => disputeView(each, names)) });
}

function formatOf(context: Asked): (typeof exportFormats)[number] {
  const asked = context.req.query('format') ?? 'jsonl';
  const format = exportFormats.find(each => each === asked);
  if (format !== undefined) return format;
  throw new Problem(400, [refusedValue('format', asked, allowance('one-of', { names: exportFormats }))]);
}

const types = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' };
const exportedAtOnce = 500;

/** All labels, as a download that is written while they are read. */
async function exportLabels(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const format = formatOf(context);
  const lineOfRecord = format === 'csv' ? labelCsvLine : (record: LabelRecord) => `${JSON.stringify(record)}\n`;
  const name = `attachment; filename="labels.${format}"`;
  const headers = { 'content-type': types[format], 'content-disposition': name };
  const from = positionAt(context.req.query('cursor'), 0, isCount);
  const first = await labels.records(id, from, exportedAtOnce);
  const last = first.at(-1)?.label;
  if (!ports.service.isLive) {
    // A gateway that answers once takes a part; the rest is at the address of `Link`.
    const url = new URL(context.req.url);
    const hasMore = first.length === exportedAtOnce && typeof last === 'number';
    if (hasMore) url.searchParams.set('cursor', cursorOf(last));
    const text = (format === 'csv' && from === 0 ? labelCsvHead : '') + first.map(lineOfRecord).join('');
    return new Response(text, { headers: { ...headers, ...(hasMore && { link: `<${url.search}>; rel="next"` }) } });
  }
  const encoder = new TextEncoder();
  let part = first;
  const body = new ReadableStream<Uint8Array>({
    start: controller =>
      controller.enqueue(
        encoder.encode((format === 'csv' && from === 0 ? labelCsvHead : '') + first.map(lineOfRecord).join('')),
      ),
    pull: async controller => {
      const last = part.at(-1)?.label;
      if (part.length < exportedAtOnce || typeof last !== 'number') return controller.close();
      part = await labels.records(id, last, exportedAtOnce);
      controller.enqueue(encoder.encode(part.map(lineOfRecord).join('')));
    },
  });
  return new Response(body, { headers });
}

/** Faults of one answer; the rest is counted. */
const faultsShown = 100;

async function importLabels(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const format = formatOf(context);
  const read = listText(await readBody(context.req.raw, { isList: true }));
  if (read === undefined) throw new Problem(400, [refusedValue('', 'the body', allowance('no-text'))]);
  const lines = format === 'csv' ? labelsOfCsv(read.text) : labelsOfJsonLines(read.text);
  const { added, repeated, faults } = await labels.add(id, lines);
  const told = faults.slice(0, faultsShown).map(({ fault }) => toldRefusal(fault));
  return context.json({ added, repeated, refused: faults.length, faults: told });
}
