import { attributeNameEnd, isSpace, quotedEnd, spaceEnd, tagEnd, unquotedEnd } from './skip-markup.ts';
import { startsWithName } from './tag-names.ts';

const SPACE = 32;
const SLASH = 47;
const GREATER = 62;
const EQUALS = 61;
const QUOTE = 34;
const APOSTROPHE = 39;

/** Reads one tag's attributes as offsets (HTML standard, 13.2.5.32 to 13.2.5.40); one reader serves all tags. */
export class AttributeReader {
  nameStart = 0;
  nameEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  /** After the last attribute: the offset behind the tag's `>`, or -1 if the page ends inside the tag. */
  tagEnd = -1;
  /** After the last attribute: whether the tag ends in `/>`. */
  selfClosing = false;
  /** The offset after the attribute. */
  position = 0;
  private page: Uint8Array = new Uint8Array();

  /** `from` is the end of the tag's name. */
  start(page: Uint8Array, from: number): void {
    this.page = page;
    this.position = from;
    this.tagEnd = -1;
    this.selfClosing = false;
  }

  /** Moves to the next attribute; false behind the last one. */
  next(): boolean {
    const { page } = this;
    const { length } = page;
    let i = this.position;
    let code = page[i]!;
    while (code === SLASH || isSpace(code)) {
      i += 1;
      code = page[i]!;
    }
    if (i >= length) return this.ended(-1);
    if (code === GREATER) return this.ended(i + 1);
    this.nameStart = i;
    this.nameEnd = attributeNameEnd(page, i + 1);
    i = spaceEnd(page, this.nameEnd);
    if (page[i]! === EQUALS) this.readValue(spaceEnd(page, i + 1));
    else {
      this.valueStart = this.valueEnd = this.nameEnd;
      this.position = i;
    }
    return true;
  }

  /**
   * Moves to the first attribute with that name; later ones do not count. Without one it returns false and is at the
   * tag's end.
   */
  find(page: Uint8Array, from: number, name: string): boolean {
    this.start(page, from);
    if (this.isFirst(name)) return true;
    while (this.next()) if (this.nameIs(name)) return true;
    return false;
  }

  /** Moves to the attribute if it comes first, between a blank and `="`. This is the usual case. */
  private isFirst(name: string): boolean {
    const { page } = this;
    const start = this.position + 1;
    const end = start + name.length;
    if (page[end] !== EQUALS || page[end + 1] !== QUOTE || page[start - 1] !== SPACE) return false;
    if (!startsWithName(page, start, name)) return false;
    this.nameStart = start;
    this.nameEnd = end;
    this.readValue(end + 1);
    return true;
  }

  /** The offset behind the tag's `>`, from any place in the tag; -1 if the page ends inside the tag. */
  finish(): number {
    return this.tagEnd < 0 ? tagEnd(this.page, this.position) : this.tagEnd;
  }

  /** Whether the attribute is the first one of the tag whose name ends at `from`. */
  isAtFirst(from: number): boolean {
    return this.nameStart === from + 1 && this.tagEnd < 0;
  }

  private nameIs(name: string): boolean {
    return this.nameEnd - this.nameStart === name.length && startsWithName(this.page, this.nameStart, name);
  }

  private readValue(start: number): void {
    const quote = this.page[start]!;
    if (quote === QUOTE || quote === APOSTROPHE) {
      this.valueStart = start + 1;
      this.valueEnd = quotedEnd(this.page, start + 1, quote);
      this.position = this.valueEnd + 1;
    } else {
      this.valueStart = start;
      this.valueEnd = unquotedEnd(this.page, start);
      this.position = this.valueEnd;
    }
  }

  private ended(end: number): boolean {
    this.tagEnd = end;
    // A slash of an unquoted value was read with the value: then `position` is at the `>`.
    this.selfClosing = end > 0 && this.position <= end - 2 && this.page[end - 2] === SLASH;
    return false;
  }
}
