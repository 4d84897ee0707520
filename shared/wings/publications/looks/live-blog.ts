import { wordShare } from '../extraction/article-test.ts';
import { clock } from '../extraction/text/clock-lines.ts';

const longestLine = 40;
const leastEntries = 3;
/** Share of the words of a headline that stay while the page is about the same. */
const leastOfTitle = 0.5;

/** The headline of a page that grows entry by entry: by its markup, or by the times before its entries. Undefined for another page. */
export function liveTitle(body: Uint8Array, title: string | null, text: string): string | undefined {
  if (title === null) return undefined;
  const times = text.split('\n').filter(line => line.length <= longestLine && clock.test(line));
  return times.length >= leastEntries || Buffer.from(body).includes('"LiveBlogPosting"') ? title : undefined;
}

/** Whether a live blog goes on: some pages show their newest entries alone, so that hardly a word of the last look is left. */
export function isSameLive(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && wordShare(before, now) >= leastOfTitle;
}
