import type { AnswerOf } from '../../../shared/place/operation.ts';
import type * as labels from '../../../shared/place/operations/label-operations.ts';
import type * as models from '../../../shared/place/operations/model-operations.ts';

export type Judged = AnswerOf<typeof labels.showLabels>;
export type JudgedOrganization = Judged['organizations'][number];
export type JudgedMention = Judged['mentions'][number];
export type ModelAnswer = NonNullable<JudgedOrganization['model']>;
export type GivenLabel = Judged['history'][number];
export type Queue = AnswerOf<typeof labels.showQueue>;
export type Dispute = AnswerOf<typeof labels.listDisputes>['disputes'][number];
export type Quality = AnswerOf<typeof models.showQuality>;
export type ModelEvent = Quality['models'][number];

/** As the keys 1 to 5 give them. */
export const labelKeys = ['positive', 'negative', 'neutral', 'ambiguous', 'not-about'] as const;
export type LabelKey = (typeof labelKeys)[number];

/** A class is never shown by its colour alone. */
export const signs: Readonly<Record<string, string>> = {
  positive: '+',
  negative: '−',
  neutral: '=',
  ambiguous: '±',
  'not-about': '×',
  unclassified: '?',
};

const nameKey = 'orbweaver.annotator';

/** The name of the person who labels in this browser; empty until a name is chosen. */
export function annotator(): string {
  return localStorage.getItem(nameKey) ?? '';
}

export function setAnnotator(name: string): void {
  localStorage.setItem(nameKey, name.trim());
}
