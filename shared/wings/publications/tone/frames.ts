import type { ContextReader, ContextWord, ToneItem, ToneLanguage } from './context-words.ts';

/**
 * Constructions whose sense is not the sum of their words: who denies, is acquitted, accuses another, goes up a ranking. A
 * linear model adds words up, so these lean its scores. The first frame that fits decides; it never looks at the target's words.
 */
export interface Lean {
  /** Place of the class in `toneClasses`. */
  readonly tone: 0 | 1 | 2;
  /** The amount that it adds to the score of the class. */
  readonly score: number;
  /** The word of the sentence that the frame begins with. */
  readonly owner: number;
}

/** The amount that a frame adds, by cross-validation on the suites: more would cost F1 there. */
const scores: Readonly<Record<ToneLanguage, number>> = { ru: 1.5, en: 1 };

/** Characters on either side of the target within which a frame is searched for. */
const mostFrame = 240;

interface Frame {
  readonly tone: Lean['tone'];
  /** Before the target, behind it, or on both sides with `@` for the target. */
  readonly side: 'before' | 'behind' | 'both';
  readonly pattern: RegExp;
}

const [negative, neutral, positive] = [0, 1, 2] as const;
/** Up to three words. */
const some = String.raw`(?:[\p{L}\d-]+\s+){0,3}`;
const frame = (tone: Lean['tone'], side: Frame['side'], pattern: string): Frame => ({
  ...{ tone, side },
  pattern: new RegExp(pattern.replaceAll('…', some).replaceAll('~', String.raw`\p{L}*`), 'iu'),
});

const faultsRu = '(?:наруш|претензи|задерж|скры[вл]|отказыва|винов|хищен|взят|недостач|жалоб)';
const ranksRu = '(?:рейтинг|сотн|десятк|тройк|топ|мест|строч|строк|позици|списк|конкурент|лучш)';
const honoursRu = '(?:преми|наград|медал|орден|конкурс|олимпиад|грант|чемпионат|знак|маск|лауреат|звани|диплом)';
const ranksEn = '(?:rank|top|place|list|first|best|league|table|rivals|position|hundred|ten)';
const honoursEn = '(?:prize|award|medal|olympiad|contest|grant|championship|honou?r|laureate|mark|trophy|title)';

const frames: Readonly<Record<ToneLanguage, readonly Frame[]>> = {
  ru: [
    frame(neutral, 'before', String.raw`(?:^\s*если|(?<!\p{L})ли)\s+…$`),
    frame(
      neutral,
      'behind',
      '(?<!не )опровер|отрица|отверг|не подтвер|не призна~ вин|беспочвен|назва~ слух|не соответств',
    ),
    frame(positive, 'behind', `^\\s*…(?:оправдан|невинов|отстоял|рассыпал)`),
    frame(positive, 'before', `(?:оправдал~|извинил~ перед|снял~ с)\\s+…$`),
    frame(
      neutral,
      'both',
      `(?<!\\p{L})(?:не|ни|без|никаких)\\s+…${faultsRu}|${faultsRu}~ .*(?:не (?:нашл|выяв|обнаруж|было|установ)|нет)(?!\\p{L})`,
    ),
    frame(positive, 'behind', `^\\s*(?:удалось )?(?:избежа|выш[её]?л~ из кризис|избавил|справил~ с|погаси)`),
    frame(
      positive,
      'behind',
      `^\\s*…(?:поднял|подня[лт]|вош|возглав|обогнал|улучшил|занял~ перв|попал~ в|признан~ лучш|назван~ лучш).{0,40}${ranksRu}`,
    ),
    frame(
      negative,
      'behind',
      `^\\s*…(?:опустил|вылет|потерял|уступил|ухудшил|скатил|выбыл|назван~ худш|оказал~ на последн).{0,40}${ranksRu}`,
    ),
    frame(positive, 'behind', `^\\s*(?:получ|выигр|удосто|побед|завоева|стал|отмет|отмеч)~ …${honoursRu}`),
    frame(
      neutral,
      'behind',
      `^\\s*…(?:(?:обвинил|раскритиковал|осудил|оштрафовал|уличил|выявил|назвал)[ао]?\\s|подал~ (?:иск|в суд)|требует|потребовал|заявил|наш[её]?л~ наруш)`,
    ),
    frame(negative, 'before', `(?:раскритиковал|оштрафовал|уличил)~\\s+$`),
  ],
  en: [
    frame(neutral, 'both', String.raw`^\s*(?:did|does|do|has|have|is|was|were|will|can)\s+…@.*\?\s*$`),
    frame(
      neutral,
      'behind',
      String.raw`^\s*(?:has |have )?(?:den(?:y|ies|ied)|disputes|disputed|refuted|does not admit)`,
    ),
    frame(
      positive,
      'behind',
      String.raw`^\s*(?:was|were|is|has been)\s+(?:fully )?(?:acquitted|cleared|vindicated|exonerated)`,
    ),
    frame(positive, 'before', String.raw`(?:acquitted|cleared|vindicated|exonerated|apologi[sz]ed to)\s+$`),
    frame(
      neutral,
      'behind',
      `^\\s*(?:did not|didn’t|had not|has not|never)\\s+(?:violate|break|broken|refused?|hide|hid)`,
    ),
    frame(positive, 'behind', String.raw`^\s*(?:escaped|came out of|got rid of|overcame)\s`),
    frame(
      positive,
      'behind',
      String.raw`^\s*(?:climb|rose|entered|tops|topped|came first|overtook|was named the best|made the).{0,40}${ranksEn}`,
    ),
    frame(
      negative,
      'behind',
      String.raw`^\s*(?:dropped|fell|lost|came last|slipped|slid|was named the worst|sank).{0,40}${ranksEn}`,
    ),
    frame(positive, 'behind', `^\\s*(?:received|won|wins|earned|became|was given|was awarded)\\s+…${honoursEn}`),
    frame(
      negative,
      'before',
      String.raw`(?:accus|criticis|criticiz|complained about|fined|caught|suspect|searched|lawsuit against|violations at|downgraded)~\s+…$`,
    ),
  ],
};

/** How a frame leans the scores of a target; undefined where none fits. */
export function leanOf(
  item: ToneItem,
  words: readonly ContextWord[],
  { language }: Pick<ContextReader, 'language'>,
): Lean | undefined {
  const { before, behind } = sidesOf(item);
  const texts = { before, behind, both: `${before}@${behind}` };
  for (const { tone, side, pattern } of frames[language]) {
    const found = pattern.exec(texts[side]);
    if (found === null) continue;
    const at = side === 'behind' ? item.end + found.index : item.start - before.length + found.index;
    const owner = words.findIndex(({ end }) => end > at);
    return { tone, score: scores[language], owner: owner < 0 ? words.length - 1 : owner };
  }
  return undefined;
}

/** The sentence on both sides of the target, in lower case. */
function sidesOf({ sentence, start, end }: ToneItem): { readonly before: string; readonly behind: string } {
  const before = sentence.slice(Math.max(0, start - mostFrame), start).toLowerCase();
  const behind = sentence.slice(end, end + mostFrame).toLowerCase();
  const from = before.search(/[^.!?;\n]*$/);
  const ends = behind.search(/[.;\n](?:\s|$)/);
  return { before: before.slice(from), behind: ends < 0 ? behind : behind.slice(0, ends + 1) };
}
