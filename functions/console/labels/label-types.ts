import type { disputeView, judgedView, labelView, modelView, qualityView } from '../../http/views/label-view.ts';

export type Judged = ReturnType<typeof judgedView>;
export type JudgedOrganization = Judged['organizations'][number];
export type JudgedMention = Judged['mentions'][number];
export type ModelAnswer = NonNullable<JudgedOrganization['model']>;
export type GivenLabel = ReturnType<typeof labelView>;
export type Dispute = ReturnType<typeof disputeView>;
export type Quality = ReturnType<typeof qualityView>;
export type ModelEvent = ReturnType<typeof modelView>;

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

export interface Queue {
  readonly subjects: readonly {
    readonly publication: number;
    readonly organization: string;
    readonly name: string;
    readonly sampling: string;
    readonly title: string;
    readonly dated: string | null;
  }[];
  readonly considered: number;
}

const nameKey = 'orbweaver.annotator';

/** The name of the person who labels in this browser; empty until a name is chosen. */
export function annotator(): string {
  return localStorage.getItem(nameKey) ?? '';
}

export function setAnnotator(name: string): void {
  localStorage.setItem(nameKey, name.trim());
}
