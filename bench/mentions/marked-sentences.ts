import { readFileSync } from 'node:fs';
import { Dictionary } from '../../shared/wings/publications/mentions/dictionary.ts';
import { findMentions } from '../../shared/wings/publications/mentions/find-mentions.ts';
import { listedInTable } from '../../shared/wings/publications/mentions/organization-table.ts';
import { readOrganizations } from '../../shared/wings/publications/mentions/read-organizations.ts';

/**
 * Sentences of our own with their mentions, by kinds. They were written before the rules were looked at: `sentences.tsv` to mend
 * the rules with, `held-sentences.tsv` after that, to judge them. `[id:name]` is a mention, `{id:name}` a place that only a person
 * can decide; `\n`, `\t` and `\u00AD` stand for characters. All names of `sentence-organizations.csv` are searched in each.
 */
export interface MarkedSentence {
  readonly language: string;
  readonly kind: string;
  readonly text: string;
  readonly places: readonly Place[];
}

interface Place {
  readonly organization: string;
  readonly start: number;
  readonly end: number;
  readonly status: 'certain' | 'candidate';
}

/** Numbers of places in some sentences, and what went wrong, in words. */
export interface SentenceScore {
  readonly wanted: number;
  readonly found: number;
  readonly right: number;
  readonly faults: readonly string[];
}

const escapes = /\\(n|t|u[0-9a-f]{4})/gi;
const marks = /\[(\w+):([^\]]*)\]|\{(\w+):([^}]*)\}/g;

export const sentenceFiles = ['sentences.tsv', 'held-sentences.tsv'] as const;
/** German, French and Ukrainian, with the list `other-organizations.csv`. */
export const otherFiles = ['other-languages.tsv', 'held-other-languages.tsv'] as const;
/** Written later, with its own list `fresh-organizations.csv`. */
export const freshFile = 'fresh-languages.tsv';
/** Five languages with one list, `later-organizations.csv`; the last 159 after the rules for the others. */
export const laterFile = 'later-sentences.tsv';
/** Five languages with `closing-organizations.csv`; every second sentence of a language was held back while its kinds were mended. */
export const closingFile = 'closing-sentences.tsv';

export function markedSentences(
  file: (typeof sentenceFiles | typeof otherFiles)[number] | typeof freshFile | typeof laterFile | typeof closingFile,
): readonly MarkedSentence[] {
  const [, ...lines] = fileBeside(file).trimEnd().split('\n');
  return lines.map(line => {
    const [language = '', kind = '', marked = ''] = line.split('\t');
    return { language, kind, ...readMarks(marked.replaceAll(escapes, all => JSON.parse(`"${all}"`))) };
  });
}

function readMarks(marked: string): { text: string; places: readonly Place[] } {
  const places: Place[] = [];
  let text = '';
  let after = 0;
  for (const { 0: all, 1: sure, 2: name, 3: doubtful, 4: place, index } of marked.matchAll(marks)) {
    text += marked.slice(after, index);
    const start = text.length;
    text += name ?? place;
    after = index + all.length;
    const status = sure === undefined ? 'candidate' : 'certain';
    places.push({ organization: sure ?? doubtful!, start, end: text.length, status });
  }
  return { text: text + marked.slice(after), places };
}

export function sentenceDictionary(list = 'sentence-organizations.csv'): Dictionary {
  return new Dictionary(readOrganizations(listedInTable(fileBeside(list), list)));
}

/** Mentions count once, not those in longer names; a candidate counts only at a doubtful place, and harms nowhere else. */
export function scoreSentence({ text, places }: MarkedSentence, dictionary: Dictionary): SentenceScore {
  const found = findMentions(text, dictionary).mentions.filter(({ nestedIn }) => nestedIn === null);
  const isAt = (a: Omit<Place, 'status'>, b: Omit<Place, 'status'>) =>
    a.organization === b.organization && a.start < b.end && b.start < a.end;
  const missed = places.filter(each => !found.some(one => one.status === each.status && isAt(one, each)));
  const certain = found.filter(({ status }) => status === 'certain');
  const wrong = certain.filter(each => !places.some(one => one.status === 'certain' && isAt(one, each)));
  const right = places.length - missed.length;
  return {
    wanted: places.length,
    found: right + wrong.length,
    right,
    faults: [
      ...missed.map(each => `missed ${each.organization}: ${text.slice(each.start, each.end)} | ${text}`),
      ...wrong.map(each => `found ${each.organization}: ${each.surface} | ${text}`),
    ],
  };
}

/** F1 over all places of the sentences. */
export function sumOfScores(scores: readonly SentenceScore[]): SentenceScore & { readonly f1: number } {
  const sum = (of: 'wanted' | 'found' | 'right') => scores.reduce((total, each) => total + each[of], 0);
  const [wanted, found, right] = [sum('wanted'), sum('found'), sum('right')];
  return { wanted, found, right, faults: scores.flatMap(each => each.faults), f1: (2 * right) / (wanted + found) };
}

function fileBeside(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
