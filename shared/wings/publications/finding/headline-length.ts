import { weightOf } from '../extraction/text/block-value.ts';

/** Letters of a headline; those of Chinese, Japanese and Korean say more. */
const shortestHeadline = 25;

export function isLongAsHeadline(text: string): boolean {
  return weightOf(text) >= shortestHeadline;
}
