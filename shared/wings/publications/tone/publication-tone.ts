import type { ToneClass } from './tone-model.ts';

/** The tone of one mention of an organization in a publication. */
export interface MentionTone {
  readonly p: Readonly<Record<ToneClass, number>>;
  /** The sentence; a sentence that comes again counts once. */
  readonly sentence: string;
  readonly isTitle: boolean;
  /** Organizations that the sentence names; 1 if it is not said. */
  readonly named?: number;
}

export interface PublicationTone {
  readonly class: ToneClass | 'unclassified';
  /** Σ w(p⁺ − p⁻) / √Σ w over the mentions; a mention in a list has less than a whole weight. */
  readonly score: number;
  /** Weighted means of the mentions. */
  readonly p: Readonly<Record<ToneClass, number>>;
  /** How probable it is that a mention is positive and another negative; from 0 to 1. */
  readonly mixed: number;
  /** Mentions that counted. */
  readonly mentions: number;
}

/** A title counts more than a sentence of the text. Not measured: no suite has titles with labels. */
const titleWeight = 1.5;
/** A sentence that names more is a list: what it says is shared by all that it names. Not measured either. */
const mostNamed = 3;
/** Scores beyond it are polar. */
const polarScore = 0.2;

/**
 * The tone of a publication towards an organization, of its mentions. `leastConfidence`: below this the class is `unclassified`,
 * which is no kind of neutral; 0 leaves nothing unclassified. The confidence of a class is its mean probability.
 */
export function publicationTone(all: readonly MentionTone[], leastConfidence = 0): PublicationTone {
  const mentions = [...new Map(all.map(each => [plainSentence(each.sentence), each])).values()];
  const titled = new Set(all.filter(({ isTitle }) => isTitle).map(({ sentence }) => plainSentence(sentence)));
  let weights = 0;
  let sum = 0;
  const sums = { negative: 0, neutral: 0, positive: 0 };
  const none = { negative: 1, positive: 1 };
  for (const { p, sentence, named = 1 } of mentions) {
    const listed = named > mostNamed ? mostNamed / named : 1;
    const weight = listed * (titled.has(plainSentence(sentence)) ? titleWeight : 1);
    weights += weight;
    sum += weight * (p.positive - p.negative);
    for (const tone of ['negative', 'neutral', 'positive'] as const) sums[tone] += weight * p[tone];
    none.negative *= 1 - p.negative;
    none.positive *= 1 - p.positive;
  }
  if (weights === 0)
    return { class: 'unclassified', score: 0, p: { negative: 0, neutral: 0, positive: 0 }, mixed: 0, mentions: 0 };
  const score = sum / Math.sqrt(weights);
  const p = { negative: sums.negative / weights, neutral: sums.neutral / weights, positive: sums.positive / weights };
  return {
    class: classOf({ score, p }, leastConfidence),
    score,
    p,
    mixed: mentions.length < 2 ? 0 : Math.min(1 - none.negative, 1 - none.positive),
    mentions: mentions.length,
  };
}

/** The class that figures come to; `leastConfidence` as of `publicationTone`. */
export function classOf(
  { score, p }: Pick<PublicationTone, 'score' | 'p'>,
  leastConfidence: number,
): PublicationTone['class'] {
  const said = score > polarScore ? 'positive' : score < -polarScore ? 'negative' : 'neutral';
  return p[said] < leastConfidence ? 'unclassified' : said;
}

function plainSentence(sentence: string): string {
  return sentence
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();
}
