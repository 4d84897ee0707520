/** The classes that a person may give an organization's place in a publication, in the order of the keys 1 to 5. */
export const labelClasses = ['positive', 'negative', 'neutral', 'ambiguous', 'not-about'] as const;
export type LabelClass = (typeof labelClasses)[number];

/** How a person came to what they labelled: drawn by the queue in one of three ways, or found by themselves. */
export const samplings = ['random', 'uncertain', 'polar', 'search'] as const;
export type Sampling = (typeof samplings)[number];

/** Where a mention is: offsets in UTF-16 units of the title or the text of a version. */
export interface LabelPlace {
  readonly field: 'title' | 'text';
  readonly start: number;
  readonly end: number;
}

/** The answer of the model when the label was given. */
export interface ModelAnswer {
  /** Id of the model. */
  readonly model: string;
  readonly class: string;
  /** The person saw it before they labelled. */
  readonly isShown: boolean;
}

/** The subject of a label: an organization in a version of a publication, or one mention of it there. */
export interface LabelSubject {
  readonly publication: number;
  readonly version: number;
  /** Id of the organization. */
  readonly organization: string;
  /** Absent: the publication as a whole. */
  readonly place?: LabelPlace;
}

/** An expert's word. `class` undefined: it withdraws the row `withdraws` of the same annotator. */
export interface NewLabel extends LabelSubject {
  readonly class: LabelClass | undefined;
  readonly withdraws?: number;
  /** It decides between labels that disagree. */
  readonly isAdjudication: boolean;
  /** A name that was chosen, or the identity by which the API knows who asks. */
  readonly annotator: string;
  /** Ms since the epoch. */
  readonly at: number;
  readonly sampling: Sampling;
  readonly answer?: ModelAnswer;
  readonly note?: string;
}

/** A row of the table of labels, which never changes. */
export interface LabelRow extends NewLabel {
  /** Counts up in the order in which labels came. */
  readonly id: number;
}

export const mostAnnotator = 80;
export const mostNote = 1_000;

/** One name for all labels of the same subject, whatever the version. */
export function subjectKey({ publication, organization, place }: Omit<LabelSubject, 'version'>): string {
  const where = place === undefined ? '' : `${place.field} ${place.start} ${place.end}`;
  return JSON.stringify([publication, organization, where]);
}

/** Two rows that say the same: one of them is a repeat. */
export function labelKey(label: NewLabel): string {
  const { version, annotator, at, withdraws = 0, isAdjudication } = label;
  return JSON.stringify([subjectKey(label), version, label.class ?? '', annotator, at, withdraws, isAdjudication]);
}
