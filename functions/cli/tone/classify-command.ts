import { once } from 'node:events';
import type { ToneLanguage } from '../../../shared/wings/publications/tone/context-words.ts';
import type { Tone } from '../../../shared/wings/publications/tone/tone-engine.ts';
import { toneEngineOf } from '../../embedded/tone-models.ts';
import { cutToWidth, oneLine, terminalColumns } from '../mentions/shown-lines.ts';
import { formatCount, formatCounted } from '../terminal/amounts.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { readToneLines } from './tone-lines.ts';

export interface ClassifyOptions {
  readonly language: ToneLanguage;
  readonly model?: string;
  readonly confidence: number;
  readonly json?: true;
}

/** Output is written in pieces of about so many characters. */
const pieceLength = 65_536;
/** Bad lines that are told one by one on standard error; standard output has the fault of each with --json. */
const mostTold = 20;

/** `orbweaver tone classify`: the tone of each line's sentence towards its target, line by line. */
export async function classify(file: string, options: ClassifyOptions): Promise<number> {
  const engine = await toneEngineOf(options.language, options.model);
  let good = 0;
  let bad = 0;
  let piece = '';
  for await (const each of readToneLines(file)) {
    if (each.fault !== undefined) {
      bad += 1;
      if (bad <= mostTold) process.stderr.write(`orbweaver: line ${each.line}: ${each.fault}.\n`);
      // Lines of the output stay beside those of the input.
      piece += options.json ? `${JSON.stringify({ line: each.line, error: each.fault })}\n` : '';
    } else {
      good += 1;
      const tone = engine.tone(each.item);
      const said = tone.p[tone.class] < options.confidence ? 'unclassified' : tone.class;
      piece += options.json ? `${JSON.stringify({ ...tone, class: said })}\n` : shownTone(each.line, said, tone);
    }
    if (piece.length >= pieceLength) {
      await print(piece);
      piece = '';
    }
  }
  await print(piece);
  return told(good, bad);
}

function told(good: number, bad: number): number {
  if (bad > mostTold) process.stderr.write(`orbweaver: … and ${formatCount(bad - mostTold)} more bad lines.\n`);
  if (bad > 0)
    process.stderr.write(
      `orbweaver: ${formatCounted(bad, 'line')} of ${formatCount(good + bad)} could not be used; allowed are lines ` +
        'like {"sentence": "…", "start": 0, "end": 3}, offsets in UTF-16 units.\n',
    );
  return bad > 0 ? exitCodes.badInput : exitCodes.finished;
}

function shownTone(line: number, said: string, { p, words }: Tone): string {
  const figures = [p.negative, p.neutral, p.positive].map(each => each.toFixed(2)).join(' ');
  const why = words.map(({ text }) => oneLine(text)).join(', ');
  return `${cutToWidth(`line ${line}  ${said}  ${figures}  ${why}`, terminalColumns)}\n`;
}

/** Waits where the reader is slower. */
async function print(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}
