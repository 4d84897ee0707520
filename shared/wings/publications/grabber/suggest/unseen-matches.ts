import { grabPage } from '../grab-page.ts';
import { readRules } from '../rules/read-rules.ts';
import type { RulesData } from '../rules/rules-schema.ts';
import type { SourcePage } from './seen-page.ts';
import { suggestRules } from './suggest-rules.ts';

/** How many pages rules give the text of. */
export interface Matches {
  readonly matched: number;
  readonly of: number;
}

/** Pages of which a half knows something of the other half. */
const leastForHalves = 6;

/** On how many pages rules that were learnt from every other page give the text; undefined of fewer than six pages. */
export function unseenMatches(pages: readonly SourcePage[], now: number): Matches | undefined {
  if (pages.length < leastForHalves) return undefined;
  const learnt = pages.filter((_, i) => i % 2 === 0);
  const others = pages.filter((_, i) => i % 2 === 1);
  const { rules } = suggestRules(learnt, now);
  return { matched: rules === null ? 0 : textsBy(rules, others, now).length, of: others.length };
}

/** The texts that rules give, with their pages; pages on which they give none are left out. */
export function textsBy<Page extends SourcePage>(
  data: RulesData,
  pages: readonly Page[],
  now: number,
): readonly { readonly page: Page; readonly text: string }[] {
  const rules = readRules(data, path => path.join('.'));
  return pages.flatMap(page => {
    const { method, text } = grabPage({ ...page, now, rules });
    return method === 'grabber' ? [{ page, text }] : [];
  });
}
