import { isSpace } from './skip-markup.ts';

const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const RETURN = 13;

/** Thrown when the tree of the page would cost too much. */
export class TreeTooCostly extends Error {}

/** Most elements, with clones; each takes some 110 bytes. */
const MAX_NODES = 150_000;
/** Most `<` in the page, in any place. Of 35,000 real pages the greatest, of 8.4 MB, has 363,653. */
const MAX_LESS_THANS = 400_000;
/** Most steps, some 0.4 µs each: elements made and placed, attributes, end tags and comments. */
const MAX_WORK = 2_000_000;
/** Greatest depth, as in browsers (Blink flattens at 512). It bounds each search through the stack of open elements. */
const MAX_DEPTH = 512;
/** Most attributes of one tag. */
const MAX_ATTRIBUTES = 10_000;
/** Most parts of the attribute values of one tag: the tokenizer builds a value from parts, one for each `&`. */
const MAX_PARTS = 300_000;
/** Most carriage returns: the tokenizer keeps the place of each that is followed by a line feed. */
const MAX_RETURNS = 1_000_000;
/** Most characters that could be a name: the tokenizer keeps an object for each. */
const MAX_NAME = 1_000_000;
const MAX_DOCTYPE = 10_000;

/**
 * Bounds the cost of one page's tree. A page within the bounds takes less than 2 s of CPU and 150 MB of memory; small
 * pages may take a number of steps in proportion to their length. Beyond them the tree builder stops with
 * `TreeTooCostly`.
 */
export class TreeBudget {
  private nodes = MAX_NODES;
  private work: number;
  /** A tag of three characters makes and places one element: two steps. */
  private steps: number;
  private attributes = 0;
  private parts = 0;

  constructor(pageLength: number, work = MAX_WORK) {
    this.work = work;
    this.steps = 2 * pageLength + 1000;
  }

  /** Counts a new element. `copied`: attributes that it shares with an earlier element of the same tag. */
  makeNode(copied: number): void {
    this.nodes -= 1;
    if (this.nodes < 0) throw new TreeTooCostly(`more than ${MAX_NODES} elements`);
    this.spend(1 + copied);
    this.step();
  }

  placeNode(): void {
    this.spend(1);
    this.step();
  }

  startToken(): void {
    this.attributes = 0;
    this.parts = 0;
    this.spend(1);
  }

  addAttribute(): void {
    this.spend(1);
    this.attributes += 1;
    if (this.attributes > MAX_ATTRIBUTES) throw new TreeTooCostly(`a tag with more than ${MAX_ATTRIBUTES} attributes`);
  }

  addPart(): void {
    this.parts += 1;
    if (this.parts > MAX_PARTS) throw new TreeTooCostly('an attribute of too many parts');
  }

  readDoctype(length: number): void {
    if (length > MAX_DOCTYPE) throw new TreeTooCostly(`a doctype of more than ${MAX_DOCTYPE} characters`);
  }

  openAt(depth: number): void {
    if (depth > MAX_DEPTH) throw new TreeTooCostly(`tree deeper than ${MAX_DEPTH} elements`);
  }

  private spend(work: number): void {
    this.work -= work;
    if (this.work < 0) throw new TreeTooCostly('too much work');
  }

  private step(): void {
    this.steps -= 1;
    if (this.steps < 0) throw new TreeTooCostly('misnested tags multiply');
  }
}

/** Throws `TreeTooCostly` for a page that would cost the tokenizer too much, whatever its tree. */
export function demandPlain(page: Uint8Array): void {
  const counts = { lessThans: 0, returns: 0, longestName: 0 };
  let nameStart = 0;
  for (let i = 0; i < page.length; i += 1) {
    const code = page[i]!;
    if (code === LESS) counts.lessThans += 1;
    if (code > GREATER || !(code === GREATER || code === SLASH || isSpace(code))) continue;
    counts.longestName = Math.max(counts.longestName, i - nameStart);
    nameStart = i + 1;
    if (code === RETURN) counts.returns += 1;
  }
  demandCounts({ ...counts, longestName: Math.max(counts.longestName, page.length - nameStart) });
}

/** Like `demandPlain`, for a decoded page. */
export function demandPlainText(html: string): void {
  if (html.length < Math.min(MAX_LESS_THANS, MAX_NAME, MAX_RETURNS)) return;
  const counts = { lessThans: 0, returns: 0, longestName: 0 };
  let nameStart = 0;
  for (let i = 0; i < html.length; i += 1) {
    const code = html.charCodeAt(i);
    if (code === LESS) counts.lessThans += 1;
    if (code > GREATER || !(code === GREATER || code === SLASH || isSpace(code))) continue;
    counts.longestName = Math.max(counts.longestName, i - nameStart);
    nameStart = i + 1;
    if (code === RETURN) counts.returns += 1;
  }
  demandCounts({ ...counts, longestName: Math.max(counts.longestName, html.length - nameStart) });
}

function demandCounts(counts: { lessThans: number; returns: number; longestName: number }): void {
  if (counts.longestName > MAX_NAME) throw new TreeTooCostly(`a name of more than ${MAX_NAME} characters`);
  if (counts.lessThans > MAX_LESS_THANS) throw new TreeTooCostly(`more than ${MAX_LESS_THANS} tags`);
  if (counts.returns > MAX_RETURNS) throw new TreeTooCostly(`more than ${MAX_RETURNS} carriage returns`);
}
