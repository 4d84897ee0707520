/** The answers of the operations on labels and models. */
import type { Agreement } from '../../wings/publications/labels/agreement.ts';
import type { SeenPublication } from '../../wings/publications/labels/blind-view.ts';
import type { LabelRow } from '../../wings/publications/labels/label.ts';
import type { LabelledSubject } from '../../wings/publications/labels/label-lists.ts';
import type { LabelQuality } from '../../wings/publications/labels/label-quality.ts';
import type { ModelRow } from '../../wings/publications/labels/label-store.ts';
import type { Opinion } from '../../wings/publications/labels/opinion.ts';
import type { TrainingReport } from '../../wings/publications/labels/retraining.ts';
import type { StoredTone } from '../../wings/publications/store/mention-store.ts';
import { engineShares } from '../../wings/publications/table/engine-shares.ts';

export type OrganizationNames = Readonly<Record<string, string>>;

/** A publication as it is labelled. `isModelShown`: the model's answer is seen before the own label too. */
export function judgedView(
  { row, mentions, organizations, history }: SeenPublication,
  names: OrganizationNames,
  isModelShown: boolean,
) {
  return {
    ...{ publication: row.id, version: row.version, title: row.title },
    organizations: organizations.map(each => organizationView(each, names, isModelShown)),
    mentions: mentions.map(each => mentionView(each, isModelShown)),
    history: history.map(labelView),
  };
}

function organizationView(
  { organization, model, p, seconds, opinion, effective, isBlind }: SeenPublication['organizations'][number],
  names: OrganizationNames,
  isModelShown: boolean,
) {
  return {
    ...{ organization, name: names[organization] ?? organization, isBlind },
    model: isBlind && !isModelShown ? null : { class: model, p: p ?? null },
    seconds: isBlind && !isModelShown ? [] : seconds.map(each => ({ engine: each.engine, class: each.class })),
    ...(isBlind ? { class: null, by: null } : { class: effective.class, by: effective.by }),
    ...opinionView(opinion),
  };
}

function mentionView(
  { mention, seconds, opinion, isBlind }: SeenPublication['mentions'][number],
  isModelShown: boolean,
) {
  const isShown = !isBlind || isModelShown;
  const { organization, field, start, end, surface, status, nestedIn, sentenceStart, sentenceEnd, tone } = mention;
  return {
    ...{ organization, field, start, end, surface, status, nestedIn, sentenceStart, sentenceEnd, isBlind },
    model: tone === undefined || !isShown ? null : answerView(tone),
    seconds: isShown ? seconds.map(each => ({ engine: each.engine, ...answerView(each.tone!) })) : [],
    ...opinionView(opinion),
  };
}

function answerView({ class: said, p, words = [], against = [] }: Omit<StoredTone, 'model'>) {
  return { class: said, p, words, against };
}

function opinionView({ standing, adjudication, isDisputed, stale, class: said }: Opinion) {
  return {
    ...{ people: said ?? null, isDisputed, stale: stale.length },
    labels: standing.map(labelView),
    adjudication: adjudication === undefined ? null : labelView(adjudication),
  };
}

export function labelView(row: LabelRow) {
  return {
    ...{ label: row.id, version: row.version, organization: row.organization, place: row.place ?? null },
    ...{ class: row.class ?? null, withdraws: row.withdraws ?? null, isAdjudication: row.isAdjudication },
    ...{ annotator: row.annotator, at: row.at, sampling: row.sampling, note: row.note ?? null },
  };
}

export function disputeView({ row, organization, place, opinion }: LabelledSubject, names: OrganizationNames) {
  return {
    ...{ publication: row.id, version: row.version, title: row.title, url: row.address },
    ...{ organization, name: names[organization] ?? organization, place: place ?? null },
    labels: opinion.standing.map(labelView),
  };
}

export function qualityView({ agreement, models, current, engines, ...quality }: LabelQuality) {
  return {
    ...quality,
    engines: engineShares(engines).map(each => ({ ...each, kappa: agreementView(each.kappa) })),
    agreement: {
      ...agreement,
      alpha: agreementView(agreement.alpha),
      pairs: agreement.pairs.map(pair => ({ ...pair, kappa: agreementView(pair.kappa) })),
    },
    models: models.map(modelView),
    current: { ru: current.ru?.id ?? null, en: current.en?.id ?? null },
  };
}

function agreementView(agreement: Agreement) {
  return { value: agreement.value, n: agreement.n, reason: agreement.value === null ? agreement.reason : null };
}

export function modelView({ id, language, event, name, parent, at, by, report, hasBytes }: ModelRow) {
  return {
    ...{ model: id, language, event, name, parent, at, by, hasFile: hasBytes },
    report: JSON.parse(report) as TrainingReport | Readonly<Record<string, never>>,
  };
}
