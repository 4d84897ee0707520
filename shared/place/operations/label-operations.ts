/** The operations on what people say of publications, in any place and through any door. */
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import { allowance, asMessage, BadInput, englishSentence, refusal } from '../../domain/refusal/refusal.ts';
import { limitOf, oneOf, trueFalse, wholeNumber } from '../../domain/spec/fields/field-values.ts';
import { seenBy, seenWhole } from '../../wings/publications/labels/blind-view.ts';
import { labelClasses, mostAnnotator, mostNote, samplings } from '../../wings/publications/labels/label.ts';
import { giveLabel, judgedPublication, undoLabel } from '../../wings/publications/labels/label-desk.ts';
import { agreementOf, labelledSubjects, labelQueue } from '../../wings/publications/labels/label-lists.ts';
import {
  isLine,
  type LabelRecord,
  labelsOfCsv,
  labelsOfJsonLines,
} from '../../wings/publications/labels/label-record.ts';
import { exportedLabels, importLabels } from '../../wings/publications/labels/label-transfer.ts';
import { listedIds } from '../../wings/publications/mentioned/unlisted.ts';
import type { StoreOperation } from '../operation.ts';
import type { OpenLabels } from '../stores-place.ts';
import { disputeView, judgedView, labelView, type OrganizationNames } from './label-answers.ts';
import { fails } from './source-operations.ts';

/** A name that can be shown. */
const line = (most: number) => {
  const error = asMessage(allowance('line', { most }));
  return z.string({ error }).max(most, { error }).refine(isLine, { error });
};
const annotator = line(mostAnnotator).optional().describe('Who labels; the identity of the caller unless given.');
const number = wholeNumber(1, 1_000_000_000, 'number');
const offset = wholeNumber(0, 1_000_000_000, 'UTF-16 units');
const noteError = asMessage(allowance('most-characters', { most: mostNote }));
const place = z.strictObject(
  { field: oneOf(['title', 'text']), start: offset, end: offset },
  { error: asMessage(allowance('mapping', { of: 'with field, start and end' })) },
);
const subject = {
  publication: number,
  organization: line(200),
  place: place.optional(),
  annotator: line(mostAnnotator).optional(),
};

/** Names of the organizations of the watch, by id. */
async function namesIn({ mentions }: Pick<OpenLabels, 'mentions'>): Promise<OrganizationNames> {
  const list = await mentions.organizationList();
  return Object.fromEntries((list?.organizations ?? []).map(({ id, name }) => [id, name]));
}

const seeingInput = z.strictObject({
  annotator,
  all: trueFalse.optional().describe('Hides nothing, for who decides between labels.'),
});
const publicationInput = seeingInput.extend({
  publication: z.string(),
  model: trueFalse.optional().describe('Shows what the model says before the own label too.'),
});

export const showLabels: StoreOperation<z.infer<typeof publicationInput>, ReturnType<typeof judgedView>> = {
  thread: 'quick',
  at: 'GET /watches/{id}/publications/{publication}/labels',
  says: 'Shows the mentions of a publication, what the model says of each organization, what people say, and which class counts. Until the annotator has labelled an organization or a mention, this is hidden for it (`isBlind`), so that labels are blind.',
  ...{ input: publicationInput },
  answers: { 200: 'Organizations, mentions, and all labels.', ...fails },
  refuses: { 'no-such-publication': 404 },
  run: async ({ read, by }, watch, { publication, annotator: who = by, all, model }) =>
    await read(watch, async stores => {
      const isNumber = /^[1-9]\d{0,8}$/.test(publication);
      const judged = isNumber ? await judgedPublication(stores, Number(publication)) : undefined;
      if (judged === undefined) throw new BadInput([refusal('no-such-publication')]);
      return judgedView(all ? seenWhole(judged) : seenBy(judged, who), await namesIn(stores), model === true);
    }),
};

const labelInput = z.strictObject({
  ...subject,
  version: number,
  class: oneOf(labelClasses),
  adjudicates: trueFalse.default(false),
  sampling: oneOf(samplings).default('search'),
  shown: trueFalse.default(false),
  note: z.string({ error: noteError }).max(mostNote, { error: noteError }).optional(),
});

export const addLabel: StoreOperation<z.infer<typeof labelInput>, { readonly label: number }> = {
  thread: 'quick',
  at: 'POST /watches/{id}/labels',
  says: 'Adds a label of an organization in a publication, or of one mention of it (`place`). With `adjudicates` it decides between labels that disagree.',
  ...{ input: labelInput, body: 'The label; `version` is the text that was read.' },
  answers: { 201: 'Its number.', 400: 'The text has changed since, or has no such mention.', ...fails },
  run: async ({ changed, by, now }, watch, { adjudicates, shown, annotator: who = by, place: of, note, ...order }) => {
    const given = { ...order, ...defined({ place: of, note }), annotator: who, at: now() };
    const label = { ...given, isAdjudication: adjudicates, isShown: shown };
    return { label: await changed(watch, async stores => await giveLabel(stores, label)) };
  },
};

const undoInput = z.strictObject(subject);

export const takeLabelBack: StoreOperation<z.infer<typeof undoInput>, { withdrawn: ReturnType<typeof labelView> }> = {
  thread: 'quick',
  at: 'POST /watches/{id}/labels/undo',
  says: 'Withdraws the newest label that an annotator gave a subject; the label before it counts again.',
  ...{ input: undoInput, body: 'The subject.' },
  answers: { 200: 'The label that is withdrawn.', ...fails },
  run: async ({ changed, by, now }, watch, { annotator: who = by, place: of, ...order }) => {
    const undone = { ...order, ...defined({ place: of }), annotator: who, at: now() };
    return { withdrawn: labelView(await changed(watch, async stores => await undoLabel(stores, undone))) };
  },
};

const queueInput = z.strictObject({
  annotator,
  organization: z.array(line(200)).optional().describe('Ids of organizations.'),
  limit: limitOf(200, 20).describe('At most so many.'),
  model: trueFalse
    .optional()
    .describe('Also the probabilities of the model, which annotators should not see before they label.'),
});

interface Queue {
  readonly subjects: readonly {
    readonly publication: number;
    readonly version: number;
    readonly organization: string;
    readonly name: string;
    readonly sampling: string;
    readonly p?: Readonly<Record<string, number>> | null;
    readonly title: string;
    readonly url: string;
    /** ISO 8601. */
    readonly dated: string | null;
  }[];
  readonly considered: number;
  readonly isCut: boolean;
}

export const showQueue: StoreOperation<z.infer<typeof queueInput>, Queue> = {
  thread: 'slow',
  at: 'GET /watches/{id}/labels/queue',
  says: 'Draws what an annotator shall label next: half at random, a quarter where the model is uncertain, a quarter where it is polar; of copies only the first.',
  ...{ input: queueInput, answers: { 200: 'Subjects, each with how it was drawn.', ...fails } },
  run: async ({ read, bounds, by }, watch, { annotator: who = by, organization = [], limit: most, model }) =>
    await read(watch, async stores => {
      const names = await namesIn(stores);
      await bounds?.demandCountable(stores.publications);
      const organizations = listedIds(organization, Object.keys(names));
      const order = { annotator: who, most, ...(organizations.length > 0 && { organizations }) };
      const { items, considered, isCut } = await labelQueue(stores, order);
      const subjects = items.map(({ item: { publication, version, organization: of, p }, sampling, row }) => ({
        ...{ publication, version, organization: of, name: names[of] ?? of, sampling },
        ...(model === true && { p: p ?? null }),
        ...{ title: row?.title ?? '', url: row?.identity ?? '' },
        dated: row === undefined ? null : new Date(row.publishedAt ?? row.firstSeenAt).toISOString(),
      }));
      return { subjects, considered, isCut };
    }),
};

interface Disputes {
  readonly disputes: readonly ReturnType<typeof disputeView>[];
  readonly agreement: ReturnType<typeof agreementOf>;
}

export const listDisputes: StoreOperation<z.infer<typeof seeingInput>, Disputes> = {
  thread: 'slow',
  at: 'GET /watches/{id}/labels/disputes',
  says: 'Lists subjects on which annotators disagree and nobody has decided, and says how far annotators agree. Until the annotator has labelled a subject, its labels are left out.',
  ...{ input: seeingInput, answers: { 200: 'Subjects with their labels, and the agreement.', ...fails } },
  run: async ({ read, by }, watch, { annotator: who = by, all }) =>
    await read(watch, async stores => {
      const [subjects, names] = [await labelledSubjects(stores), await namesIn(stores)];
      const views = subjects.flatMap(each => (each.opinion.isDisputed ? [disputeView(each, names)] : []));
      const isOpen = ({ labels }: (typeof views)[number]) =>
        all === true || labels.some(each => each.annotator === who);
      return {
        disputes: views.map(each => (isOpen(each) ? each : { ...each, labels: [] })),
        agreement: agreementOf(subjects),
      };
    }),
};

const partInput = z.strictObject({ after: z.int(), most: z.int() });

/** Some labels behind one; the API gives them in a file. */
export const readLabels: StoreOperation<z.infer<typeof partInput>, readonly LabelRecord[]> = {
  thread: 'slow',
  at: 'GET /watches/{id}/labels/export',
  says: 'Gives all labels as a download: columns as in docs/formats/publications.md, "Labels".',
  ...{ input: partInput, answers: { 200: 'The file, or its next part; `Link` has the rest.', ...fails } },
  run: async ({ read }, watch, { after, most }) =>
    await read(watch, async stores => {
      const records: LabelRecord[] = [];
      for await (const record of exportedLabels(stores, after)) {
        records.push(record);
        if (records.length === most) break;
      }
      return records;
    }),
};

const fileInput = z.strictObject({
  format: oneOf(['jsonl', 'csv']).default('jsonl').describe('How.'),
  text: z.string(),
});

export interface ImportedLabels {
  readonly added: number;
  readonly repeated: number;
  readonly refused: number;
  /** The first refusals. */
  readonly faults: readonly { readonly code: string; readonly message: string }[];
  /** Ids of organizations that the list of the watch lacks, such as mistyped ids. */
  readonly unlisted: readonly string[];
}

/** Faults of one answer; the rest is counted. */
const faultsShown = 1_000;

export const importLabelFile: StoreOperation<z.infer<typeof fileInput>, ImportedLabels> = {
  thread: 'slow',
  at: 'POST /watches/{id}/labels/import',
  says: 'Adds the labels of a file, which is the body. Rows that cannot be used are reported, and the others are added.',
  ...{ input: fileInput, isFile: true },
  answers: {
    200: 'How many were added, known already, refused; the first 1,000 faults; `unlisted` organizations.',
    ...fails,
  },
  run: async ({ changed, now }, watch, { format, text }) => {
    const lines = format === 'csv' ? labelsOfCsv(text) : labelsOfJsonLines(text);
    return await changed(watch, async stores => {
      const { added, repeated, faults } = await importLabels(stores, stores.book, lines, now());
      const names = await namesIn(stores);
      const named = new Set(lines.flatMap(each => (each.fault === undefined ? [each.record.organization] : [])));
      return {
        ...{ added, repeated, refused: faults.length },
        faults: faults.slice(0, faultsShown).map(({ fault }) => ({ ...fault, message: englishSentence(fault) })),
        unlisted: [...named].filter(id => !Object.hasOwn(names, id)).toSorted(),
      };
    });
  },
};
