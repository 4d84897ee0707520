import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, asMessage, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { trueFalse, wholeNumber } from '../../../shared/domain/spec/fields/field-values.ts';
import { listText } from '../../../shared/domain/spec/sites/list-text.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { LabelService } from '../../../shared/place/label-service.ts';
import { seenBy, seenWhole } from '../../../shared/wings/publications/labels/blind-view.ts';
import { labelClasses, mostAnnotator, mostNote, samplings } from '../../../shared/wings/publications/labels/label.ts';
import {
  isLine,
  type LabelRecord,
  labelCsvHead,
  labelCsvLine,
  labelsOfCsv,
  labelsOfJsonLines,
} from '../../../shared/wings/publications/labels/label-record.ts';
import { unlisted } from '../../../shared/wings/publications/mentioned/unlisted.ts';
import { download, exportFormat, textWriter } from '../request/download.ts';
import { amount, cursor, type Field, field, toggle } from '../request/fields.ts';
import { isCount } from '../request/pages.ts';
import { Problem, toldRefusal } from '../request/problem.ts';
import { readBody } from '../request/read-request.ts';
import { bodyOf } from '../request/request-body.ts';
import { type Asked, notHere, type Route, route } from '../request/route.ts';
import { instant } from '../views/crawl-view.ts';
import { disputeView, judgedView, labelView } from '../views/label-view.ts';
import { ownWatch } from './watch-routes.ts';

const number = wholeNumber(1, 1_000_000_000, 'number');
const offset = wholeNumber(0, 1_000_000_000, 'UTF-16 units');
const lineOf = (most: number) => {
  const error = asMessage(allowance('line', { most }));
  return z.string({ error }).max(most, { error }).refine(isLine, { error });
};
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

const labelSchema = z.strictObject({
  ...subject,
  version: number,
  class: z.enum(labelClasses, { error: asMessage(allowance('one-of', { names: labelClasses })) }),
  adjudicates: trueFalse.default(false),
  sampling: z.enum(samplings, { error: asMessage(allowance('one-of', { names: samplings })) }).default('search'),
  shown: trueFalse.default(false),
  note: z.string({ error: noteError }).max(mostNote, { error: noteError }).optional(),
});

const undoSchema = z.strictObject(subject);

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

/** Throws `BadInput` for a name that cannot be shown. */
const line = (says: string, most: number): Field<string | undefined> =>
  field(says, { type: 'string', maxLength: most }, (name, text) => {
    if (text.length <= most && isLine(text)) return text;
    throw new BadInput([refusedValue(name, text.slice(0, most), allowance('line', { most }))]);
  });

const annotator = line('Who labels; the identity of the caller unless given.', mostAnnotator);

export const noLabels = { ...notHere, 409: 'This place keeps no labels.' };

/** The labels of experts for publications. */
export const labelRoutes: readonly Route[] = [
  route(
    'GET /watches/{id}/publications/{publication}/labels',
    'Shows the mentions of a publication, what the model says of each organization, what people say, and which class counts. Until the annotator has labelled an organization or a mention, this is hidden for it (`isBlind`), so that labels are blind.',
    {
      query: {
        annotator,
        all: toggle('Hides nothing, for who decides between labels.'),
        model: toggle('Shows what the model says before the own label too.'),
      },
      answers: { 200: 'Organizations, mentions, and all labels.', ...noLabels },
      of: ownLabels,
      handle: async ({ own: { id, labels }, query: { annotator: given, all, model }, context }) => {
        const text = context.req.param('publication') ?? '';
        const judged = /^[1-9]\d{0,8}$/.test(text) ? await labels.judged(id, Number(text)) : undefined;
        if (judged === undefined) throw new Problem(404, [refusal('no-such-publication')]);
        const seen = all ? seenWhole(judged) : seenBy(judged, annotatorOf(context, given));
        return judgedView(seen, await labels.names(id), model);
      },
    },
  ),
  route(
    'POST /watches/{id}/labels',
    'Adds a label of an organization in a publication, or of one mention of it (`place`). With `adjudicates` it decides between labels that disagree.',
    {
      body: bodyOf('The label; `version` is the text that was read.', labelSchema),
      answers: { 201: 'Its number.', 400: 'The text has changed since, or has no such mention.', ...noLabels },
      of: ownLabels,
      handle: async ({ own: { id, labels }, body, ports, context }) => {
        const { adjudicates, shown, annotator, place: at, note, ...order } = await body();
        const label = await labels.give(id, {
          ...order,
          ...defined({ place: at, note }),
          isAdjudication: adjudicates,
          isShown: shown,
          annotator: annotatorOf(context, annotator),
          at: ports.clock.now(),
        });
        return { label };
      },
    },
  ),
  route(
    'POST /watches/{id}/labels/undo',
    'Withdraws the newest label that an annotator gave a subject; the label before it counts again.',
    {
      body: bodyOf('The subject.', undoSchema),
      answers: { 200: 'The label that is withdrawn.', ...noLabels },
      of: ownLabels,
      handle: async ({ own: { id, labels }, body, ports, context }) => {
        const { annotator, place: at, ...order } = await body();
        const who = annotatorOf(context, annotator);
        const undone = await labels.undo(id, {
          ...order,
          ...defined({ place: at }),
          annotator: who,
          at: ports.clock.now(),
        });
        return { withdrawn: labelView(undone) };
      },
    },
  ),
  route(
    'GET /watches/{id}/labels/queue',
    'Draws what an annotator shall label next: half at random, a quarter where the model is uncertain, a quarter where it is polar; of copies only the first.',
    {
      query: {
        annotator,
        organization: line('Id of one organization.', 200),
        limit: amount('At most so many.', { usual: 20, most: 200 }),
      },
      answers: { 200: 'Subjects, each with how it was drawn.', ...noLabels },
      of: ownLabels,
      handle: async ({ own: { id, labels }, query: { annotator: given, organization, limit: most }, context }) => {
        const [{ items, considered, isCut }, names] = await Promise.all([
          labels.queue(id, { annotator: annotatorOf(context, given), most, ...defined({ organization }) }),
          labels.names(id),
        ]);
        if (organization !== undefined && !Object.hasOwn(names, organization))
          throw new BadInput([unlisted('organization', organization, Object.keys(names))]);
        const subjects = items.map(({ item, sampling, row }) => ({
          ...{ publication: item.publication, version: item.version, organization: item.organization },
          ...{ name: names[item.organization] ?? item.organization, sampling },
          ...{ title: row?.title ?? '', dated: row === undefined ? null : instant(row.publishedAt ?? row.firstSeenAt) },
        }));
        return { subjects, considered, isCut };
      },
    },
  ),
  route('GET /watches/{id}/labels/disputes', 'Lists subjects on which annotators disagree and nobody has decided.', {
    answers: { 200: 'Subjects with their labels.', ...noLabels },
    of: ownLabels,
    handle: async ({ own: { id, labels } }) => {
      const [disputes, names] = await Promise.all([labels.disputes(id), labels.names(id)]);
      return { disputes: disputes.map(each => disputeView(each, names)) };
    },
  }),
  route(
    'GET /watches/{id}/labels/export',
    'Gives all labels as a download: columns as in docs/formats/publications.md, "Labels".',
    {
      query: { format: exportFormat, cursor: cursor<number | undefined>(undefined, isCount) },
      type: 'application/octet-stream',
      answers: { 200: 'The file, or its next part; `Link` has the rest.', ...noLabels },
      of: ownLabels,
      handle: async ({ own: { id, labels }, query: { format, cursor: from }, ports, context }) => {
        const textOf = textWriter<LabelRecord>({ format }, { head: labelCsvHead, line: labelCsvLine });
        return await download<number>(ports, context, { name: 'labels', format, from }, async (after = 0) => {
          const records = await labels.records(id, after, exportedAtOnce);
          const last = records.length < exportedAtOnce ? undefined : records.at(-1)!.label;
          return { text: textOf(records, after === 0), rest: typeof last === 'number' ? last : undefined };
        });
      },
    },
  ),
  route(
    'POST /watches/{id}/labels/import',
    'Adds the labels of a file, which is the body. Rows that cannot be used are reported, and the others are added.',
    {
      query: { format: exportFormat },
      answers: { 200: 'How many were added, known already, refused; the first 100 faults.', ...noLabels },
      of: ownLabels,
      handle: async ({ own: { id, labels }, query: { format }, context }) => {
        const read = listText(await readBody(context.req.raw, { isList: true }));
        if (read === undefined) throw new Problem(400, [refusedValue('', 'the body', allowance('no-text'))]);
        const lines = format === 'csv' ? labelsOfCsv(read.text) : labelsOfJsonLines(read.text);
        const { added, repeated, faults } = await labels.add(id, lines);
        const told = faults.slice(0, faultsShown).map(({ fault }) => toldRefusal(fault));
        return { added, repeated, refused: faults.length, faults: told };
      },
    },
  ),
];

/** Labels that are in memory at once. */
const exportedAtOnce = 500;

/** Faults of one answer; the rest is counted. */
const faultsShown = 100;
