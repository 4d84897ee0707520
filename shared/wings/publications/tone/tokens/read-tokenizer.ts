import * as z from 'zod';
import { BadInput, refusal } from '../../../../domain/refusal/refusal.ts';
import { type Unigrams, unigrams } from './unigrams.ts';
import { wordPieces } from './word-pieces.ts';

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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
