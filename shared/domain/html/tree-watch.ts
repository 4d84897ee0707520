import { latin1 } from '../latin1.ts';
import * as tags from './tag-names.ts';

const MAX_INNER = 64;
const STRUCTURE = 0;
const IN_CELL = 1;

/**
 * Detects when the tree of the HTML standard may hold other `a` elements, or hold them in another order, than the tags
 * suggest. Only then the tree builder is needed. Invariant: `inDoubt` is set before the first such difference. It may
 * also be set without a difference. The differences (HTML standard, 13.2.4.3, 13.2.6):
 * - an `a` is open when its block is closed: the next block opens the `a` again, so its link counts twice;
 * - what is in a table but in no cell is moved before the table;
 * - `select` and `frameset` drop tags;
 * - SVG and MathML have their own rules for text.
 */
export class TreeWatch {
  inDoubt = false;
  /** Number of open `svg` and `math` elements, or more. */
  private svgDepth = 0;
  private mathDepth = 0;
  private templateDepth = 0;
  private linkInTemplate = false;
  /** Elements opened since the start tag of the open `a`. */
  private anchorOpen = false;
  private innerDepth = 0;
  private readonly innerIds = new Uint8Array(MAX_INNER);
  private readonly innerStarts = new Int32Array(MAX_INNER);
  private readonly innerEnds = new Int32Array(MAX_INNER);
  /** Number of open `p` elements, or more. */
  private paragraphs = 0;
  private paragraphKept = false;
  private selectOpen = false;
  private selectInTemplate = false;
  /** For each open table: whether we are inside a cell, or in the structure around cells. */
  private readonly tables: number[] = [];

  reset(): void {
    this.inDoubt = false;
    this.svgDepth = 0;
    this.mathDepth = 0;
    this.templateDepth = 0;
    this.linkInTemplate = false;
    this.anchorOpen = false;
    this.innerDepth = 0;
    this.paragraphs = 0;
    this.paragraphKept = false;
    this.selectOpen = false;
    this.selectInTemplate = false;
    this.tables.length = 0;
  }

  /** Whether the next tag may be in SVG or MathML. */
  get foreign(): boolean {
    return this.svgDepth + this.mathDepth > 0;
  }

  get inTemplate(): boolean {
    return this.templateDepth > 0;
  }

  get inSelect(): boolean {
    return this.selectOpen || this.selectInTemplate;
  }

  /** Call before recording a link that a table or a select neither moves nor drops. */
  expectPlace(): void {
    const { tables } = this;
    if (this.selectOpen || (tables.length > 0 && tables[tables.length - 1] === STRUCTURE)) this.inDoubt = true;
  }

  /** A start tag of `a`; `isLink`: it has an `href`; `selfClosing`: it ends in `/>` where that counts. */
  startAnchor(isLink: boolean, selfClosing: boolean): void {
    if (this.inTemplate) {
      this.linkInTemplate ||= isLink;
      return;
    }
    if (this.anchorOpen) this.closeAnchor();
    if (!isLink) return;
    this.expectPlace();
    // Only in SVG and MathML the tag closes itself, and we do not know whether it is there.
    if (selfClosing) this.inDoubt = true;
    this.anchorOpen = true;
    this.innerDepth = 0;
  }

  /** Any other start tag. `selfClosing`: the tag ends in `/>`, and is `svg` or `math` or may be inside them. */
  startTag(id: number, nameStart: number, nameEnd: number, selfClosing: boolean): void {
    const properties = tags.propertiesOf[id]!;
    if ((properties & tags.WATCHED) === 0 && !this.anchorOpen) return;
    if (this.foreign && (id === tags.TEMPLATE || id === tags.TABLE || (properties & tags.TABLE_PART) !== 0))
      this.inDoubt = true;
    if (id === tags.SVG && !selfClosing) this.svgDepth += 1;
    else if (id === tags.MATH && !selfClosing) this.mathDepth += 1;
    else if (id === tags.TEMPLATE) this.startTemplate();
    if (this.inTemplate) {
      this.startInTemplate(id, properties);
      return;
    }
    if (this.anchorOpen) this.startInAnchor(id, properties, nameStart, nameEnd, selfClosing);
    if (id === tags.P) this.paragraphs += 1;
    else if (id === tags.SELECT) this.selectOpen = true;
    else if (id === tags.TABLE) this.tables.push(STRUCTURE);
    else if ((properties & tags.TABLE_PART) !== 0)
      this.setTableState((properties & tags.CELL) !== 0 ? IN_CELL : STRUCTURE);
    if (this.paragraphs > 0 && tags.SCOPE_BOUNDARIES.has(id)) this.paragraphKept = true;
  }

  endTag(page: Uint8Array, id: number, nameStart: number, nameEnd: number): void {
    if ((tags.propertiesOf[id]! & tags.WATCHED) === 0 && !this.anchorOpen) return;
    if (id === tags.SVG) this.svgDepth = Math.max(0, this.svgDepth - 1);
    else if (id === tags.MATH) this.mathDepth = Math.max(0, this.mathDepth - 1);
    else if (id === tags.TEMPLATE) this.endTemplate();
    if (this.inTemplate || id === tags.TEMPLATE) return;
    if (this.anchorOpen) this.endInAnchor(page, id, nameStart, nameEnd);
    if (id === tags.P) this.paragraphs = Math.max(0, this.paragraphs - 1);
    else if (id === tags.SELECT) this.selectOpen = false;
    else if (id === tags.TABLE) this.tables.pop();
    else if ((tags.propertiesOf[id]! & tags.TABLE_PART) !== 0) this.setTableState(STRUCTURE);
  }

  private startTemplate(): void {
    if (this.anchorOpen) this.inDoubt = true;
    this.templateDepth += 1;
  }

  private endTemplate(): void {
    this.templateDepth = Math.max(0, this.templateDepth - 1);
    if (!this.inTemplate) this.selectInTemplate = false;
  }

  /**
   * An open link outlives its template if its marker is never removed (13.2.4.3, 13.2.6.4.4). After a `col` even start
   * tags of raw text are dropped (13.2.6.4.12).
   */
  private startInTemplate(id: number, properties: number): void {
    if (id === tags.SELECT) this.selectInTemplate = true;
    if (id === tags.COL) this.inDoubt = true;
    if (this.linkInTemplate && ((properties & tags.CELL) !== 0 || tags.SCOPE_BOUNDARIES.has(id))) this.inDoubt = true;
  }

  private setTableState(state: number): void {
    const { tables } = this;
    if (tables.length > 0) tables[tables.length - 1] = state;
  }

  private startInAnchor(
    id: number,
    properties: number,
    nameStart: number,
    nameEnd: number,
    selfClosing: boolean,
  ): void {
    if ((properties & tags.CLOSES_A) !== 0) this.inDoubt = true;
    if ((properties & tags.CLOSES_P) !== 0 && (this.paragraphs > 0 || this.paragraphKept)) this.inDoubt = true;
    if (tags.LIST_ITEMS.has(id) && !(this.innerDepth > 0 && tags.LISTS.has(this.innerIds[this.innerDepth - 1]!))) {
      this.inDoubt = true;
    }
    if (selfClosing && id !== tags.SVG && id !== tags.MATH && (properties & tags.SPECIAL) !== 0) this.inDoubt = true;
    if ((properties & tags.VOID) !== 0 || selfClosing) return;
    if (this.innerDepth === MAX_INNER) {
      this.inDoubt = true;
      return;
    }
    this.innerIds[this.innerDepth] = id;
    this.innerStarts[this.innerDepth] = nameStart;
    this.innerEnds[this.innerDepth] = nameEnd;
    this.innerDepth += 1;
  }

  private endInAnchor(page: Uint8Array, id: number, nameStart: number, nameEnd: number): void {
    if (id === tags.A) {
      this.closeAnchor();
      return;
    }
    const top = this.innerDepth - 1;
    if (top < 0 || this.innerIds[top] !== id || (id === 0 && !this.isTopName(page, nameStart, nameEnd))) {
      this.inDoubt = true;
      return;
    }
    this.innerDepth = top;
  }

  private isTopName(page: Uint8Array, start: number, end: number): boolean {
    const top = this.innerDepth - 1;
    return tags.isNamed(page, start, end, latin1(page, this.innerStarts[top], this.innerEnds[top]).toLowerCase());
  }

  /** The open `a` ends by its end tag or by the next `a`: harmless unless a special element is in between. */
  private closeAnchor(): void {
    for (let i = 0; i < this.innerDepth; i += 1) {
      if ((tags.propertiesOf[this.innerIds[i]!]! & tags.SPECIAL) !== 0) this.inDoubt = true;
    }
    this.anchorOpen = false;
  }
}
