import { AttributeReader } from './attribute-reader.ts';
import { readLinksFromTree } from './links-from-tree.ts';
import type { PageScan } from './page-scan.ts';
import { bogusCommentEnd, commentEnd, isLetter, rawTextEnd, scriptEnd, tagEnd, tagNameEnd } from './skip-markup.ts';
import {
  A,
  BASE,
  FRAME,
  FRAMESET,
  IFRAME,
  INTEGRATION,
  isNamed,
  MATH,
  META,
  PLAINTEXT,
  propertiesOf,
  RAW_TEXT,
  SCRIPT,
  SVG,
  TITLE,
  tagIdAt,
} from './tag-names.ts';
import { TreeWatch } from './tree-watch.ts';

const LESS = 60;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const NEAR = 24;

export interface ScanOptions {
  /** Record the `src` of `frame` and `iframe` too. */
  readonly frames: boolean;
}

/**
 * Finds the links of a page as the HTML standard's tree would hold them (scripting off), in document order, with its
 * bases and title. `html` is the latin1 view of bytes in an ASCII-compatible encoding (`toScannable`). Time is linear
 * in the length of the page. Most pages are read in one pass over their tags; where these do not decide what the tree
 * holds (`TreeWatch`), the tree is built, within the limits of `links-from-tree.ts`.
 */
export function scanPage(html: string, into: PageScan, options: ScanOptions): void {
  if (scanner.scan(html, into, options.frames, true)) return;
  into.reset(html);
  into.usedTree = readLinksFromTree(html, into, options.frames);
  if (into.usedTree) return;
  scanner.scan(html, into, options.frames, false);
  into.treeGivenUp = true;
}

/** Most tags are near; only for the rest is the call of a search worth its price. */
function nextMarkup(html: string, from: number): number {
  const near = Math.min(from + NEAR, html.length);
  for (let i = from; i < near; i += 1) if (html.charCodeAt(i) === LESS) return i;
  return html.indexOf('<', near);
}

class Scanner {
  private readonly watch = new TreeWatch();
  private readonly attributes = new AttributeReader();
  private html = '';
  private into!: PageScan;
  private frames = false;
  private sawFrameset = false;

  /** False where it stopped because the tags do not decide. */
  scan(html: string, into: PageScan, frames: boolean, stopInDoubt: boolean): boolean {
    const { watch } = this;
    this.html = html;
    this.into = into;
    this.frames = frames;
    this.sawFrameset = false;
    watch.reset();
    into.reset(html);
    let i = nextMarkup(html, 0);
    while (i >= 0) {
      i = nextMarkup(html, this.markup(i));
      if (watch.inDoubt && stopInDoubt) return false;
    }
    return true;
  }

  /** Reads what the `<` at `start` begins; answers the offset after it. */
  private markup(start: number): number {
    const { html } = this;
    const code = html.charCodeAt(start + 1);
    if (code === SLASH) return this.endTag(start + 2);
    if (isLetter(code)) return this.startTag(start + 1);
    if (code === BANG) return this.declaration(start + 2);
    if (code === QUESTION) return bogusCommentEnd(html, start + 2);
    return start + 1;
  }

  private declaration(from: number): number {
    const { html, watch } = this;
    if (html.startsWith('--', from)) return commentEnd(html, from + 2);
    if (watch.foreign && html.startsWith('[CDATA[', from)) watch.inDoubt = true;
    return bogusCommentEnd(html, from);
  }

  private endTag(nameStart: number): number {
    const { html } = this;
    if (!isLetter(html.charCodeAt(nameStart))) return bogusCommentEnd(html, nameStart);
    const nameEnd = tagNameEnd(html, nameStart);
    const end = tagEnd(html, nameEnd);
    if (end < 0) return html.length;
    this.watch.endTag(html, tagIdAt(html, nameStart, nameEnd), nameStart, nameEnd);
    return end;
  }

  private startTag(nameStart: number): number {
    const { html, watch } = this;
    const nameEnd = tagNameEnd(html, nameStart);
    const id = tagIdAt(html, nameStart, nameEnd);
    if (id === A) return this.anchor(nameEnd);
    const foreign = watch.foreign;
    const end = tagEnd(html, nameEnd);
    if (end < 0) return html.length;
    const selfClosing = (foreign || id === SVG || id === MATH) && this.isSelfClosing(nameEnd);
    watch.startTag(id, nameStart, nameEnd, selfClosing);
    if (id === 0) return end;
    this.recordElement(id, nameEnd);
    const properties = propertiesOf[id]!;
    if (foreign && (properties & (RAW_TEXT | INTEGRATION)) !== 0) this.expectPlainText(nameStart, nameEnd, end);
    else if ((properties & RAW_TEXT) !== 0) return this.rawText(id, nameStart, nameEnd, end);
    return end;
  }

  private isSelfClosing(nameEnd: number): boolean {
    const { attributes } = this;
    attributes.start(this.html, nameEnd);
    while (attributes.next());
    return attributes.selfClosing;
  }

  private anchor(nameEnd: number): number {
    const { attributes, html, into, watch } = this;
    const found = attributes.find(html, nameEnd, 'href');
    const { valueStart, valueEnd } = attributes;
    const end = attributes.finish();
    if (end < 0) return html.length;
    watch.startAnchor(found, watch.foreign && this.isSelfClosing(nameEnd));
    if (found && !watch.inTemplate) into.addLink('a', valueStart, valueEnd, end);
    return end;
  }

  /** The elements that matter beside `a`. */
  private recordElement(id: number, nameEnd: number): void {
    if (id === FRAMESET) this.seeFrameset();
    else if (id === BASE) this.recordBase(nameEnd);
    else if (id === META) this.recordRefresh(nameEnd);
    else if (this.frames && (id === IFRAME || (id === FRAME && this.sawFrameset))) this.recordFrame(nameEnd);
  }

  private seeFrameset(): void {
    this.sawFrameset = true;
    this.watch.inDoubt = true;
  }

  private recordBase(nameEnd: number): void {
    const { attributes, into, watch } = this;
    if (watch.inTemplate || !attributes.find(this.html, nameEnd, 'href')) return;
    if (watch.foreign || watch.inSelect) watch.inDoubt = true;
    into.addBase(attributes.valueStart, attributes.valueEnd);
  }

  private recordFrame(nameEnd: number): void {
    const { attributes, into, watch } = this;
    if (watch.inTemplate || !attributes.find(this.html, nameEnd, 'src')) return;
    watch.expectPlace();
    if (watch.foreign) watch.inDoubt = true;
    const { valueStart, valueEnd } = attributes;
    into.addLink('frame', valueStart, valueEnd, attributes.finish());
  }

  private recordRefresh(nameEnd: number): void {
    const { attributes, html, into, watch } = this;
    if (watch.inTemplate || !attributes.find(html, nameEnd, 'http-equiv')) return;
    if (!isNamed(html, attributes.valueStart, attributes.valueEnd, 'refresh')) return;
    if (!attributes.find(html, nameEnd, 'content')) return;
    watch.expectPlace();
    const { valueStart, valueEnd } = attributes;
    into.addLink('refresh', valueStart, valueEnd, attributes.finish());
  }

  private rawText(id: number, nameStart: number, nameEnd: number, from: number): number {
    const { html, watch } = this;
    if (id === SCRIPT) return scriptEnd(html, from);
    if (watch.inSelect) watch.inDoubt = true;
    if (id === PLAINTEXT) return html.length;
    const end = rawTextEnd(html, from, html.slice(nameStart, nameEnd).toLowerCase());
    if (id === TITLE && !watch.inTemplate) this.into.addTitle(from, end);
    return end;
  }

  /** Where markup and text cannot be told apart (SVG's `style` …) only an element without markup is certain. */
  private expectPlainText(nameStart: number, nameEnd: number, from: number): void {
    const { html, watch } = this;
    const next = html.indexOf('<', from);
    const nameLength = nameEnd - nameStart;
    const closes =
      html.charCodeAt(next + 1) === SLASH &&
      isNamed(html, next + 2, next + 2 + nameLength, html.slice(nameStart, nameEnd).toLowerCase()) &&
      tagNameEnd(html, next + 2) === next + 2 + nameLength;
    if (!closes) watch.inDoubt = true;
  }
}

const scanner = new Scanner();
