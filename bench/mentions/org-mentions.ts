import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Dictionary } from '../../shared/wings/publications/mentions/dictionary.ts';
import { findMentions } from '../../shared/wings/publications/mentions/find-mentions.ts';
import { plainAlias } from '../../shared/wings/publications/mentions/organization.ts';

/**
 * The documents of factRuEval-2016 that the suites have, and which of their mentions are of one organization. The texts
 * are read where they are; `organizations.json` beside this file has our own names of the organizations, in the nominative,
 * and the offsets of their mentions. Mentions without a name (`правительство`, `сборная`, `канал`) and places are left out.
 */
const textsFile = new URL('../../../shared/suites/org-mentions/ru.json.gz', import.meta.url);
const namesFile = new URL('organizations.json', import.meta.url);

export const hasOrgMentions = existsSync(textsFile);

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface NewsText {
  readonly id: string;
  readonly text: string;
  readonly mentions: readonly (Span & { readonly type: string })[];
}

interface NamedOrganization {
  readonly names: readonly string[];
  /** By document, start and end of each mention. */
  readonly at: Readonly<Record<string, readonly (readonly [start: number, end: number])[]>>;
}

/** Numbers of mentions in one document. */
export interface DocumentScore {
  /** Mentions of organizations of the list, and how many were found and linked to the right organization. */
  readonly gold: number;
  readonly recalled: number;
  /** Mentions that were found, how many are of the right organization, and how many of any. */
  readonly found: number;
  readonly right: number;
  readonly any: number;
}

export function readNewsTexts(): readonly NewsText[] {
  return JSON.parse(gunzipSync(readFileSync(textsFile)).toString('utf8'));
}

export function readNamedOrganizations(): readonly NamedOrganization[] {
  return JSON.parse(readFileSync(namesFile, 'utf8'));
}

/** Finds the mentions of `organizations` in a document; a place counts where it overlaps one of the annotators. */
export function scoreDocument(
  document: NewsText,
  organizations: readonly NamedOrganization[],
  dictionary: Dictionary,
): DocumentScore {
  const gold = organizations.flatMap(({ at }, index) =>
    (at[document.id] ?? []).map(([start, end]) => ({ organization: String(index), start, end })),
  );
  const found = findMentions(document.text, dictionary).mentions.filter(({ status }) => status === 'certain');
  const isSame = (a: Span & { organization: string }, b: Span & { organization: string }) =>
    a.organization === b.organization && overlaps(a, b);
  const anyOrganization = document.mentions.filter(({ type }) => type === 'Org');
  return {
    gold: gold.length,
    recalled: gold.filter(each => found.some(mention => isSame(mention, each))).length,
    found: found.length,
    right: found.filter(mention => gold.some(each => isSame(mention, each))).length,
    any: found.filter(mention => anyOrganization.some(each => overlaps(mention, each))).length,
  };
}

export function dictionaryOf(organizations: readonly NamedOrganization[]): Dictionary {
  return new Dictionary(
    organizations.map(({ names }, index) => ({ id: String(index), name: names[0]!, aliases: names.map(plainAlias) })),
  );
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Recall, precision and F1 over documents, and the part of what was found that is an organization at all. */
export function ratiosOf(scores: readonly DocumentScore[]): {
  recall: number;
  precision: number;
  f1: number;
  any: number;
} {
  const sum = (of: keyof DocumentScore) => scores.reduce((total, each) => total + each[of], 0);
  const recall = sum('recalled') / sum('gold');
  const precision = sum('right') / sum('found');
  return { recall, precision, f1: (2 * recall * precision) / (recall + precision), any: sum('any') / sum('found') };
}

/** 95 % interval of a figure over documents: 1,000 samples with replacement, the same in every run. */
export function intervalOf(
  scores: readonly DocumentScore[],
  figure: (scores: readonly DocumentScore[]) => number,
): readonly [number, number] {
  let seed = 1;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  const figures = Array.from({ length: 1_000 }, () =>
    figure(scores.map(() => scores[Math.floor(next() * scores.length)]!)),
  );
  figures.sort((a, b) => a - b);
  return [figures[25]!, figures[974]!];
}
