import { latin1 } from '../../latin1.ts';

/** Least bytes of a run of text that is a sentence rather than a word of a menu. */
const longRun = 60;
/** Bytes of text that are enough. */
const enough = 450;
/** Most tags that are read for them. */
const mostTags = 2_000;
const longestPiece = 1_000;

/**
 * A sample of a page's text to see its language by: the first long runs without a tag of a block; without a long one
 * all runs. The scanner reports texts and blocks until the sample is full. One sample serves page after page.
 */
export class ProseSample {
  /** Whether more text is wanted. */
  isOpen = true;
  private page: Uint8Array = new Uint8Array();
  private readonly long: string[] = [];
  /** Offsets of the pieces of all runs: start, end, start, end … */
  private readonly pieces: number[] = [];
  private runStart = 0;
  private runBytes = 0;
  private found = 0;
  private tags = 0;
  /** The text before it is no prose. */
  passed = 0;

  reset(page: Uint8Array): void {
    this.page = page;
    this.isOpen = true;
    this.long.length = this.pieces.length = this.runStart = this.runBytes = this.found = this.tags = this.passed = 0;
  }

  /** A tag ends the text from `from` to `less`. */
  text(from: number, less: number): void {
    this.tags += 1;
    if (this.tags > mostTags) this.isOpen = false;
    if (less <= from || from < this.passed) return;
    this.pieces.push(from, Math.min(less, from + longestPiece));
    this.runBytes += less - from;
  }

  /** The run ends. */
  block(): void {
    if (this.runBytes >= longRun) {
      const text = textOf(this.page, this.pieces.slice(this.runStart), '');
      if (text.length >= longRun) this.found += this.long.push(text) && text.length;
      if (this.found >= enough) this.isOpen = false;
    }
    this.runStart = this.pieces.length;
    this.runBytes = 0;
  }

  /** One character a byte. */
  get raw(): string {
    this.block();
    return this.found === 0 ? textOf(this.page, this.pieces, ' ') : this.long.join(' ');
  }
}

/** White space is collapsed byte by byte: a part of a character of UTF-8 may be white space in Latin-1. */
function textOf(page: Uint8Array, pieces: readonly number[], between: string): string {
  let text = '';
  for (let at = 0; at < pieces.length && text.length < longestPiece; at += 2)
    text += latin1(page, pieces[at], pieces[at + 1]) + between;
  return text.replace(/[\t\n\f\r ]+/g, ' ');
}
