import { type LabelRow, subjectKey } from '../labels/label.ts';
import { bySubject, type EffectiveSource, effectiveClass, opinionOf } from '../labels/opinion.ts';
import type * as Mentions from '../store/mention-store.ts';
import type { ListPlace } from '../store/publication-store.ts';
import { classOf } from '../tone/publication-tone.ts';
import type { JudgedMention, Judgement } from './tone-table.ts';

/** How classes are read from what is stored. */
export interface JudgeOptions {
  /** Below this probability of its class, a publication is unclassified; from 0 to 1. */
  readonly confidence: number;
  /** Mentions in longer names of other organizations count too. */
  readonly isNested: boolean;
}

/** A publication towards an organization, with its class. */
export interface JudgedPublication extends Mentions.MentionedPublication, JudgedMention {
  readonly by: EffectiveSource;
  readonly isDisputed: boolean;
}

/** Pairs that are read at a time: few at first, for a page of a list needs few, and each is checked. */
const [firstAtOnce, mostAtOnce] = [60, 500];
/** Behind all ids of organizations. */
const last = '\u{10ffff}';

type ReadMentions = Pick<Mentions.MentionStore, 'mentioned' | 'mentions'>;

/** Everything that the table counts, the newest publication first, a page of pairs in memory. `labels`: all of the watch; `before`: those behind it only, in the order of lists. */
export async function* judgedPublications(
  store: ReadMentions,
  labels: readonly LabelRow[],
  query: Mentions.MentionedQuery,
  options: JudgeOptions,
  before?: ListPlace,
): AsyncGenerator<JudgedPublication> {
  const judge = new Judge(store, labels, options);
  let after: Mentions.MentionedAfter | undefined =
    before === undefined ? undefined : { publication: before.id, datedAt: before.datedAt, organization: last };
  for (let atOnce = firstAtOnce; ; atOnce = Math.min(2 * atOnce, mostAtOnce)) {
    const pairs = await store.mentioned(query, atOnce, after);
    for (const pair of pairs) yield await judge.judged(pair);
    const end = pairs.at(-1);
    if (end === undefined || pairs.length < atOnce) return;
    after = end;
  }
}

/** Gives the class that counts: adjudicated, else agreed, else the model's. */
export class Judge {
  readonly #store: Pick<Mentions.MentionStore, 'mentions'>;
  readonly #options: JudgeOptions;
  readonly #labels = new Map<string, LabelRow[]>();

  constructor(store: Pick<Mentions.MentionStore, 'mentions'>, labels: readonly LabelRow[], options: JudgeOptions) {
    this.#store = store;
    this.#options = options;
    for (const label of labels) {
      const key = pairKey(label);
      const known = this.#labels.get(key);
      if (known === undefined) this.#labels.set(key, [label]);
      else known.push(label);
    }
  }

  async judged(pair: Mentions.MentionedPublication): Promise<JudgedPublication> {
    const model = this.#byModel(pair);
    const labels = this.#labels.get(pairKey(pair));
    if (labels === undefined) return { ...pair, judgement: model, isByPeople: false, by: 'model', isDisputed: false };
    const whole = labels.filter(({ place }) => place === undefined);
    const opinion = opinionOf(whole, pair.version);
    const { class: judgement, by, isDisputed } = effectiveClass(opinion, await this.#ofMentions(pair, labels), model);
    return { ...pair, judgement, isByPeople: by !== 'model', by, isDisputed };
  }

  #byModel({ certain, nested, candidates, tone, toneWithNested }: Mentions.MentionedPublication): Judgement {
    const { confidence, isNested } = this.#options;
    if (certain + (isNested ? nested : 0) === 0) {
      if (nested > 0) return 'nested';
      return candidates > 0 ? 'candidate' : 'not-about';
    }
    const figures = isNested ? (toneWithNested ?? tone) : tone;
    return figures === undefined ? 'unclassified' : classOf(figures, confidence);
  }

  /** Of each mention that counts, the class on which people agree. */
  async #ofMentions(pair: Mentions.MentionedPublication, labels: readonly LabelRow[]) {
    const placed = labels.filter(({ place, version }) => place !== undefined && version === pair.version);
    if (placed.length === 0) return [];
    const subjects = bySubject(placed);
    const { publication, version, organization } = pair;
    const mentions = await this.#store.mentions(publication, version);
    const own = mentions.filter(each => each.organization === organization && this.#counts(each));
    return own.map(({ field, start, end }) => {
      const rows = subjects.get(subjectKey({ publication, organization, place: { field, start, end } })) ?? [];
      return opinionOf(rows, version).class;
    });
  }

  #counts({ status, nestedIn }: Mentions.StoredMention): boolean {
    return (status === 'certain' || status === 'confirmed') && (nestedIn === null || this.#options.isNested);
  }
}

function pairKey({
  publication,
  organization,
}: {
  readonly publication: number;
  readonly organization: string;
}): string {
  return `${publication} ${organization}`;
}
