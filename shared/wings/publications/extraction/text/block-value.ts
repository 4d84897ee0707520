import type { Block } from './page-blocks.ts';

/** Characters from which on a block is a text, whatever its end. */
const longText = 80;
/** Characters from which on a block that ends as a sentence is a text. */
const shortSentence = 40;
export const sentenceEnd = /[.!?…:;»”"')\]。！？」』]$/;
const shortLink = -25;
const shortText = -3;
/** Of one line of boilerplate at most, and of each. */
const mostBoilerplate = 300;
const eachBoilerplate = 20;
const dense = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Characters, those of Chinese, Japanese and Korean counted as three: there a sentence is short. */
export function weightOf(text: string): number {
  const { length } = text;
  return length > 10_000 ? length : length + 2 * (text.match(dense)?.length ?? 0);
}

/** The share of a block's characters that are in links. */
export function linkShare({ text, linked }: Block): number {
  return linked / text.length;
}

/** Whether a block says something: a long text, a sentence, or a part of a sentence. */
export function isText({ text: own, sentence: text = own }: Block): boolean {
  const weight = weightOf(text);
  return weight >= longText || (weight >= shortSentence && sentenceEnd.test(text));
}

/** The worth of a block for the element around it: its characters, less for links; below 0 for a menu. */
export function worthOfBlock(block: Block): number {
  if (block.kind === 'heading') return 0;
  const share = linkShare(block);
  if (isText(block)) return weightOf(block.text) * (1 - 2 * share);
  return share > 0.5 ? shortLink : shortText;
}

export function boilerplateValue({ text }: Block): number {
  return -Math.min(text.length, mostBoilerplate) - eachBoilerplate;
}
