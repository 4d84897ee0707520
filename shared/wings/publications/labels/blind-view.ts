import { type LabelRow, subjectKey } from './label.ts';
import type { JudgedMention, JudgedOrganization, JudgedPublication } from './label-desk.ts';
import { type Opinion, opinionOf } from './opinion.ts';

/** View of an annotator. `isBlind`: they have not labelled this subject, and see neither the labels of others nor which class counts. */
export interface SeenPublication extends Omit<JudgedPublication, 'organizations' | 'mentions'> {
  readonly organizations: readonly (JudgedOrganization & { readonly isBlind: boolean })[];
  readonly mentions: readonly (JudgedMention & { readonly isBlind: boolean })[];
}

/** With what is said of a subject, or without it. */
function seen<Subject extends { readonly opinion: Opinion }>(
  subject: Subject,
  isOpen: boolean,
): Subject & { readonly isBlind: boolean } {
  return { ...subject, opinion: isOpen ? subject.opinion : unsaid(subject.opinion), isBlind: !isOpen };
}

/** Every label and answer, for a person who decides between labels or only reads. */
export function seenWhole(judged: JudgedPublication): SeenPublication {
  return {
    ...judged,
    organizations: judged.organizations.map(each => seen(each, true)),
    mentions: judged.mentions.map(each => seen(each, true)),
  };
}

/**
 * The view of an annotator before and after their own label. The label of an organization in the whole publication opens its
 * mentions too; the label of a mention opens that mention alone.
 */
export function seenBy(judged: JudgedPublication, annotator: string): SeenPublication {
  const isOwn = (row: LabelRow): boolean => row.annotator === annotator;
  const hasOwn = ({ standing, adjudication }: Opinion): boolean =>
    standing.some(isOwn) || (adjudication !== undefined && isOwn(adjudication));
  const open = new Set(judged.organizations.filter(({ opinion }) => hasOwn(opinion)).map(each => each.organization));
  const openPlaces = new Set(
    judged.mentions.filter(({ opinion }) => hasOwn(opinion)).map(({ mention }) => placeKey(judged, mention)),
  );
  const isOpen = (row: LabelRow): boolean => open.has(row.organization) || openPlaces.has(subjectKey(row));
  return {
    ...judged,
    organizations: judged.organizations.map(each => seen(each, open.has(each.organization))),
    mentions: judged.mentions.map(each =>
      seen(each, open.has(each.mention.organization) || openPlaces.has(placeKey(judged, each.mention))),
    ),
    history: judged.history.filter(row => isOwn(row) || isOpen(row)),
  };
}

function placeKey({ row }: JudgedPublication, { organization, field, start, end }: JudgedMention['mention']): string {
  return subjectKey({ publication: row.id, organization, place: { field, start, end } });
}

/** An opinion of which nothing is shown but how many labels of earlier texts there are. */
function unsaid(opinion: Opinion): Opinion {
  const { stale } = opinion;
  return { ...opinionOf([], 0), stale };
}
