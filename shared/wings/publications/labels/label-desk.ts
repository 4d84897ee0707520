import { allowance, BadInput, refusedValue } from '../../../domain/refusal/refusal.ts';
import type { MentionedPublication, MentionStore, StoredMention } from '../store/mention-store.ts';
import type { PublicationRow, PublicationStore } from '../store/publication-store.ts';
import { classOf } from '../tone/publication-tone.ts';
import { type LabelClass, type LabelRow, type LabelSubject, type NewLabel, subjectKey } from './label.ts';
import type { LabelStore, SecondOpinion, SecondTone, SecondToneStore } from './label-store.ts';
import { bySubject, type EffectiveClass, effectiveClass, lastOwnLabel, type Opinion, opinionOf } from './opinion.ts';
import { isForRandom } from './review-queue.ts';

export interface LabelStores {
  readonly publications: Pick<PublicationStore, 'publication' | 'text' | 'versions'>;
  readonly mentions: Pick<MentionStore, 'mentions' | 'mentioned' | 'organizationList'>;
  readonly labels: LabelStore;
  /** Absent in an account. */
  readonly second?: SecondToneStore;
}

/** All watches draw alike: the parts of the random sample stay what they are. */
export const queueSeed = 'orbweaver';

export type ModelClass = 'negative' | 'neutral' | 'positive' | 'unclassified';

/** The judgements on an organization in a publication: the model's word and the people's. */
export interface JudgedOrganization {
  readonly organization: string;
  readonly model: ModelClass;
  /** Probabilities of the model's classes; undefined if it says nothing. */
  readonly p: MentionFigures | undefined;
  /** Opinions of other engines. */
  readonly seconds: readonly SecondOpinion[];
  readonly opinion: Opinion;
  readonly effective: EffectiveClass<ModelClass>;
}

type MentionFigures = Readonly<Record<'negative' | 'neutral' | 'positive', number>>;

export interface JudgedMention {
  readonly mention: StoredMention;
  /** Answers of other engines. */
  readonly seconds: readonly SecondTone[];
  readonly opinion: Opinion;
}

export interface JudgedPublication {
  readonly row: PublicationRow;
  readonly mentions: readonly JudgedMention[];
  readonly organizations: readonly JudgedOrganization[];
  /** Every label of the publication, in the order in which they came. */
  readonly history: readonly LabelRow[];
}

/** The judgements of people and model on a publication, as its latest version is; undefined if there is no such publication. */
export async function judgedPublication(stores: LabelStores, id: number): Promise<JudgedPublication | undefined> {
  const row = await stores.publications.publication(id);
  if (row === undefined) return undefined;
  const [mentions, mentioned, history, tones = [], opinions = []] = await Promise.all([
    stores.mentions.mentions(id, row.version),
    mentionedIn(stores, [id]),
    stores.labels.labelsOf(id),
    stores.second?.secondTones(id, row.version),
    stores.second?.secondOpinions(id),
  ]);
  const subjects = bySubject(history);
  const judged = mentions
    .filter(({ status }) => status !== 'rejected')
    .map(mention => ({
      ...{ mention, opinion: mentionOpinion(subjects, mention, row) },
      seconds: tones.filter(each => each.tone !== undefined && isAt(each, mention)),
    }));
  const named = new Set([...mentioned.map(each => each.organization), ...history.map(each => each.organization)]);
  return {
    row,
    mentions: judged,
    organizations: [...named].toSorted().map(organization => {
      const figures = mentioned.find(each => each.organization === organization);
      const opinion = opinionOf(subjects.get(subjectKey({ publication: id, organization })) ?? [], row.version);
      const isOwn = (each: SecondOpinion): boolean =>
        each.organization === organization && each.version === row.version;
      return {
        ...judgedOrganization(organization, figures, { opinion, mentions: judged }),
        seconds: opinions.filter(isOwn),
      };
    }),
    history,
  };
}

function isAt(one: Pick<SecondTone, 'organization' | 'field' | 'start'>, other: typeof one): boolean {
  return one.organization === other.organization && one.field === other.field && one.start === other.start;
}

function mentionOpinion(
  subjects: ReadonlyMap<string, readonly LabelRow[]>,
  { organization, field, start, end }: StoredMention,
  { id, version }: PublicationRow,
): Opinion {
  const place = { field, start, end };
  return opinionOf(subjects.get(subjectKey({ publication: id, organization, place })) ?? [], version);
}

function judgedOrganization(
  organization: string,
  tones: MentionedPublication | undefined,
  { opinion, mentions }: { readonly opinion: Opinion; readonly mentions: readonly JudgedMention[] },
): Omit<JudgedOrganization, 'seconds'> {
  const counted = mentions.filter(({ mention }) => mention.organization === organization && isCounted(mention));
  const model = modelClass(tones);
  const said = counted.map(each => each.opinion.class);
  return { organization, model, p: tones?.tone?.p, opinion, effective: effectiveClass(opinion, said, model) };
}

export function isCounted({ status, nestedIn }: Pick<StoredMention, 'status' | 'nestedIn'>): boolean {
  return (status === 'certain' || status === 'confirmed') && nestedIn === null;
}

/** The class of the model where no confidence is requested. */
export function modelClass(tones: Pick<MentionedPublication, 'tone'> | undefined): ModelClass {
  return tones?.tone === undefined ? 'unclassified' : classOf(tones.tone, 0);
}

async function mentionedIn(
  stores: LabelStores,
  publications: readonly number[],
): Promise<readonly MentionedPublication[]> {
  return await stores.mentions.mentioned({ publications }, mostOrganizations);
}

const mostOrganizations = 10_000;

/** A label as a person gives it. */
export interface LabelOrder
  extends LabelSubject,
    Pick<NewLabel, 'isAdjudication' | 'annotator' | 'at' | 'sampling' | 'note'> {
  readonly class: LabelClass;
  /** The person saw what the model says. */
  readonly isShown: boolean;
}

/**
 * Adds a label, with what the model said at that moment; gives its number. Throws `BadInput` where the text has changed since the person
 * read it, and for an organization or a place that the publication does not mention.
 */
export async function giveLabel(stores: LabelStores, order: LabelOrder): Promise<number> {
  const known = await judgedPublication(stores, order.publication);
  if (known === undefined)
    throw new BadInput([refusedValue('publication', order.publication, allowance('no-subject'))]);
  if (known.row.version !== order.version) {
    const why = allowance('text-changed', { latest: known.row.version });
    throw new BadInput([refusedValue('version', order.version, why)]);
  }
  const answer = answerOf(known, order);
  if (answer === undefined)
    throw new BadInput([refusedValue('organization', order.organization, allowance('no-subject'))]);
  const { isShown, ...label } = order;
  const { ids } = await stores.labels.addLabels([
    {
      ...label,
      sampling: order.sampling === 'random' && !isForRandom(order, queueSeed) ? 'search' : order.sampling,
      ...(answer.model !== null && { answer: { model: answer.model, class: answer.class, isShown } }),
    },
  ]);
  return ids[0]!;
}

/** The class that the model gives the subject; undefined if the publication has no such subject. */
function answerOf(
  known: JudgedPublication,
  { organization, place }: Pick<LabelOrder, 'organization' | 'place'>,
): { readonly model: string | null; readonly class: string } | undefined {
  const own = known.mentions.filter(({ mention }) => mention.organization === organization);
  if (place !== undefined) {
    const here = own.find(
      ({ mention }) => mention.field === place.field && mention.start === place.start && mention.end === place.end,
    );
    if (here === undefined) return undefined;
    return { model: here.mention.tone?.model ?? null, class: here.mention.tone?.class ?? 'unclassified' };
  }
  const judged = known.organizations.find(each => each.organization === organization);
  if (judged === undefined) return undefined;
  const models = [...new Set(own.flatMap(({ mention }) => mention.tone?.model ?? []))].toSorted();
  return { model: models.length === 0 ? null : models.join(', '), class: judged.model };
}

/** Takes back a person's newest label of a subject; gives the label that is withdrawn. Throws `BadInput` where there is none. */
export async function undoLabel(
  stores: Pick<LabelStores, 'labels'>,
  order: Pick<LabelOrder, 'publication' | 'organization' | 'place' | 'annotator' | 'at'>,
): Promise<LabelRow> {
  const { annotator, at } = order;
  const rows = bySubject(await stores.labels.labelsOf(order.publication)).get(subjectKey(order)) ?? [];
  const last = lastOwnLabel(rows, annotator);
  if (last === undefined) throw new BadInput([refusedValue('annotator', annotator, allowance('nothing-to-undo'))]);
  const { id: withdraws, answer: _answer, note: _note, ...subject } = last;
  const withdrawal: NewLabel = { ...subject, class: undefined, withdraws, at, sampling: 'search' };
  await stores.labels.addLabels([withdrawal]);
  return last;
}
