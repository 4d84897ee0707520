import { analyse } from 'chardet';
import { encodingOfLabel } from './encoding-label.ts';

const SAMPLE_BYTES = 65_536;
/** Below it chardet guesses. */
const MIN_CONFIDENCE = 40;
const CYRILLIC = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const;

/** Letters of Russian text per 10,000 (Russian National Corpus), а to я. */
const FREQUENCIES = [
  801, 159, 454, 170, 298, 849, 94, 165, 735, 121, 349, 440, 321, 670, 1097, 281, 473, 547, 626, 262, 26, 97, 48, 144,
  73, 36, 4, 190, 174, 32, 64, 201,
];
const LOGS = FREQUENCIES.map(count => Math.log(count / 10_000));
/** Not a Cyrillic letter, or a capital after a small letter: as rare as two rare letters. */
const ODD = -8;
/** Russian text has -2.9 on average; other scripts read as Cyrillic stay below -4. */
const MIN_MEAN = -3.6;

/** The encoding of non-ASCII bytes that are not UTF-8 and that nobody declared; undefined where nothing is likely. */
export function detectEncoding(body: Uint8Array): string | undefined {
  const sample = body.subarray(0, SAMPLE_BYTES);
  return detectCyrillic(sample) ?? detectOther(sample);
}

/** Our own, because chardet takes short Cyrillic text for something else. */
function detectCyrillic(sample: Uint8Array): string | undefined {
  const words = wordsOf(sample);
  if (words.length === 0) return undefined;
  let best: string | undefined;
  let bestMean = MIN_MEAN;
  for (const encoding of CYRILLIC) {
    const mean = meanLogLikelihood(new TextDecoder(encoding).decode(words));
    if (mean > bestMean) {
      bestMean = mean;
      best = encoding;
    }
  }
  return best;
}

/** Runs of two and more bytes from 0x80 on, each after a space: Latin text has its non-ASCII letters singly. */
function wordsOf(sample: Uint8Array): Uint8Array {
  const words = new Uint8Array(sample.length * 2);
  let used = 0;
  let highBytes = 0;
  for (let i = 0; i < sample.length; ) {
    const start = i;
    while (i < sample.length && sample[i]! >= 0x80) i += 1;
    highBytes += i - start;
    if (i - start >= 2) {
      words[used] = 0x20;
      words.set(sample.subarray(start, i), used + 1);
      used += i - start + 1;
    }
    i += 1;
  }
  return used > highBytes / 2 ? words.subarray(0, used) : words.subarray(0, 0);
}

function meanLogLikelihood(text: string): number {
  let sum = 0;
  let count = 0;
  let afterSmall = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x20) {
      afterSmall = false;
      continue;
    }
    const letter = letterIndex(code);
    const capital = code < 0x430;
    sum += letter < 0 || (capital && afterSmall) ? ODD : LOGS[letter]!;
    afterSmall = letter >= 0 && !capital;
    count += 1;
  }
  return count === 0 ? Number.NEGATIVE_INFINITY : sum / count;
}

/** 0 to 31 for а to я in either case, ё as е; -1 for anything else. */
function letterIndex(code: number): number {
  if (code === 0x401 || code === 0x451) return 5;
  return code >= 0x410 && code <= 0x44f ? (code - 0x410) % 32 : -1;
}

function detectOther(sample: Uint8Array): string | undefined {
  const [best] = analyse(sample);
  if (!best || best.confidence < MIN_CONFIDENCE) return undefined;
  return encodingOfLabel(best.name);
}
