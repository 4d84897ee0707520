import { oneLine } from '../../../shared/domain/text-columns.ts';
import type { Tone } from '../../../shared/wings/publications/tone/tone-engine.ts';
import { ToneFault } from '../../../shared/wings/publications/tone/tone-port.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { cutToWidth, formatCount, formatCounted, print, terminalColumns } from '../terminal/print.ts';
import type { EngineOptions } from './engine-options.ts';
import { inOrder } from './in-order.ts';
import { openEngine } from './open-engine.ts';
import { readToneLines, type ToneLine } from './tone-lines.ts';

export interface ClassifyOptions extends EngineOptions {
  readonly confidence: number;
  readonly json?: true;
}

/** Output is written in pieces of about so many characters. */
const pieceLength = 65_536;
/** Bad lines that standard error says with their numbers. With --json standard output has all of them. */
const mostTold = 20;

type Answered =
  | { readonly line: number; readonly tone: Tone }
  | { readonly line: number; readonly fault: string; readonly isBad: boolean };

/** `orbweaver tone classify`: the tone of each line's sentence towards its target, line by line. */
export async function classify(file: string, options: ClassifyOptions): Promise<number> {
  const opened = await openEngine(options);
  const { engine, parallel } = opened;
  const mark = engine.name === 'linear-1' ? {} : { engine: engine.name };
  const counts: Counts = { good: 0, bad: 0, untold: 0 };
  let piece = '';
  const flush = async (): Promise<void> => {
    const text = piece;
    piece = '';
    if (text !== '') await print(text);
  };
  const answer = async (each: ToneLine): Promise<Answered> => {
    const { line } = each;
    if (each.fault !== undefined) return { line, fault: each.fault, isBad: true };
    try {
      return { line, tone: await engine.tone(each.item) };
    } catch (error) {
      if (error instanceof ToneFault) return { line, fault: error.message, isBad: false };
      throw error;
    }
  };
  try {
    for await (const each of inOrder(readToneLines(file), answer, parallel)) {
      if ('fault' in each) {
        countFault(each, counts);
        // Lines of the output stay beside those of the input.
        piece += options.json ? `${JSON.stringify({ line: each.line, error: each.fault })}\n` : '';
      } else {
        counts.good += 1;
        const { tone } = each;
        const said = tone.p[tone.class] < options.confidence ? 'unclassified' : tone.class;
        piece += options.json
          ? `${JSON.stringify({ ...mark, ...tone, class: said })}\n`
          : shownTone(each.line, said, tone);
      }
      if (piece.length >= pieceLength || parallel > 1) await flush();
    }
  } finally {
    await flush();
    const told = opened.told();
    if (told !== undefined) process.stderr.write(`orbweaver: ${told}\n`);
  }
  return told(counts);
}

interface Counts {
  good: number;
  /** Lines that are no sentence with a target. */
  bad: number;
  /** Lines that the engine gave no tone. */
  untold: number;
}

function countFault({ line, fault, isBad }: Extract<Answered, { fault: string }>, counts: Counts): void {
  if (isBad) counts.bad += 1;
  else counts.untold += 1;
  if (counts.bad + counts.untold <= mostTold) process.stderr.write(`orbweaver: line ${line}: ${fault}.\n`);
}

function told({ good, bad, untold }: Counts): number {
  const all = formatCount(good + bad + untold);
  if (bad + untold > mostTold)
    process.stderr.write(`orbweaver: … and ${formatCount(bad + untold - mostTold)} more lines.\n`);
  if (untold > 0)
    process.stderr.write(`orbweaver: ${formatCounted(untold, 'line')} of ${all} got no tone from the engine.\n`);
  if (bad > 0)
    process.stderr.write(
      `orbweaver: ${formatCounted(bad, 'line')} of ${all} could not be used; allowed are lines ` +
        'like {"sentence": "…", "start": 0, "end": 3}, offsets in UTF-16 units.\n',
    );
  return bad + untold > 0 ? exitCodes.badInput : exitCodes.finished;
}

function shownTone(line: number, said: string, { p, words }: Tone): string {
  const figures = [p.negative, p.neutral, p.positive].map(each => each.toFixed(2)).join(' ');
  const why = words.map(({ text }) => oneLine(text)).join(', ');
  return `${cutToWidth(`line ${line}  ${said}  ${figures}  ${why}`, terminalColumns)}\n`;
}
