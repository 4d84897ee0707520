import * as z from 'zod';
import { BadInput, refusal } from '../../../domain/refusal/refusal.ts';
import { toneLanguages } from './context-words.ts';
import { featureVersion } from './tone-features.ts';
import { classCount, type LinearWeights } from './tone-model.ts';

/** The version of the file's form. */
const format = 1;
const mostInt16 = 32_767;
const mostUint16 = 65_535;
const mostHeader = 65_536;
const kindOfFile = 'orbweaver tone model';

/** Weights of a training are below ten. A larger number is not a weight, and could make sums that are not numbers. */
const mostWeight = 1e6;
const weight = z.number().min(-mostWeight).max(mostWeight);
const triple = z.tuple([weight, weight, weight]).readonly();
const headerForm = z.object({
  kind: z.literal(kindOfFile),
  format: z.number(),
  engine: z.literal('linear-1'),
  featureVersion: z.number(),
  language: z.enum(toneLanguages),
  /** SHA-256 of the file of words that the model was trained with. */
  words: z.string(),
  /** SHA-256 of the sentences that it was trained on, or of their file. */
  data: z.string(),
  rows: z.int().min(1),
  features: z.int().min(0).max(10_000_000),
  dense: z.int().min(0).max(10_000),
  /** The factor of the whole numbers of sparse weights. */
  step: weight,
  offsets: triple,
  calibration: z.object({ slope: weight, offsets: triple }),
});
type Header = z.infer<typeof headerForm>;

/** The facts in a model's file about itself, beside its weights. */
export type ToneModelFacts = Pick<Header, 'engine' | 'language' | 'words' | 'data' | 'calibration'>;

export interface ToneModelFile {
  readonly facts: ToneModelFacts;
  readonly weights: LinearWeights;
}

/**
 * A model as bytes (docs/formats/publications.md, "Tone models"), little-endian: the length of the header, the header as JSON, then known features, their
 * counts, sparse weights, means, scales and dense weights. Equal models are equal bytes.
 */
export function encodeToneModel({ facts, weights }: ToneModelFile): Uint8Array {
  const { features, counts, rows, sparse, mean, scale, dense, offsets } = weights;
  const step = sparse.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / mostInt16 || 1;
  const { engine, language, words, data, calibration } = facts;
  const header: Header = {
    ...{ kind: kindOfFile, format, engine, featureVersion, language, words, data, rows },
    ...{ features: features.length, dense: mean.length, step, offsets, calibration },
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(4 + text.length + bodyLength(header));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  bytes.set(text, 4);
  let end = 4 + text.length;
  const next = (length: number): number => {
    end += length;
    return end - length;
  };
  for (const each of features) view.setUint32(next(4), each, true);
  for (const each of counts) view.setUint16(next(2), Math.min(each, mostUint16), true);
  for (const each of sparse) view.setInt16(next(2), Math.round(each / step), true);
  for (const part of [mean, scale, dense]) for (const each of part) view.setFloat32(next(4), each, true);
  return bytes;
}

function bodyLength({ features, dense }: Pick<Header, 'features' | 'dense'>): number {
  return features * (4 + 2 + 2 * classCount) + 4 * dense * (2 + classCount);
}

/** The model of a file; `name` is the file's, for sentences. Throws `BadInput` where this version cannot use it. */
export function decodeToneModel(bytes: Uint8Array, name: string): ToneModelFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.byteLength < 4 ? 0 : view.getUint32(0, true);
  const header = headerOf(bytes.subarray(4, 4 + Math.min(length, mostHeader)), name);
  if (bytes.byteLength !== 4 + length + bodyLength(header))
    throw new BadInput([
      refusal('tone-model-cut', { file: name, length: bytes.byteLength, needed: 4 + length + bodyLength(header) }),
    ]);
  let at = 4 + length;
  const read = (count: number, size: number, get: (at: number) => number): number[] => {
    const from = at;
    at += count * size;
    return Array.from({ length: count }, (_, index) => get(from + index * size));
  };
  const { features, dense, step, rows, offsets } = header;
  const floats = (count: number): Float64Array =>
    Float64Array.from(read(count, 4, each => view.getFloat32(each, true)));
  const weights = {
    features: Int32Array.from(read(features, 4, each => view.getUint32(each, true))),
    counts: Int32Array.from(read(features, 2, each => view.getUint16(each, true))),
    rows,
    sparse: Float64Array.from(read(features * classCount, 2, each => view.getInt16(each, true) * step)),
    mean: floats(dense),
    scale: floats(dense),
    dense: floats(dense * classCount),
    offsets,
  };
  const isSound = [weights.sparse, weights.mean, weights.scale, weights.dense].every(part =>
    part.every(each => Math.abs(each) <= mostWeight),
  );
  if (!isSound) throw new BadInput([refusal('tone-model-numbers', { file: name })]);
  return { facts: header, weights };
}

function headerOf(bytes: Uint8Array, name: string): Header {
  const json = jsonOf(bytes);
  const versions = z
    .object({ kind: z.literal(kindOfFile), format: z.number(), featureVersion: z.number() })
    .safeParse(json);
  if (!versions.success) throw new BadInput([refusal('tone-model-none', { file: name })]);
  const has = versions.data;
  if (has.format !== format || has.featureVersion !== featureVersion) {
    const isNewer = has.format > format || (has.format === format && has.featureVersion > featureVersion);
    const facts = { file: name, has: `${has.format}.${has.featureVersion}`, allowed: `${format}.${featureVersion}` };
    throw new BadInput([refusal(isNewer ? 'tone-model-newer' : 'tone-model-older', facts)]);
  }
  const header = headerForm.safeParse(json);
  if (!header.success) throw new BadInput([refusal('tone-model-none', { file: name })]);
  return header.data;
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
