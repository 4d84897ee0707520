/** A place in a text that names an organization, by the sense of the text. */
export interface TrueMention {
  readonly organization: string;
  /** UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
  /** The tone towards the organization. */
  readonly tone: Tone;
}

export type Tone = 'positive' | 'negative' | 'neutral';

export interface MarkedText {
  readonly text: string;
  readonly mentions: readonly TrueMention[];
}

const tones: Readonly<Record<string, Tone>> = { '+': 'positive', '-': 'negative', '': 'neutral' };
const mark = /\[([a-z]+)([+-]?):([^\]]+)\]/g;

/** Reads `[msu+:МГУ]` as the text «МГУ», which names `msu` and speaks well of it; `-` is badly, nothing is neither. */
export function markedText(source: string): MarkedText {
  const mentions: TrueMention[] = [];
  let text = '';
  let from = 0;
  for (const { index, 0: whole, 1: organization = '', 2: sign = '', 3: surface = '' } of source.matchAll(mark)) {
    text += source.slice(from, index);
    mentions.push({ organization, start: text.length, end: text.length + surface.length, tone: tones[sign]! });
    text += surface;
    from = index + whole.length;
  }
  return { text: text + source.slice(from), mentions };
}

/** Texts one a line, with the places of their mentions in the whole. */
export function joinedTexts(texts: readonly MarkedText[]): MarkedText {
  let start = 0;
  const mentions = texts.flatMap(each => {
    const moved = each.mentions.map(mention => ({
      ...mention,
      start: mention.start + start,
      end: mention.end + start,
    }));
    start += each.text.length + 1;
    return moved;
  });
  return { text: texts.map(({ text }) => text).join('\n'), mentions };
}
