import { type LabelClass, type LabelRow, type NewLabel, subjectKey } from './label.ts';

/** The labels of people for one subject: their labels of the text as it is now. */
export interface Opinion {
  /** The newest label of each annotator, by their names. */
  readonly standing: readonly LabelRow[];
  /** Of each of these annotators the last label that they gave before those of others were shown to them: agreement rests on these. */
  readonly blind: readonly LabelRow[];
  /** The newest adjudication. */
  readonly adjudication: LabelRow | undefined;
  /** The class of the adjudication, or that on which all annotators agree. */
  readonly class: LabelClass | undefined;
  /** `label`: one annotator has said something, so there is nobody to agree with. */
  readonly by: 'adjudication' | 'agreement' | 'label' | undefined;
  /** Annotators disagree, and nobody has decided. */
  readonly isDisputed: boolean;
  /** Labels of a text that has changed since. They count no more, and stay in the history. */
  readonly stale: readonly LabelRow[];
}

/**
 * Joins the labels of one subject. A withdrawn label is as if it had never been given, so the label before it counts again.
 * Newest is by instant, then by number: an import may bring older labels.
 */
export function opinionOf(rows: readonly LabelRow[], latestVersion: number): Opinion {
  const withdrawn = new Set(rows.flatMap(({ withdraws }) => withdraws ?? []));
  const taken = new Set(rows.filter(({ id }) => withdrawn.has(id)).map(wordKey));
  const valid = rows.filter(row => row.class !== undefined && !taken.has(wordKey(row)));
  const ordered = valid.toSorted((a, b) => a.at - b.at || a.id - b.id);
  const first = new Map(ordered.toReversed().map(row => [wordKey(row), row.id] as const));
  const current = ordered.flatMap(row =>
    row.version === latestVersion ? [{ ...row, id: first.get(wordKey(row))! }] : [],
  );
  const held = new Set(current.map(wordKey));
  const newest = new Map(current.filter(row => !row.isAdjudication).map(row => [row.annotator, row] as const));
  const standing = [...newest.values()].toSorted((a, b) => (a.annotator < b.annotator ? -1 : 1));
  const adjudication = current.findLast(row => row.isAdjudication);
  const said = new Set(standing.map(row => row.class));
  const agreed = said.size === 1 ? standing[0]!.class : undefined;
  return {
    standing,
    blind: standing.map(row => blindLabel(row, rows)),
    adjudication,
    class: adjudication?.class ?? agreed,
    by:
      adjudication !== undefined
        ? 'adjudication'
        : agreed === undefined
          ? undefined
          : standing.length > 1
            ? 'agreement'
            : 'label',
    isDisputed: adjudication === undefined && said.size > 1,
    stale: ordered.filter(row => row.version !== latestVersion && !held.has(wordKey(row))),
  };
}

/** The same for a label and for its copies, which are of corrections of the labelled version. */
function wordKey({ annotator, at, class: said, isAdjudication }: LabelRow): string {
  return JSON.stringify([annotator, at, said, isAdjudication]);
}

/** The labels that copies of valid labels of a version would be, for a correction that has the same title and text. */
export function labelsForCorrection(rows: readonly LabelRow[], corrects: number, version: number): readonly NewLabel[] {
  const withdrawn = new Set(rows.flatMap(({ withdraws }) => withdraws ?? []));
  return rows.flatMap(({ id, ...label }) =>
    label.version === corrects && label.class !== undefined && !withdrawn.has(id) ? [{ ...label, version }] : [],
  );
}

/** Labels of others are shown behind the own first label, also where it is taken back: what is said then is no independent judgement. */
function blindLabel(standing: LabelRow, rows: readonly LabelRow[]): LabelRow {
  const given = rows.filter(row => row.class !== undefined && !row.isAdjudication && row.version === standing.version);
  const [own, others] = [given.filter(isOf), given.filter(row => !isOf(row))];
  const shownAt = Math.max(earliest(own), earliest(others));
  const blind = own.filter(({ at }) => at <= shownAt).toSorted((a, b) => a.at - b.at || a.id - b.id);
  return blind.at(-1) ?? standing;

  function isOf({ annotator }: LabelRow): boolean {
    return annotator === standing.annotator;
  }
}

function earliest(rows: readonly LabelRow[]): number {
  return Math.min(...rows.map(({ at }) => at));
}

/** The last label that this person may take back: their newest of the subject that is not withdrawn. */
export function lastOwnLabel(rows: readonly LabelRow[], annotator: string): LabelRow | undefined {
  const withdrawn = new Set(rows.flatMap(({ withdraws }) => withdraws ?? []));
  return rows
    .filter(row => row.annotator === annotator && row.class !== undefined && !withdrawn.has(row.id))
    .toSorted((a, b) => a.at - b.at || a.id - b.id)
    .at(-1);
}

export type EffectiveSource = NonNullable<Opinion['by']> | 'mentions' | 'model';

export interface EffectiveClass<Model extends string> {
  readonly class: LabelClass | Model;
  readonly by: EffectiveSource;
  readonly isDisputed: boolean;
}

/**
 * The class that counts: adjudicated, else agreed, else what people say of all its mentions, else the model's. `mentions`: of
 * each mention that counts, the class on which people agree; undefined if they gave none.
 */
export function effectiveClass<Model extends string>(
  opinion: Opinion,
  mentions: readonly (LabelClass | undefined)[],
  model: Model,
): EffectiveClass<Model> {
  const { class: said, by, isDisputed } = opinion;
  if (said !== undefined && by !== undefined) return { class: said, by, isDisputed };
  const joined = isDisputed ? undefined : classOfMentions(mentions);
  return joined === undefined
    ? { class: model, by: 'model', isDisputed }
    : { class: joined, by: 'mentions', isDisputed };
}

/** The class of a publication all whose mentions have a label: good and bad ones together are ambiguous, and neutral ones weigh nothing. */
function classOfMentions(mentions: readonly (LabelClass | undefined)[]): LabelClass | undefined {
  if (mentions.length === 0 || mentions.includes(undefined)) return undefined;
  const about = mentions.filter(each => each !== 'not-about');
  if (about.length === 0) return 'not-about';
  const polar = new Set(about.filter(each => each !== 'neutral'));
  if (polar.size === 0) return 'neutral';
  return polar.size === 1 ? [...polar][0] : 'ambiguous';
}

/** Rows by what they are about. */
export function bySubject(rows: readonly LabelRow[]): ReadonlyMap<string, readonly LabelRow[]> {
  const subjects = new Map<string, LabelRow[]>();
  for (const row of rows) {
    const known = subjects.get(subjectKey(row));
    if (known === undefined) subjects.set(subjectKey(row), [row]);
    else known.push(row);
  }
  return subjects;
}
