import type { builtInParts, topics } from '../../../shared/domain/spec/crawl-spec.ts';
import type { Word } from '../words/word.ts';

/** How a setting is given: a text, some of a few words, one of them … */
type FieldKind = 'number' | 'text' | 'lines' | 'words' | 'choice' | 'choices' | 'switch';

export interface SpecField {
  /** Where the spec has it. */
  readonly path: string;
  readonly kind: FieldKind;
  /** Words to choose from, where the app's schema does not list them. */
  readonly words?: readonly string[];
  /** With these rules only. */
  readonly rules?: readonly string[];
}

export interface FieldGroup {
  readonly heading: Word;
  readonly fields: readonly SpecField[];
  /** Folded until somebody wants it. */
  readonly isRare?: boolean;
}

const robots: typeof builtInParts.robots = ['obey', 'disallow-only', 'ignore'];
const formats: typeof builtInParts.formats = ['csv', 'gexf', 'graphml', 'net', 'parquet', 'commoncrawl'];
const knownTopics: typeof topics = ['unknown', 'universities', 'institutes'];

/** The settings people use most, in the order they think of them. Ranges, choices and defaults are the app's. */
export const fieldGroups: readonly FieldGroup[] = [
  {
    heading: 'group.limits',
    fields: [
      { path: 'limit', kind: 'number' },
      { path: 'siteLimit', kind: 'number' },
      { path: 'maxLevel', kind: 'number' },
      { path: 'timeLimitSeconds', kind: 'number' },
      { path: 'finish', kind: 'choices' },
    ],
  },
  {
    heading: 'group.politeness',
    fields: [
      { path: 'delayMs', kind: 'number' },
      { path: 'maxDownloads', kind: 'number' },
      { path: 'timeoutSeconds', kind: 'number' },
      { path: 'retries', kind: 'number' },
      { path: 'maxPageBytes', kind: 'number' },
      { path: 'contact', kind: 'text' },
      { path: 'robots', kind: 'choice', words: robots },
    ],
  },
  {
    heading: 'group.rule',
    fields: [
      { path: 'rule', kind: 'choice' },
      { path: 'topic', kind: 'choice', words: knownTopics, rules: ['auto'] },
      { path: 'ruleOptions.gittinsN', kind: 'number', rules: ['gittins'] },
      { path: 'ruleOptions.ucbM', kind: 'number', rules: ['ucb1'] },
      { path: 'ruleOptions.quantumSeconds', kind: 'number', rules: ['quantum'] },
      { path: 'ruleOptions.grant', kind: 'number', rules: ['adaptive', 'ucb1', 'quantum', 'sequential', 'auto'] },
      { path: 'ruleOptions.inFlight', kind: 'number' },
    ],
  },
  {
    heading: 'group.results',
    fields: [
      { path: 'name', kind: 'text' },
      { path: 'formats', kind: 'choices', words: formats },
      { path: 'writers', kind: 'choices' },
      { path: 'analyzers', kind: 'choices' },
      { path: 'render', kind: 'choice' },
      { path: 'extract', kind: 'lines' },
      { path: 'sitemaps', kind: 'choice' },
      { path: 'profile', kind: 'choice' },
      { path: 'groupBy', kind: 'choice' },
    ],
  },
  {
    heading: 'group.clicking',
    isRare: true,
    fields: [
      { path: 'traverse', kind: 'lines' },
      { path: 'traverseOptions.clicks', kind: 'number' },
      { path: 'traverseOptions.untilKnown', kind: 'number' },
      { path: 'traverseOptions.wholeLists', kind: 'switch' },
      { path: 'traverseOptions.neverPress', kind: 'words' },
      { path: 'traverseOptions.pairs', kind: 'number' },
      { path: 'traverseOptions.fruitless', kind: 'number' },
      { path: 'traverseOptions.history', kind: 'number' },
      { path: 'traverseOptions.tries', kind: 'number' },
      { path: 'traverseOptions.states', kind: 'number' },
      { path: 'traverseOptions.buttons', kind: 'number' },
      { path: 'traverseOptions.loadMs', kind: 'number' },
      { path: 'traverseOptions.windowMs', kind: 'number' },
      { path: 'traverseOptions.idleMs', kind: 'number' },
    ],
  },
  {
    heading: 'group.pages',
    isRare: true,
    fields: [
      { path: 'scope', kind: 'choice' },
      { path: 'hosts', kind: 'lines' },
      { path: 'include', kind: 'lines' },
      { path: 'exclude', kind: 'lines' },
      { path: 'extensions', kind: 'words' },
      { path: 'patternLimit', kind: 'number' },
      { path: 'schemes', kind: 'choice' },
      { path: 'duplicates', kind: 'choice' },
      { path: 'frames', kind: 'switch' },
      { path: 'allLinks', kind: 'switch' },
      { path: 'checkExternal', kind: 'switch' },
      { path: 'richFiles', kind: 'switch' },
      { path: 'nearDuplicates', kind: 'number' },
      { path: 'warc', kind: 'switch' },
      { path: 'since', kind: 'text' },
      { path: 'userAgent', kind: 'text' },
      { path: 'noCookies', kind: 'switch' },
      { path: 'durability', kind: 'choice' },
    ],
  },
];
