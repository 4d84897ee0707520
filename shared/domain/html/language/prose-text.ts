import { latin1 } from '../../latin1.ts';
import type { PageScan } from '../page-scan.ts';
import { contentText } from '../scanned-text.ts';
import { bogusCommentEnd, commentEnd, isLetter, rawTextEnd, startsComment, tagEnd } from '../skip-markup.ts';
import { idOf, propertiesOf, SPECIAL, TagName } from '../tag-names.ts';

/** Least bytes of a run of text that is a sentence rather than a word of a menu. */
const longRun = 60;
/** Bytes of text that are enough. */
const enough = 450;
/** Most tags that are read for them. */
const mostTags = 2_000;
const longestPiece = 1_000;
/** Elements whose content is no prose of the page. */
const passedOver = new Map(['script', 'style', 'textarea', 'pre', 'select'].map(name => [idOf(name), name]));
const name = new TagName();

/**
 * A sample of the page's text to see its language by: the first long runs without a tag of a block; without a long one all runs.
 */
export function proseText({ bytes: page, titleEnd }: PageScan, encoding: string): string {
  const long: string[] = [];
  const pieces: number[] = [];
  let [runStart, runBytes, found, i] = [0, 0, 0, titleEnd];
  for (let tags = 0; tags < mostTags && found < enough && i < page.length; tags += 1) {
    const next = page.indexOf(60, i);
    const less = next < 0 ? page.length : next;
    pieces.push(i, Math.min(less, i + longestPiece));
    runBytes += less - i;
    const id = openedAt(page, less);
    i = name.end;
    if (i < page.length && (propertiesOf[id]! & SPECIAL) === 0) continue;
    const text = runBytes < longRun ? '' : textOf(page, pieces.slice(runStart), '');
    if (text.length >= longRun) found += long.push(text) && text.length;
    [runStart, runBytes] = [pieces.length, 0];
  }
  return contentText(found === 0 ? textOf(page, pieces.slice(0, mostTags), ' ') : long.join(' '), encoding);
}

/** The id of the tag at `less`, 0 for other markup; then `name.end` is the offset after it, and after content that is passed over. */
function openedAt(page: Uint8Array, less: number): number {
  const isEnd = page[less + 1] === 47;
  const start = less + (isEnd ? 2 : 1);
  const id = isLetter(page[start]!) ? name.read(page, start) : 0;
  if (id === 0 && !isLetter(page[start]!)) {
    const isBogus = [33, 47, 63].includes(page[less + 1]!);
    name.end = startsComment(page, less)
      ? commentEnd(page, less + 4)
      : isBogus
        ? bogusCommentEnd(page, less + 2)
        : start;
    return 0;
  }
  const end = tagEnd(page, name.end);
  const passed = isEnd ? undefined : passedOver.get(id);
  name.end = end < 0 ? page.length : passed === undefined ? end : rawTextEnd(page, end, passed);
  return id;
}

/** White space is collapsed byte by byte: a part of a character of UTF-8 may be white space in Latin-1. */
function textOf(page: Uint8Array, pieces: readonly number[], between: string): string {
  let text = '';
  for (let at = 0; at < pieces.length && text.length < longestPiece; at += 2)
    text += latin1(page, pieces[at], pieces[at + 1]) + between;
  return text.replace(/[\t\n\f\r ]+/g, ' ');
}
