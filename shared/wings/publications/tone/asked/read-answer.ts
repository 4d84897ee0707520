import * as z from 'zod';
import type { Tone } from '../tone-engine.ts';
import { type ToneClass, toneClasses } from '../tone-model.ts';
import { ToneFault } from '../tone-port.ts';
import type { Question } from './question.ts';

/** How far the probabilities of an answer may be from 1 in all; models round. */
const mostOff = 0.03;
/** Probabilities count as these at most, and as 1 minus these at least, where their odds are taken. */
const surest = 0.999;

const share = z.number().min(0).max(1);
const answerForm = z.object({
  tone: z.string(),
  probabilities: z.object({ negative: share, neutral: share, positive: share }).optional(),
  quote: z.string(),
});

/**
 * The tone that a model's answer says: text, or the value that its text would be. Fields that are not requested are left out.
 * Throws `ToneFault` for all that the answer must not be.
 */
export function readAnswer(answer: unknown, question: Question): Tone {
  const read = answerForm.safeParse(typeof answer === 'string' ? jsonOf(answer) : answer);
  if (!read.success) throw new ToneFault('fields');
  const { tone, probabilities, quote } = read.data;
  if (!isTone(tone)) throw new ToneFault('class');
  const p = probabilities === undefined ? { negative: 0, neutral: 0, positive: 0, [tone]: 1 } : scaled(probabilities);
  if (toneClasses.some(each => p[each] > p[tone])) throw new ToneFault('contradiction');
  return { class: tone, p, words: wordsOf(quote, tone, p[tone], question) };
}

/** The value of a text that is JSON, also where a model sets it in a code fence. */
function jsonOf(text: string): unknown {
  const [, fenced = text] = /^\s*```[a-z]*\s(.*)```\s*$/is.exec(text) ?? [];
  try {
    return JSON.parse(fenced);
  } catch {
    throw new ToneFault('not-json');
  }
}

function isTone(text: string): text is ToneClass {
  return toneClasses.some(each => each === text);
}

function scaled({ negative, neutral, positive }: Tone['p']): Tone['p'] {
  const sum = negative + neutral + positive;
  if (Math.abs(sum - 1) > mostOff) throw new ToneFault('sum');
  return { negative: negative / sum, neutral: neutral / sum, positive: positive / sum };
}

/** The quote as the one word of the explanation: it carries the odds of the class. Nothing needs to decide for neutral. */
function wordsOf(quote: string, tone: ToneClass, p: number, { text, offset }: Question): Tone['words'] {
  const plain = quote.replaceAll(/[\u27e6\u27e7]/g, '').trim();
  if (plain === '' && tone === 'neutral') return [];
  const at = text.indexOf(plain);
  if (plain === '' || at < 0) throw new ToneFault('quote');
  const held = Math.min(surest, Math.max(1 - surest, p));
  const start = offset + at;
  return [{ text: plain, start, end: start + plain.length, weight: Math.log(held / (1 - held)) }];
}
