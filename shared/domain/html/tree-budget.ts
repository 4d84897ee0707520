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

/** Throws `TreeTooCostly` for a page that would cost the tokenizer too much, whatever its tree. Bytes, or a decoded page. */
export function demandPlain(page: Uint8Array | string): void {
  demandFew(page, LESS, MAX_LESS_THANS, 'tags');
  demandFew(page, RETURN, MAX_RETURNS, 'carriage returns');
  demandShortNames(page);
}

function demandFew(page: Uint8Array | string, code: number, most: number, what: string): void {
  if (page.length <= most) return;
  const character = String.fromCharCode(code);
  const next = (from: number) => (typeof page === 'string' ? page.indexOf(character, from) : page.indexOf(code, from));
  let count = 0;
  for (let at = next(0); at >= 0; at = next(at + 1)) count += 1;
  if (count > most) throw new TreeTooCostly(`more than ${most} ${what}`);
}

/** Looks at the ends of steps of the greatest length only: a step without an end is too long a name. */
function demandShortNames(page: Uint8Array | string): void {
  const codeAt = (i: number) => (typeof page === 'string' ? page.charCodeAt(i) : page[i]!);
  let start = 0;
  while (start + MAX_NAME < page.length) {
    let end = start + MAX_NAME;
    while (end >= start && !endsName(codeAt(end))) end -= 1;
    if (end < start) throw new TreeTooCostly(`a name of more than ${MAX_NAME} characters`);
    start = end + 1;
  }
}

function endsName(code: number): boolean {
  return code === GREATER || code === SLASH || isSpace(code);
}
