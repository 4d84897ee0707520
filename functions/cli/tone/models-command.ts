import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readToneModel, shippedToneModel, toneEngineOf, toneWordsOf } from '../../../shared/adapters/tone/open.ts';
import {
  ContextReader,
  type ToneLanguage,
  toneLanguages,
  WordValues,
} from '../../../shared/wings/publications/tone/context-words.ts';
import {
  classF1,
  crossValidated,
  folds,
  type LabelledRow,
  macroF1,
  polarF1,
  type Said,
  saidOf,
} from '../../../shared/wings/publications/tone/judge-tone.ts';
import { encodeToneModel } from '../../../shared/wings/publications/tone/model-file.ts';
import { toneFeatures } from '../../../shared/wings/publications/tone/tone-features.ts';
import { toneClasses } from '../../../shared/wings/publications/tone/tone-model.ts';
import { ToneFault, type TonePort } from '../../../shared/wings/publications/tone/tone-port.ts';
import { calibrate, neutralStrength, trainModel } from '../../../shared/wings/publications/tone/train-tone.ts';
import { BadCommand, formatCount, formatTable, printLines } from '../terminal/print.ts';
import type { EngineOptions } from './engine-options.ts';
import { inOrder } from './in-order.ts';
import { openEngine } from './open-engine.ts';
import { readToneLines, type ToneLine } from './tone-lines.ts';

export interface EvaluateOptions extends EngineOptions {
  readonly json?: true;
}

export interface TrainOptions {
  readonly language: ToneLanguage;
  readonly out: string;
  readonly json?: true;
}

type LabelledLine = Extract<ToneLine, { item: unknown }> & { readonly label: (typeof toneClasses)[number] };

/** Fewer labels make a worse model than the shipped one is: see docs/decisions/mentions-and-tone.md, "Models of tone". */
const leastLabels = 300;
/** Labels are kept in memory. */
const mostLabels = 200_000;
const mostTold = 5;

/** `orbweaver tone list`: the models that are shipped. */
export async function listModels(options: { readonly json?: true }): Promise<void> {
  const models = await Promise.all(
    toneLanguages.map(async language => {
      const { facts, weights, sha256 } = await readToneModel(shippedToneModel(language));
      const { engine, data, words } = facts;
      return { language, engine, rows: weights.rows, features: weights.features.length, sha256, data, words };
    }),
  );
  const rows = models.map(({ language, engine, rows: count, features, sha256 }) => [
    ...[language, engine, formatCount(count), formatCount(features), sha256.slice(0, 16)],
  ]);
  const table = formatTable([['language', 'engine', 'rows', 'features', 'SHA-256'], ...rows]);
  printLines(options.json ? [JSON.stringify(models, null, 2)] : table);
}

/** `orbweaver tone evaluate`: how well a model agrees with what people said of the same sentences. */
export async function evaluate(file: string, options: EvaluateOptions): Promise<void> {
  const opened = await openEngine(options);
  const lines = await readLabels(file);
  const said = inOrder(Readable.from(lines), async each => await classOf(opened.engine, each), opened.parallel);
  const all: Said[] = [];
  let untold = 0;
  for await (const each of said)
    if (each === undefined) untold += 1;
    else all.push(each);
  const told = opened.told();
  if (told !== undefined) process.stderr.write(`orbweaver: ${told}\n`);
  if (all.length === 0) throw new BadCommand([`The engine gave none of the ${lines.length} sentences a tone.`]);
  printFigures(all, untold, options.json);
}

async function classOf(engine: TonePort, { item, label }: LabelledLine): Promise<Said | undefined> {
  try {
    const tone = await engine.tone(item);
    return { label: toneClasses.indexOf(label), said: toneClasses.indexOf(tone.class) };
  } catch (error) {
    if (error instanceof ToneFault) return undefined;
    throw error;
  }
}

/** `orbweaver tone train`: a model of the user's own labels, beside what the shipped one says of them. */
export async function train(file: string, { language, out, json }: TrainOptions): Promise<void> {
  const lines = await readLabels(file);
  if (lines.length < leastLabels)
    throw new BadCommand([
      `${file} has ${lines.length} labels; allowed are ${leastLabels} and more, for a model of fewer is worse than the shipped one.`,
    ]);
  const missing = toneClasses.filter(each => !lines.some(({ label }) => label === each));
  if (missing.length > 0)
    throw new BadCommand([
      `${file} has no label ${missing.join(' and no label ')}; a model needs sentences of each class.`,
    ]);
  const words = await toneWordsOf(language);
  const reader = new ContextReader(new WordValues(words.bytes), language);
  const rows = lines.map(
    ({ item, label }): LabelledRow => ({
      row: toneFeatures(reader, item),
      label: toneClasses.indexOf(label),
      fold: createHash('sha256').update(item.sentence).digest().readUInt32BE(0) % folds,
    }),
  );
  const judged = crossValidated(rows, neutralStrength[language]);
  const calibration = calibrate(judged);
  const data = createHash('sha256')
    .update(lines.map(({ item, label }) => JSON.stringify([item.sentence, item.start, item.end, label])).join('\n'))
    .digest('hex');
  const weights = trainModel(rows, neutralStrength[language]);
  const facts = { engine: 'linear-1', language, words: words.sha256, data, calibration } as const;
  await writeWhole(out, encodeToneModel({ facts, weights }));
  const shipped = await toneEngineOf(language);
  const before = lines.map(({ item, label }) => ({
    label: toneClasses.indexOf(label),
    said: toneClasses.indexOf(shipped.tone(item).class),
  }));
  compare(judged.map(saidOf), before, out, json);
}

function compare(own: readonly Said[], shipped: readonly Said[], out: string, json: true | undefined): void {
  const isBetter = polarF1(own) > polarF1(shipped);
  const figures = { out, own: figuresOf(own), shipped: figuresOf(shipped), isBetter };
  const row = (name: string, all: readonly Said[]) => [name, polarF1(all).toFixed(3), macroF1(all).toFixed(3)];
  const lines = [
    ...formatTable([
      ['on these labels', 'F1 of positive and negative', 'F1 of three'],
      row('this model, cross-validated', own),
      row('the shipped model', shipped),
    ]),
    isBetter
      ? `${out} is better on your labels.`
      : `${out} is not better on your labels: the shipped model should stay.`,
  ];
  printLines(json ? [JSON.stringify(figures, null, 2)] : lines);
}

function figuresOf(all: readonly Said[]) {
  const confusion = toneClasses.map((_, label) =>
    toneClasses.map((_said, said) => all.filter(each => each.label === label && each.said === said).length),
  );
  return {
    labels: all.length,
    polarF1: polarF1(all),
    macroF1: macroF1(all),
    f1: Object.fromEntries(toneClasses.map((name, tone) => [name, classF1(all, tone)])),
    confusion,
  };
}

/** `untold`: labels whose sentences the engine gave no tone; figures are of the rest. */
function printFigures(all: readonly Said[], untold: number, json: true | undefined): void {
  const figures = { ...figuresOf(all), untold };
  const { confusion } = figures;
  const lines = [
    ...(untold === 0 ? [] : [`${formatCount(untold)} sentences got no tone and are in no figure.`]),
    `${formatCount(all.length)} labels. F1 of positive and negative ${polarF1(all).toFixed(3)}, of three classes ${macroF1(all).toFixed(3)}.`,
    ...formatTable([
      ['people say', ...toneClasses.map(each => `model: ${each}`)],
      ...toneClasses.map((name, label) => [name, ...confusion[label]!.map(formatCount)]),
    ]),
  ];
  printLines(json ? [JSON.stringify(figures, null, 2)] : lines);
}

/** The labelled lines of a file. Throws if a line is bad or has no label: figures would be those of other lines. */
async function readLabels(file: string): Promise<readonly LabelledLine[]> {
  const lines: LabelledLine[] = [];
  const faults: string[] = [];
  let bad = 0;
  for await (const each of readToneLines(file)) {
    const fault =
      each.fault ?? (each.label === undefined ? `label is missing; allowed are ${toneClasses.join(', ')}` : undefined);
    if (fault === undefined && lines.length < mostLabels) lines.push(each as LabelledLine);
    else {
      bad += 1;
      if (faults.length < mostTold)
        faults.push(`line ${each.line}: ${fault ?? `more than ${mostLabels} labels are not read`}.`);
    }
  }
  if (bad > 0)
    throw new BadCommand([
      ...faults,
      `${file}: ${formatCount(bad)} of ${formatCount(bad + lines.length)} lines cannot be used.`,
    ]);
  if (lines.length === 0) throw new BadCommand([`${file} has no lines; needed are labelled sentences.`]);
  return lines;
}

/** The whole file or none: a model that was there stays until the new one is written. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    const handle = await open(part, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw new BadCommand([
      `--out: ${file} cannot be written (${error instanceof Error ? error.message : String(error)}).`,
    ]);
  }
}
