import * as z from 'zod';
import { BadInput, refusal } from '../../../../domain/refusal/refusal.ts';
import { jsonOf } from '../../../../domain/spec/fields/json-of.ts';

/** Two texts as a model reads them: numbers of tokens, and which text each is of. */
export interface TokenPair {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

/** `most`: tokens of both texts with all marks; the first text is cut. */
export type Tokenizer = (first: string, second: string, most: number) => TokenPair;

const mostPieces = 2_000_000;
const id = z.int().min(0).max(10_000_000);
const wordPieceForm = z.object({
  type: z.literal('WordPiece'),
  vocab: z.record(z.string(), id),
  unk_token: z.string(),
  continuing_subword_prefix: z.string().default('##'),
});
const unigramForm = z.object({
  type: z.literal('Unigram'),
  vocab: z.array(z.tuple([z.string().min(1), z.number()])).max(mostPieces),
  unk_id: id,
});
const fileForm = z.object({
  model: z.discriminatedUnion('type', [wordPieceForm, unigramForm]),
  normalizer: z.object({ lowercase: z.boolean().default(false), strip_accents: z.boolean().nullish() }).nullish(),
  added_tokens: z.array(z.object({ id, content: z.string() })).default([]),
});

/** The tokenizer of a `tokenizer.json` as Hugging Face's library writes it. Throws `BadInput` for kinds that are not read here. */
export function readTokenizer(text: string, name: string): Tokenizer {
  const file = fileForm.safeParse(jsonOf(text));
  if (!file.success) throw new BadInput([refusal('tone-tokenizer', { file: name })]);
  const { model, normalizer, added_tokens: added } = file.data;
  const marks = new Map(added.map(({ id, content }) => [content, id]));
  if (model.type === 'Unigram') return sentencePieces(model, marks, name);
  const vocabulary = new Map(Object.entries(model.vocab));
  const idOf = (token: string): number => marks.get(token) ?? vocabulary.get(token) ?? missing(name);
  const isLowercase = normalizer?.lowercase ?? false;
  const pieces = {
    vocabulary,
    unknown: idOf(model.unk_token),
    prefix: model.continuing_subword_prefix,
    isLowercase,
    dropsAccents: normalizer?.strip_accents ?? isLowercase,
  };
  const [begin, end] = [idOf('[CLS]'), idOf('[SEP]')];
  return pairs(each => wordPieces(each, pieces), [begin], [end], [end], 1);
}

function sentencePieces(
  { vocab, unk_id: unknown }: z.infer<typeof unigramForm>,
  marks: ReadonlyMap<string, number>,
  name: string,
): Tokenizer {
  const vocabulary = new Map(vocab.map(([piece, score], id) => [piece, { id, score }]));
  const idOf = (token: string): number => marks.get(token) ?? vocabulary.get(token)?.id ?? missing(name);
  const all: Unigrams = {
    vocabulary,
    unknown,
    longest: vocab.reduce((most, [piece]) => Math.max(most, piece.length), 1),
    unknownScore: vocab.reduce((least, [, score]) => Math.min(least, score), 0) - 10,
  };
  const [begin, end] = [idOf('<s>'), idOf('</s>')];
  return pairs(each => unigrams(each, all), [begin], [end, end], [end], 0);
}

function pairs(
  tokens: (text: string) => number[],
  begin: readonly number[],
  between: readonly number[],
  end: readonly number[],
  secondType: number,
): Tokenizer {
  return (first, second, most) => {
    const about = tokens(second).slice(0, Math.floor(most / 2));
    const room = most - begin.length - between.length - about.length - end.length;
    const head = [...begin, ...tokens(first).slice(0, room), ...between];
    const ids = [...head, ...about, ...end];
    return { ids, types: ids.map((_, at) => (at < head.length ? 0 : secondType)) };
  };
}

function missing(name: string): never {
  throw new BadInput([refusal('tone-tokenizer', { file: name })]);
}

interface Unigrams {
  /** By piece: its number and the logarithm of its probability. */
  readonly vocabulary: ReadonlyMap<string, { readonly id: number; readonly score: number }>;
  readonly unknown: number;
  /** The length of the longest piece, in UTF-16 units. */
  readonly longest: number;
  /** Below the score of any piece. */
  readonly unknownScore: number;
}

const space = '\u2581';

/**
 * Parts a text into the pieces that are most probable together (SentencePiece, unigram), by the best way to each place. Of
 * what SentencePiece does to a text first, compatible forms and spaces are done here.
 */
function unigrams(text: string, all: Unigrams): number[] {
  const plain = text.normalize('NFKC').replaceAll(/[\p{Cc}\p{Cf}]/gu, each => (/\s/.test(each) ? ' ' : ''));
  const words = plain.split(/\s+/).filter(word => word !== '');
  return words.flatMap(word => bestPieces(`${space}${word}`, all));
}

function bestPieces(word: string, { vocabulary, unknown, longest, unknownScore }: Unigrams): readonly number[] {
  const best: { score: number; from: number; id: number }[] = [{ score: 0, from: -1, id: -1 }];
  for (let to = 1; to <= word.length; to++) {
    let here = { score: best[to - 1]!.score + unknownScore, from: to - 1, id: unknown };
    for (let from = Math.max(0, to - longest); from < to; from++) {
      const piece = vocabulary.get(word.slice(from, to));
      if (piece !== undefined && best[from]!.score + piece.score > here.score)
        here = { score: best[from]!.score + piece.score, from, id: piece.id };
    }
    best.push(here);
  }
  const ids: number[] = [];
  for (let at = word.length; at > 0; at = best[at]!.from)
    // Unknown characters side by side are one token.
    if (best[at]!.id !== unknown || ids.at(-1) !== unknown) ids.push(best[at]!.id);
  return ids.reverse();
}

/** Words of a text as the tokenizers of BERT split it: runs of letters and digits, and each sign by itself. */
const words = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
const ideographs = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/gu;
/** A longer word is one unknown token. */
const longestWord = 100;

interface WordPieces {
  readonly vocabulary: ReadonlyMap<string, number>;
  readonly unknown: number;
  /** The beginning of pieces within a word: `##`. */
  readonly prefix: string;
  readonly isLowercase: boolean;
  readonly dropsAccents: boolean;
}

/** Parts a text into the longest known pieces from the left (WordPiece). */
function wordPieces(text: string, { vocabulary, unknown, prefix, isLowercase, dropsAccents }: WordPieces): number[] {
  const cased = isLowercase ? text.toLowerCase() : text;
  const plain = dropsAccents ? cased.normalize('NFD').replaceAll(/\p{Mn}/gu, '') : cased;
  const clean = plain.replaceAll(/[\p{Cc}\p{Cf}\ufffd]/gu, each => (/\s/.test(each) ? ' ' : ''));
  const ids: number[] = [];
  for (const [word] of clean.replaceAll(ideographs, ' $& ').matchAll(words)) ids.push(...piecesOf(word));
  return ids;

  function piecesOf(word: string): readonly number[] {
    if (word.length > longestWord) return [unknown];
    const found: number[] = [];
    for (let from = 0; from < word.length; ) {
      let to = word.length;
      let id: number | undefined;
      for (; to > from; to--) {
        id = vocabulary.get(`${from === 0 ? '' : prefix}${word.slice(from, to)}`);
        if (id !== undefined) break;
      }
      if (id === undefined) return [unknown];
      found.push(id);
      from = to;
    }
    return found;
  }
}
