/**
 * The detector of the package eld over the data of that package, with equal answers at a fifth of its cost (`score-languages.test.ts`): pieces of
 * words are numbers, and a table of numbers has their weights. The package keeps its data from importers, so the files are named by their path.
 */
import { avgScore } from '../../../../node_modules/eld/src/avgScore.js';
import { dictionary } from '../../../../node_modules/eld/src/dictionary.js';
import { ngramsData } from '../../../../node_modules/eld/src/ngrams/extrasmall.js';
import { separators } from '../../../../node_modules/eld/src/regexPatterns.js';

export interface DetectedLanguage {
  /** ISO 639-1; empty if no piece of the text is known. */
  readonly language: string;
  readonly isReliable: boolean;
}

const longestText = 1_000;
/** The text ends with the first blank behind so many bytes, and at the latest behind `mostBytes`. */
const enoughBytes = 350;
const mostBytes = 380;
const longestWord = 70;
const pieceBytes = 4;
const stride = 3;
const blank = 32;
/** The data has weights less this number, to be smaller. */
const leastWeight = 53;
/** Scales weights to values between 0 and 1. */
const scale = 25;
const enoughOfAverage = 0.75;

const codes = Object.values(ngramsData.languages);
/** By piece: the languages that have it, each with its weight behind it. */
const known = new Map<number, readonly number[]>();
/** Most pieces that are known at a time; then all are read anew. */
const mostKnown = 1 << 16;

function weightsOf(piece: number): readonly number[] {
  const found = known.get(piece);
  if (found !== undefined) return found;
  let name = '';
  for (let rest = piece; rest > 0; rest = Math.floor(rest / 256)) name = dictionaryAt(rest % 256) + name;
  const weights = Object.entries(ngramsData.ngrams[name] ?? {}).flatMap(([language, weight]) => [
    Number(language),
    weight + leastWeight,
  ]);
  if (known.size >= mostKnown) known.clear();
  known.set(piece, weights);
  return weights;
}

function dictionaryAt(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : dictionary[byte]!;
}

const scores = new Int32Array(codes.length);
const word = new Uint8Array(mostBytes + 4);
let pieces = new Set<number>();

export function scoreLanguages(text: string): DetectedLanguage {
  scores.fill(0);
  pieces = new Set();
  readWords(text.substring(0, longestText).replace(separators, ' ').trim().toLowerCase());
  for (const piece of pieces) {
    const weights = weightsOf(piece);
    for (let at = 0; at < weights.length; at += 2) scores[weights[at]!]! += weights[at + 1]!;
  }
  const best = bestOf(-1);
  if (best < 0) return { language: '', isReliable: false };
  const language = codes[best]!;
  const weight = scores[best]! / pieces.size;
  const score = weight / (weight + scale);
  // The package compares with the number of the second language, not with its score.
  const second = Math.max(0, bestOf(best));
  const isClear = score >= avgScore[language]! * enoughOfAverage && Math.abs(score - second) >= 0.01;
  return { language, isReliable: pieces.size >= 3 && isClear };
}

/** The language with the highest score, without `except`; -1 if all are 0. */
function bestOf(except: number): number {
  let [best, most] = [-1, 0];
  for (let language = 0; language < scores.length; language += 1) {
    if (scores[language]! <= most || language === except) continue;
    best = language;
    most = scores[language]!;
  }
  return best;
}

function readWords(text: string): void {
  let [length, count] = [0, 0];
  for (let at = 0; at < text.length && count <= mostBytes; at += 1) {
    let code = text.charCodeAt(at);
    if (code === blank) {
      if (length > 0) addPieces(length);
      length = 0;
      if (count > enoughBytes) break;
      count += 1;
      continue;
    }
    if (code >= 0xd800 && code < 0xe000) {
      at += 1;
      code = 0x10000 + (((code & 0x3ff) << 10) | (text.charCodeAt(at) & 0x3ff));
    }
    const end = putCharacter(code, length);
    count += end - length;
    length = end;
  }
  if (length > 0) addPieces(length);
}

/** Writes a character in UTF-8; returns the offset behind it. */
function putCharacter(code: number, at: number): number {
  if (code < 0x80) {
    word[at] = code;
    return at + 1;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  word[at] = ((0xff00 >> (more + 1)) & 0xff) | (code >> (6 * more));
  for (let left = more - 1; left >= 0; left -= 1) word[at + more - left] = 0x80 | ((code >> (6 * left)) & 0x3f);
  return at + more + 1;
}

/** Adds four bytes from each third byte on, and the last four bytes; a blank is before the first piece and behind the last piece. */
function addPieces(length: number): void {
  const end = Math.min(length, longestWord);
  let from = 0;
  for (; from + pieceBytes < end; from += stride) pieces.add(pieceAt(from, from + pieceBytes, from === 0 ? blank : 0));
  if (length > longestWord) pieces.add(restAt(end - pieceBytes, length));
  else pieces.add(pieceAt(Math.max(0, end - pieceBytes), end, from === 0 ? blank : 0) * 256 + blank);
}

function pieceAt(start: number, end: number, first: number): number {
  let key = first;
  for (let at = start; at < end; at += 1) key = key * 256 + word[at]!;
  return key;
}

/** The package takes the whole rest of a long word as a piece. No language has it, and no number below 0 is known. */
function restAt(start: number, end: number): number {
  let key = 1;
  for (let at = start; at < end; at += 1) key = (key * 8191 + word[at]!) % 2 ** 40;
  return -key;
}
