import { isSpace } from './skip-markup.ts';

const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const RETURN = 13;

/** The tree of the page would cost too much. */
export class TreeTooCostly extends Error {}

/** Elements, clones included; each takes some 110 bytes. */
const MAX_NODES = 150_000;
/** `<` in the page, wherever. Of 35,000 real pages the one with most, of 8.4 MB, has 363,653. */
const MAX_LESS_THANS = 400_000;
/** Some 0.4 µs each: elements made and placed, attributes, end tags and comments. */
const MAX_WORK = 2_000_000;
/** Deeper than any browser builds (Blink flattens at 512); bounds each search through the stack of open elements. */
const MAX_DEPTH = 512;
/** Of one tag. */
const MAX_ATTRIBUTES = 10_000;
/** Parts from which the value of an attribute is put together, a part for each `&`; counted for one tag. */
const MAX_PARTS = 300_000;
/** Carriage returns, for the tokenizer keeps the place of each that a line feed follows. */
const MAX_RETURNS = 1_000_000;
/** Characters that could be a name. The tokenizer keeps an object for each character of a name. */
const MAX_NAME = 1_000_000;
const MAX_DOCTYPE = 10_000;

/**
 * What the tree of one page may cost. A page within these bounds takes less than 2 s of CPU and 150 MB of memory, and of
 * small pages a number of steps that grows with their length. Beyond them the tree builder stops with `TreeTooCostly`.
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

  /** `copied`: attributes of a tag that had an element before. */
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

  /** A tag or a comment begins. */
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

/** Throws `TreeTooCostly` where the tokenizer could not bear the page, whatever tree it makes. */
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

/** The same for a page that is decoded. */
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
