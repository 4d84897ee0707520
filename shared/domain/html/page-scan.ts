import { latin1 } from '../latin1.ts';
import { grown } from '../url/link-bytes.ts';
import { ProseSample } from './language/prose-text.ts';
import { type LinkElement, linkElements } from './link-element.ts';
import { isLetter } from './skip-markup.ts';

const KIND = 7;
const DECODE = 8;
const FRAGMENT = 16;
const HASH = 35;
const AMPERSAND = 38;
const CARRIAGE_RETURN = 13;
const START_CAPACITY = 1024;
const mostDescribed = 500;
const mostHeadings = 100;
const mostLoaded = 1_000;
const mostStyles = 1_000;
/** Between the tags of a heading that has no text, picture or label. */
const emptyHeading =
  /^(?:\s|&nbsp;|&#160;|<!--[^>]*-->|<\/?(?:a|b|br|em|i|p|small|span|strong)(?:\s(?![^>]*(?:aria-label|title)=)[^>]*)?>|<img\s(?=[^>]*\balt=(?:""|''))[^>]*>)*<\/h[1-6]/i;
const longestEmpty = 300;

/**
 * The links of one page as offsets into its bytes: arrays in place of one object per link, because pages may have
 * 28,000 links. One `PageScan` serves page after page; `scanPage` resets it.
 */
export class PageScan {
  /** Number of recorded links. Links beyond `maxLinks` are only counted, in `linksDropped`. */
  linkCount = 0;
  linksDropped = 0;
  /** Offsets of the values of `base href`, in document order: start, end, start, end … */
  readonly bases: number[] = [];
  /** Offsets of the content of the first `title`; both 0 without one. */
  titleStart = 0;
  titleEnd = 0;
  /** Whether the page's markup needed the tree builder (misnested links, framesets …). */
  usedTree = false;
  /** Whether the tree builder gave up (see `link-tree.ts`): then the links come from the tags as they are. */
  treeGivenUp = false;
  /** Number of words outside the title, scripts and styles (`count-words.ts`). */
  words = 0;
  /** Signature of the text (`text-signature.ts`); undefined without a word, and if no signature is wanted. */
  signature: Uint8Array | undefined;
  /** Offsets after the names of the start tags of `html`, `meta` and `link`, in document order, at most 500. */
  readonly described: number[] = [];
  /** Levels of the headings that are not empty, in document order, at most 100 digits. */
  headings = '';
  /** Offsets after the names of the start tags that load something (`script`, `iframe`, `video` …), at most 1,000. */
  readonly loaded: number[] = [];
  /** Likewise of `img`, and of `input` with an image. */
  readonly images: number[] = [];
  /** Where style sheets and the values of `style` are: start, end, start, end … */
  readonly styles: number[] = [];
  hasHeadingRole = false;
  readonly prose = new ProseSample();
  /** Offsets of the identifiers of elements, and of the names of `a`: start, end, start, end … */
  readonly ids: number[] = [];
  bytes: Uint8Array = new Uint8Array();
  readonly maxLinks: number;
  private view: string | undefined;
  private valueStarts = new Int32Array(START_CAPACITY);
  private valueEnds = new Int32Array(START_CAPACITY);
  private contentStarts = new Int32Array(START_CAPACITY);
  private nameEnds = new Int32Array(START_CAPACITY);
  private marks = new Uint8Array(START_CAPACITY);

  constructor(maxLinks = 200_000) {
    this.maxLinks = maxLinks;
  }

  /** The page as text of one character a byte, made at the first use: offsets cut values out of it. */
  get html(): string {
    this.view ??= latin1(this.bytes);
    return this.view;
  }

  reset(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.view = undefined;
    this.words = 0;
    this.signature = undefined;
    this.described.length = 0;
    this.headings = '';
    this.loaded.length = 0;
    this.images.length = 0;
    this.styles.length = 0;
    this.prose.reset(bytes);
    this.ids.length = 0;
    this.resetLinks();
  }

  /** Forgets the links, bases and title; values that come from tags alone stay. */
  resetLinks(): void {
    this.linkCount = 0;
    this.linksDropped = 0;
    this.bases.length = 0;
    this.titleStart = 0;
    this.titleEnd = 0;
    this.usedTree = false;
    this.treeGivenUp = false;
  }

  /** `nameEnd` is the offset after the name in the element's start tag, `contentStart` the offset after that tag. */
  addLink(kind: LinkElement, nameEnd: number, valueStart: number, valueEnd: number, contentStart: number): void {
    const index = this.linkCount;
    if (index >= this.maxLinks) {
      this.linksDropped += 1;
      return;
    }
    if (index === this.marks.length) this.grow();
    this.valueStarts[index] = valueStart;
    this.valueEnds[index] = valueEnd;
    this.contentStarts[index] = contentStart;
    this.nameEnds[index] = nameEnd;
    this.marks[index] = (kind === 'a' ? 0 : linkElements.indexOf(kind)) | signsIn(this.bytes, valueStart, valueEnd);
    this.linkCount = index + 1;
  }

  addDescribed(nameEnd: number): void {
    if (this.described.length < mostDescribed) this.described.push(nameEnd);
  }

  /** `from`: the offset behind its start tag. */
  addHeading(level: number, from: number): void {
    if (this.headings.length === mostHeadings) return;
    // A letter is no mark-up, no blank and no reference.
    const isEmpty = !isLetter(this.bytes[from]!) && emptyHeading.test(latin1(this.bytes, from, from + longestEmpty));
    if (!isEmpty) this.headings += level;
  }

  addLoaded(nameEnd: number, isImage: boolean): void {
    const list = isImage ? this.images : this.loaded;
    if (list.length < mostLoaded) list.push(nameEnd);
  }

  addStyle(start: number, end: number): void {
    if (this.styles.length < 2 * mostStyles) this.styles.push(start, end);
  }

  addBase(valueStart: number, valueEnd: number): void {
    this.bases.push(valueStart, valueEnd);
  }

  /** The first title counts (HTML, 3.1.5 document.title). */
  addTitle(start: number, end: number): void {
    if (this.titleStart !== 0) return;
    this.titleStart = start;
    this.titleEnd = end;
  }

  valueStart(link: number): number {
    return this.valueStarts[link]!;
  }

  valueEnd(link: number): number {
    return this.valueEnds[link]!;
  }

  contentStart(link: number): number {
    return this.contentStarts[link]!;
  }

  /** Where the attributes of the link's start tag begin. */
  nameEnd(link: number): number {
    return this.nameEnds[link]!;
  }

  /** The element of a link; the value of a `refresh` is its `content`. */
  kind(link: number): LinkElement {
    return linkElements[this.marks[link]! & KIND]!;
  }

  /** Whether the value holds `&`, a byte from 0x80 on, a carriage return or a NUL, so that its text must be decoded. */
  needsDecoding(link: number): boolean {
    return (this.marks[link]! & DECODE) !== 0;
  }

  /** Whether the value holds `#`. */
  hasFragment(link: number): boolean {
    return (this.marks[link]! & FRAGMENT) !== 0;
  }

  private grow(): void {
    const capacity = this.marks.length * 2;
    this.valueStarts = grown(this.valueStarts, new Int32Array(capacity));
    this.valueEnds = grown(this.valueEnds, new Int32Array(capacity));
    this.contentStarts = grown(this.contentStarts, new Int32Array(capacity));
    this.nameEnds = grown(this.nameEnds, new Int32Array(capacity));
    this.marks = grown(this.marks, new Uint8Array(capacity));
  }
}

/** By byte: whether a value with it must be decoded (`&`, non-ASCII, carriage return, NUL), or is an address with a fragment. */
const signs = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code === HASH) return FRAGMENT;
  return code >= 128 || code === AMPERSAND || code === CARRIAGE_RETURN || code === 0 ? DECODE : 0;
});

function signsIn(page: Uint8Array, start: number, end: number): number {
  let i = start;
  let found = 0;
  for (; i + 4 <= end; i += 4) {
    found |= signs[page[i]!]! | signs[page[i + 1]!]! | signs[page[i + 2]!]! | signs[page[i + 3]!]!;
  }
  for (; i < end; i += 1) found |= signs[page[i]!]!;
  return found;
}
