import { latin1 } from '../latin1.ts';
import { AttributeReader } from './attribute-reader.ts';
import { WordCounter } from './count-words.ts';
import type { LinkElement } from './link-element.ts';
import { readLinksFromTree } from './links-from-tree.ts';
import type { PageScan } from './page-scan.ts';
import { bogusCommentEnd, commentEnd, isLetter, rawTextEnd, scriptEnd, tagEnd } from './skip-markup.ts';
import * as tags from './tag-names.ts';
import { isShadowMode, shadowMode } from './tree-node.ts';
import { TreeWatch } from './tree-watch.ts';

const LINE_FEED = 10;
const LESS = 60;
const SPACE = 32;
const SLASH = 47;
const BANG = 33;
const DASH = 45;
const QUESTION = 63;
/** Elements whose content is no prose of the page, also where it is markup. */
const noProse = new Map(['script', 'style', 'textarea', 'pre', 'select'].map(name => [tags.idOf(name), name]));

export interface ScanOptions {
  /** Elements that are links; `frame`: the `src` of `frame` and `iframe`. */
  readonly elements: readonly LinkElement[];
  /** Whether the text gets a signature. Absent: no. */
  readonly signsText?: boolean;
}

/**
 * Finds the links of a page as the HTML standard's tree would hold them (scripting off), in document order, with its
 * bases and title. `page` is in an ASCII-compatible encoding (`toScannable`) and stays unchanged while `into` is in
 * use. Time is linear in the length of the page. Most pages are read in one pass over their tags; where the tags do not
 * determine the tree (`TreeWatch`), the tree is built within the limits of `link-tree.ts`; beyond these limits the tags
 * count as they are (`treeGivenUp`).
 */
export function scanPage(page: Uint8Array, into: PageScan, options: ScanOptions): void {
  if (scanner.scan(page, into, options, true)) return;
  // Words and descriptions come from the tags alone.
  scanner.scan(page, into, options, false);
  into.resetLinks();
  into.usedTree = readLinksFromTree(into, options.elements);
  if (into.usedTree) return;
  scanner.scan(page, into, options, false);
  into.treeGivenUp = true;
}

class Scanner {
  private readonly watch = new TreeWatch();
  private readonly name = new tags.TagName();
  private readonly attributes = new AttributeReader();
  private readonly words = new WordCounter();
  private page: Uint8Array = new Uint8Array();
  private into!: PageScan;
  private anchors = true;
  private refreshes = true;
  /** Whether area, link or frame is wanted; most scans do not want them. */
  private others = false;
  private elements: readonly LinkElement[] = [];
  private sawFrameset = false;

  /** False if it stopped because the tags do not determine the tree. */
  scan(page: Uint8Array, into: PageScan, { elements, signsText }: ScanOptions, stopInDoubt: boolean): boolean {
    const { watch, words } = this;
    this.page = page;
    this.into = into;
    words.reset(signsText);
    this.elements = elements;
    this.anchors = elements.includes('a');
    this.refreshes = elements.includes('refresh');
    this.others = elements.some(element => element !== 'a' && element !== 'refresh');
    this.sawFrameset = false;
    watch.reset();
    into.reset(page);
    let i = words.textEnd(page, 0);
    while (i >= 0) {
      const from = this.markup(i);
      i = this.textEnd(from);
      if (into.prose.isOpen) into.prose.text(from, i < 0 ? page.length : i);
      if (watch.inDoubt && stopInDoubt) return false;
    }
    into.words = words.count;
    into.signature = words.signed();
    return true;
  }

  /** The next `<`; -1 without one. After two of three tags the next tag follows at once, or on the next line. */
  private textEnd(from: number): number {
    const { page, words } = this;
    const code = page[from];
    if (code === LESS) return from;
    if (code !== LINE_FEED || page[from + 1] !== LESS) return words.textEnd(page, from);
    words.part();
    return from + 1;
  }

  /** Reads the markup that begins with the `<` at `start`; returns the offset after it. */
  private markup(start: number): number {
    const { page } = this;
    const code = page[start + 1]!;
    if (code === SLASH) return this.endTag(start + 2);
    if (isLetter(code)) return this.startTag(start + 1);
    if (code === BANG) return this.declaration(start + 2);
    if (code === QUESTION) return bogusCommentEnd(page, start + 2);
    return start + 1;
  }

  private declaration(from: number): number {
    const { page, watch } = this;
    if (page[from] === DASH && page[from + 1] === DASH) return commentEnd(page, from + 2);
    if (watch.foreign && latin1(page, from, from + 7) === '[CDATA[') watch.inDoubt = true;
    return bogusCommentEnd(page, from);
  }

  private endTag(nameStart: number): number {
    const { page } = this;
    if (!isLetter(page[nameStart]!)) return bogusCommentEnd(page, nameStart);
    const id = this.name.read(page, nameStart);
    const nameEnd = this.name.end;
    const end = tagEnd(page, nameEnd);
    if (end < 0) return page.length;
    if ((tags.propertiesOf[id]! & tags.SPECIAL) !== 0) this.block();
    this.watch.endTag(page, id, nameStart, nameEnd);
    return end;
  }

  /** A tag of a block, with the offset after a start tag. */
  private block(id = 0, end = 0): void {
    const { prose } = this.into;
    this.words.part();
    if (!prose.isOpen) return;
    prose.block();
    const name = noProse.get(id);
    if (name !== undefined && end >= prose.passed) prose.passed = rawTextEnd(this.page, end, name);
  }

  private startTag(nameStart: number): number {
    const { page, watch } = this;
    const id = this.name.read(page, nameStart);
    const nameEnd = this.name.end;
    if (id === tags.A) return this.anchor(nameEnd);
    const foreign = watch.foreign;
    const end = tagEnd(page, nameEnd, watch.inTemplate ? undefined : this.into);
    if (end < 0) return page.length;
    if (this.into.hasHeadingRole) this.headingByRole(id, nameEnd, end);
    if (id === tags.TEMPLATE && !watch.inTemplate && this.isShadowTree(nameEnd)) {
      watch.inDoubt = true;
      return end;
    }
    const selfClosing = (foreign || id === tags.SVG || id === tags.MATH) && this.isSelfClosing(nameEnd);
    watch.startTag(id, nameStart, nameEnd, selfClosing);
    if (id === 0) return end;
    this.recordElement(id, nameEnd);
    const properties = tags.propertiesOf[id]!;
    if ((properties & tags.NOTED) !== 0 && !watch.inTemplate) this.note(id, nameEnd, end);
    if ((properties & tags.SPECIAL) !== 0) this.block(id, end);
    if (foreign && (properties & (tags.RAW_TEXT | tags.INTEGRATION)) !== 0)
      this.expectPlainText(id, nameStart, nameEnd, end);
    else if ((properties & tags.RAW_TEXT) !== 0) return this.rawText(id, nameStart, nameEnd, end);
    return end;
  }

  /** Whether the tree shows what is in a template: its end tag counts as one that ends nothing. */
  private isShadowTree(nameEnd: number): boolean {
    const { attributes, page } = this;
    if (!attributes.find(page, nameEnd, shadowMode)) return false;
    return isShadowMode(latin1(page, attributes.valueStart, Math.min(attributes.valueEnd, attributes.valueStart + 7)));
  }

  private isSelfClosing(nameEnd: number): boolean {
    const { attributes } = this;
    attributes.start(this.page, nameEnd);
    while (attributes.next());
    return attributes.selfClosing;
  }

  private anchor(nameEnd: number): number {
    const { attributes, into, page, watch } = this;
    const found = attributes.find(page, nameEnd, 'href');
    const { valueStart, valueEnd } = attributes;
    const notes = watch.inTemplate ? undefined : into;
    // In most links it comes first, and what is before it need not be read again.
    const end = tagEnd(page, attributes.isAtFirst(nameEnd) ? attributes.position : nameEnd, notes, true);
    if (end < 0) return page.length;
    if (into.hasHeadingRole) this.headingByRole(tags.A, nameEnd, end);
    watch.startAnchor(found, watch.foreign && this.isSelfClosing(nameEnd));
    // Only the tree shows whether this is an element of SVG, where the older attribute counts.
    if (!found && watch.foreign && attributes.find(page, nameEnd, 'xlink:href')) watch.inDoubt = true;
    if (found && this.anchors && !watch.inTemplate) into.addLink('a', nameEnd, valueStart, valueEnd, end);
    return end;
  }

  /** Records the elements that matter, except `a`. */
  private recordElement(id: number, nameEnd: number): void {
    if ((id === tags.META || id === tags.LINK || id === tags.HTML) && !this.watch.inTemplate)
      this.describe(id, nameEnd);
    if (id === tags.FRAMESET) this.seeFrameset();
    else if (id === tags.BASE) this.recordBase(nameEnd);
    else if (id === tags.META) this.recordRefresh(nameEnd);
    else if (this.others) this.recordOther(id, nameEnd);
  }

  private describe(id: number, nameEnd: number): void {
    const { attributes, into, page } = this;
    into.addDescribed(nameEnd);
    // A page that states its language needs no sample of its text.
    if (id !== tags.HTML || !into.prose.isOpen || !attributes.find(page, nameEnd, 'lang')) return;
    into.prose.isOpen = attributes.valueStart === attributes.valueEnd || page[attributes.valueStart]! <= SPACE;
  }

  private note(id: number, nameEnd: number, end: number): void {
    const { attributes, into, page, watch } = this;
    if (id >= tags.H1 && id <= tags.H6) into.addHeading(id - tags.H1 + 1, end);
    else if (id !== tags.INPUT) into.addLoaded(nameEnd, id === tags.IMG || (id === tags.IMAGE && !watch.foreign));
    else if (
      attributes.find(page, nameEnd, 'type') &&
      tags.isNamed(page, attributes.valueStart, attributes.valueEnd, 'image')
    )
      into.addLoaded(nameEnd, true);
  }

  /** ARIA 1.2: without `aria-level` its level is 2. */
  private headingByRole(id: number, nameEnd: number, end: number): void {
    const { attributes, into, page } = this;
    into.hasHeadingRole = false;
    if (id >= tags.H1 && id <= tags.H6) return;
    const hasLevel = attributes.find(page, nameEnd, 'aria-level');
    const level = hasLevel ? Number(latin1(page, attributes.valueStart, attributes.valueEnd)) : 2;
    if (level >= 1 && level <= 6) into.addHeading(level, end);
  }

  private recordOther(id: number, nameEnd: number): void {
    if (id === tags.AREA) this.recordLink('area', 'href', nameEnd);
    else if (id === tags.LINK) this.recordLink('link', 'href', nameEnd);
    else if (id === tags.IFRAME || (id === tags.FRAME && this.sawFrameset)) this.recordLink('frame', 'src', nameEnd);
  }

  private seeFrameset(): void {
    this.sawFrameset = true;
    this.watch.inDoubt = true;
  }

  private recordBase(nameEnd: number): void {
    const { attributes, into, watch } = this;
    if (watch.inTemplate || !attributes.find(this.page, nameEnd, 'href')) return;
    if (watch.foreign || watch.inSelect) watch.inDoubt = true;
    into.addBase(attributes.valueStart, attributes.valueEnd);
  }

  /** For elements that do not exist in SVG and MathML. */
  private recordLink(kind: LinkElement, attribute: string, nameEnd: number): void {
    const { attributes, into, page, watch } = this;
    if (watch.inTemplate || !this.elements.includes(kind) || !attributes.find(page, nameEnd, attribute)) return;
    watch.expectPlace();
    if (watch.foreign) watch.inDoubt = true;
    const { valueStart, valueEnd } = attributes;
    into.addLink(kind, nameEnd, valueStart, valueEnd, attributes.finish());
  }

  private recordRefresh(nameEnd: number): void {
    const { attributes, into, page, watch } = this;
    if (!this.refreshes || watch.inTemplate || !attributes.find(page, nameEnd, 'http-equiv')) return;
    if (!tags.isNamed(page, attributes.valueStart, attributes.valueEnd, 'refresh')) return;
    if (!attributes.find(page, nameEnd, 'content')) return;
    watch.expectPlace();
    const { valueStart, valueEnd } = attributes;
    into.addLink('refresh', nameEnd, valueStart, valueEnd, attributes.finish());
  }

  private rawText(id: number, nameStart: number, nameEnd: number, from: number): number {
    const { page, watch } = this;
    if (id === tags.SCRIPT) return scriptEnd(page, from);
    if (watch.inSelect) watch.inDoubt = true;
    if (id === tags.PLAINTEXT) return page.length;
    const end = rawTextEnd(page, from, latin1(page, nameStart, nameEnd).toLowerCase());
    if (id === tags.TITLE && !watch.inTemplate) this.into.addTitle(from, end);
    if (id === tags.STYLE && !watch.inTemplate) this.into.addStyle(from, end);
    return end;
  }

  /**
   * If markup and text look alike (SVG's `style` …), only an element without markup is certain. The text of HTML's
   * `plaintext` has no end.
   */
  private expectPlainText(id: number, nameStart: number, nameEnd: number, from: number): void {
    const { page, watch } = this;
    const next = page.indexOf(LESS, from);
    const nameLength = nameEnd - nameStart;
    const closes =
      page[next + 1]! === SLASH &&
      tags.isNamed(page, next + 2, next + 2 + nameLength, latin1(page, nameStart, nameEnd).toLowerCase()) &&
      tags.tagNameEnd(page, next + 2) === next + 2 + nameLength;
    if (!closes || id === tags.PLAINTEXT) watch.inDoubt = true;
  }
}

const scanner = new Scanner();
