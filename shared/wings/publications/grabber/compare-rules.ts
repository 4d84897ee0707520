import { extractPage } from '../extraction/extract-page.ts';
import type { PageDate } from '../extraction/metadata/page-dates.ts';
import { normalizedText } from '../extraction/text/behind-headline.ts';
import { type GrabbedPage, type GrabRequest, grabPage } from './grab-page.ts';
import { wordAgreement } from './word-agreement.ts';

/** The results of rules on a page, beside those of the automatic extractor. */
export interface RuleComparison {
  /** Null if no page type fits. */
  readonly pageType: string | null;
  /** Whether a rule gave the text. */
  readonly isMatch: boolean;
  readonly warnings: GrabbedPage['warnings'];
  /** How alike the two texts are by their words, 0 to 1; 0 if no rule gave a text. */
  readonly agreement: number;
  /** The fields that a rule gave, and those of the user's own. */
  readonly fields: readonly ComparedField[];
}

export interface ComparedField {
  readonly name: string;
  readonly rule: string | null;
  /** The value of the automatic extractor; absent for a field of the user's own. */
  readonly automatic?: string | null;
  /** Whether both say the same, except for case and punctuation. */
  readonly isSame?: boolean;
}

const facts = ['title', 'text', 'authors', 'published', 'modified', 'section', 'tags', 'image'] as const;

/** Compares rules with the automatic extractor on one page. Pure, and throws nothing. */
export function compareRules(request: GrabRequest): RuleComparison {
  const grabbed = grabPage(request);
  const automatic = extractPage(request);
  const isMatch = grabbed.method === 'grabber';
  const given = facts.filter(name => (name === 'text' ? isMatch : grabbed.sources[name] === 'rule'));
  const compared = given.map((name): ComparedField => {
    const [rule, other] = [wordsOf(grabbed[name]), wordsOf(automatic[name])];
    return { name, rule, automatic: other, isSame: normalizedText(rule ?? '') === normalizedText(other ?? '') };
  });
  const own = Object.entries(grabbed.fields).map(([name, rule]) => ({ name, rule }));
  return {
    ...{ pageType: grabbed.pageType, isMatch, warnings: grabbed.warnings },
    agreement: isMatch ? wordAgreement(grabbed.text, automatic.text) : 0,
    fields: [...compared, ...own],
  };
}

type Fact = GrabbedPage[(typeof facts)[number]];

function wordsOf(fact: Fact): string | null {
  if (fact === null || typeof fact === 'string') return fact;
  return isDate(fact) ? fact.at : fact.join(', ');
}

function isDate(fact: PageDate | readonly string[]): fact is PageDate {
  return !Array.isArray(fact);
}
