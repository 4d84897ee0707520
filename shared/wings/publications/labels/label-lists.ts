import { defined } from '../../../domain/defined.ts';
import type { MentionedAfter, MentionedPublication } from '../store/mention-store.ts';
import type { PublicationRow } from '../store/publication-store.ts';
import { classOf } from '../tone/publication-tone.ts';
import { type Agreement, type AnnotatorPair, krippendorffAlpha, pairsOf, type Ratings } from './agreement.ts';
import { type LabelRow, subjectKey } from './label.ts';
import { type LabelStores, type ModelClass, queueSeed } from './label-desk.ts';
import { allLabels, type SecondOpinion } from './label-store.ts';
import { bySubject, type Opinion, opinionOf } from './opinion.ts';
import { type DrawnItem, drawQueue, type QueueItem } from './review-queue.ts';

/** Pairs of publication and organization that a queue is drawn from: the newest. */
const mostItems = 100_000;
const atOnce = 1_000;

export interface SubjectItem extends QueueItem {
  readonly version: number;
  /** The class of the model, where it has one. */
  readonly model?: ModelClass;
}

/** A subject that was drawn, and its publication as it is now. */
export interface QueuedSubject extends DrawnItem<SubjectItem> {
  readonly row: PublicationRow | undefined;
}

export interface LabelQueue {
  readonly items: readonly QueuedSubject[];
  /** Subjects of the watch that were considered; `isCut`: there are older ones, which were not. */
  readonly considered: number;
  readonly isCut: boolean;
}

/**
 * The next subjects for a person to label. The random part is the same for all annotators, so they meet; what the model chose is
 * for the first who comes. `annotator` has its own labels left out.
 */
export async function labelQueue(
  stores: LabelStores,
  {
    annotator,
    most,
    organizations,
  }: { readonly annotator: string; readonly most: number; readonly organizations?: readonly string[] },
): Promise<LabelQueue> {
  const { items: all, isCut } = await subjectItems(stores, organizations);
  const second = Map.groupBy((await stores.second?.secondOpinions()) ?? [], subjectOf);
  const items = all.map(item => withDisagreement(item, second.get(subjectOf(item)) ?? []));
  const byEach = new Map<string, readonly LabelRow[]>(bySubject(await allLabels(stores.labels)));
  const opinionsOf = ({ publication, version, organization: of }: SubjectItem): Opinion =>
    opinionOf(byEach.get(subjectKey({ publication, organization: of })) ?? [], version);
  const isOwn = (item: SubjectItem): boolean => opinionsOf(item).standing.some(row => row.annotator === annotator);
  const isDecided = (item: SubjectItem): boolean => opinionsOf(item).adjudication !== undefined;
  const isChosen = (item: SubjectItem): boolean => opinionsOf(item).standing.some(row => row.sampling !== 'random');
  const isDone = (item: SubjectItem): boolean => isOwn(item) || isDecided(item) || isChosen(item);
  const drawn = drawQueue(items, { seed: queueSeed, most, isDone }, items.filter(isOwn).length);
  const rows = drawn.map(async each => ({
    ...each,
    row: await stores.publications.publication(each.item.publication),
  }));
  return { items: await Promise.all(rows), considered: items.length, isCut };
}

async function subjectItems(
  { mentions }: LabelStores,
  organizations: readonly string[] | undefined,
): Promise<{ readonly items: readonly SubjectItem[]; readonly isCut: boolean }> {
  const items: SubjectItem[] = [];
  const query = { isOriginal: true, ...defined({ organizations }) };
  let after: MentionedAfter | undefined;
  do {
    const part: readonly MentionedPublication[] = await mentions.mentioned(query, atOnce, after);
    for (const each of part) if (each.certain > 0) items.push(itemOf(each));
    const last = part.at(-1);
    after = part.length < atOnce || last === undefined ? undefined : last;
  } while (after !== undefined && items.length < mostItems);
  return { items, isCut: after !== undefined };
}

function subjectOf(subject: Pick<SubjectItem, 'publication' | 'version' | 'organization'>) {
  return JSON.stringify([subject.publication, subject.version, subject.organization]);
}

/** Whether the model and other engines give the subject several classes. */
function withDisagreement(item: SubjectItem, second: readonly SecondOpinion[]): SubjectItem {
  if (second.length === 0) return item;
  const classes = [...second.map(each => each.class), ...(item.model === undefined ? [] : [item.model])];
  return { ...item, enginesDisagree: new Set(classes).size > 1 };
}

function itemOf({ publication, version, organization, tone }: MentionedPublication): SubjectItem {
  const subject = { publication, version, organization, cluster: publication };
  return tone === undefined ? subject : { ...subject, p: tone.p, model: classOf(tone, 0) };
}

/** A subject with its labels, and the publication as it is now. */
export interface LabelledSubject {
  readonly row: PublicationRow;
  readonly organization: string;
  readonly place: LabelRow['place'];
  readonly opinion: Opinion;
}

/** Every subject that has a label, in the order in which subjects got their first. Labels of publications that are not there are left out. */
export async function labelledSubjects(stores: LabelStores): Promise<readonly LabelledSubject[]> {
  const rows = new Map<number, PublicationRow | undefined>();
  const subjects: LabelledSubject[] = [];
  for (const labels of bySubject(await allLabels(stores.labels)).values()) {
    const { publication, organization, place } = labels[0]!;
    if (!rows.has(publication)) rows.set(publication, await stores.publications.publication(publication));
    const row = rows.get(publication);
    if (row !== undefined) subjects.push({ row, organization, place, opinion: opinionOf(labels, row.version) });
  }
  return subjects;
}

/** Subjects on which annotators disagree and nobody has decided. */
export async function disputes(stores: LabelStores): Promise<readonly LabelledSubject[]> {
  return (await labelledSubjects(stores)).filter(({ opinion }) => opinion.isDisputed);
}

export interface AnnotatorAgreement {
  readonly annotators: readonly { readonly name: string; readonly labels: number }[];
  readonly pairs: readonly AnnotatorPair[];
  readonly alpha: Agreement;
  /** Subjects on which nobody has decided yet. */
  readonly disputed: number;
}

/** How far annotators agree, on whole publications and on mentions. Stale labels are left out. */
export function agreementOf(subjects: readonly LabelledSubject[]): AnnotatorAgreement {
  const byAnnotator = new Map<string, Map<string, string>>();
  for (const { row, organization, place, opinion } of subjects)
    for (const label of opinion.blind) {
      const ratings = byAnnotator.get(label.annotator) ?? new Map<string, string>();
      ratings.set(
        subjectKey({ publication: row.id, organization, ...(place !== undefined && { place }) }),
        label.class!,
      );
      byAnnotator.set(label.annotator, ratings);
    }
  const ratings: ReadonlyMap<string, Ratings> = byAnnotator;
  return {
    annotators: [...ratings]
      .map(([name, { size }]) => ({ name, labels: size }))
      .toSorted((a, b) => b.labels - a.labels),
    pairs: pairsOf(ratings),
    alpha: krippendorffAlpha([...ratings.values()]),
    disputed: subjects.filter(({ opinion }) => opinion.isDisputed).length,
  };
}
