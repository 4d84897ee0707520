import type { builtInParts, PresetName, topics } from '../../../shared/domain/spec/crawl-spec.ts';
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
}

/** Fields that matter where nobody has chosen a purpose. */
export const usualFields: readonly string[] = ['limit', 'maxLevel', 'delayMs', 'scope', 'render', 'formats'];

/** Fields that matter for a purpose; its preset fills them. */
export const purposes: readonly { readonly name: PresetName; readonly fields: readonly string[] }[] = [
  { name: 'graph', fields: usualFields },
  { name: 'audit', fields: ['limit', 'maxLevel', 'delayMs', 'sitemaps', 'checkExternal', 'nearDuplicates'] },
  { name: 'archive', fields: ['limit', 'timeLimitSeconds', 'delayMs', 'scope', 'render', 'warc'] },
  { name: 'set', fields: ['limit', 'siteLimit', 'rule', 'delayMs', 'maxDownloads', 'contact'] },
];

const robots: typeof builtInParts.robots = ['obey', 'disallow-only', 'ignore'];
const formats: typeof builtInParts.formats = ['csv', 'gexf', 'graphml', 'net', 'parquet', 'xlsx', 'commoncrawl'];
const knownTopics: typeof topics = ['unknown', 'universities', 'institutes'];

/** Settings of one kind, by their places in the spec. */
const given = (kind: FieldKind, ...paths: readonly string[]): readonly SpecField[] =>
  paths.map(path => ({ path, kind }));
/** Numbers of the rules that share pages out. */
const ofRules = (path: string, ...rules: readonly string[]): SpecField => ({
  ...{ path: `ruleOptions.${path}`, kind: 'number' },
  ...(rules.length > 0 && { rules }),
});
const ofClicking = (kind: FieldKind, ...names: readonly string[]): readonly SpecField[] =>
  given(kind, ...names.map(name => `traverseOptions.${name}`));

/** The settings people use most, in the order they think of them. Ranges, choices and defaults are the app's. */
export const fieldGroups: readonly FieldGroup[] = [
  {
    heading: 'group.limits',
    fields: [
      ...given('number', 'limit', 'siteLimit', 'maxLevel', 'timeLimitSeconds'),
      { path: 'finish', kind: 'choices' },
    ],
  },
  {
    heading: 'group.politeness',
    fields: [
      ...given('number', 'delayMs', 'maxDownloads', 'timeoutSeconds', 'retries', 'maxPageBytes'),
      { path: 'contact', kind: 'text' },
      ...given('text', 'userAgent', 'acceptLanguage'),
      { path: 'robots', kind: 'choice', words: robots },
      { path: 'purpose', kind: 'choice' },
      { path: 'heed', kind: 'choices', words: ['noindex', 'nofollow'] },
      { path: 'allowHosts', kind: 'words' },
      { path: 'noCookies', kind: 'switch' },
    ],
  },
  {
    heading: 'group.rule',
    fields: [
      ...given('choice', 'rule', 'order'),
      { path: 'topic', kind: 'choice', words: knownTopics, rules: ['auto'] },
      ofRules('gittinsN', 'gittins'),
      ofRules('ucbM', 'ucb1'),
      ofRules('quantumSeconds', 'quantum'),
      ofRules('grant', 'adaptive', 'ucb1', 'quantum', 'sequential', 'auto'),
      ofRules('inFlight'),
    ],
  },
  {
    heading: 'group.results',
    fields: [
      { path: 'name', kind: 'text' },
      { path: 'formats', kind: 'choices', words: formats },
      ...given('choices', 'writers', 'analyzers'),
      { path: 'extract', kind: 'lines' },
      ...given('switch', 'checkExternal', 'richFiles', 'allLinks', 'warc'),
      { path: 'nearDuplicates', kind: 'number' },
      ...given('choice', 'groupBy', 'durability'),
    ],
  },
  {
    heading: 'group.clicking',
    fields: [
      { path: 'traverse', kind: 'lines' },
      ...ofClicking('number', 'clicks', 'untilKnown'),
      ...ofClicking('switch', 'wholeLists'),
      ...ofClicking('words', 'neverPress'),
      ...ofClicking('number', 'pairs', 'fruitless', 'history', 'tries', 'states', 'buttons'),
      ...ofClicking('number', 'loadMs', 'windowMs', 'idleMs'),
    ],
  },
  {
    heading: 'group.pages',
    fields: [
      { path: 'scope', kind: 'choice' },
      ...given('lines', 'hosts', 'include', 'exclude'),
      { path: 'extensions', kind: 'words' },
      { path: 'patternLimit', kind: 'number' },
      ...given('choice', 'render', 'sitemaps', 'schemes', 'duplicates', 'profile'),
      { path: 'frames', kind: 'switch' },
      { path: 'since', kind: 'text' },
    ],
  },
];
