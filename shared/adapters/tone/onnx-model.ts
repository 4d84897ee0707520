import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { shownValue } from '../../domain/refusal/shown-value.ts';
import { jsonOf } from '../../domain/spec/fields/json-of.ts';
import type { ToneItem } from '../../wings/publications/tone/context-words.ts';
import { readTokenizer, type Tokenizer } from '../../wings/publications/tone/tokens/read-tokenizer.ts';
import type { Tone } from '../../wings/publications/tone/tone-engine.ts';
import { greatestClass, softmax, type Triple, toneClasses } from '../../wings/publications/tone/tone-model.ts';
import { ToneFault, type TonePort } from '../../wings/publications/tone/tone-port.ts';

/** As much of onnxruntime-node as is used here; it is no dependency, for it has 300 MB. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(path: string): Promise<OnnxSession> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
}

interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, { readonly data: unknown }>>>;
}

const mostTokenizerBytes = 64_000_000;
const mostConfigBytes = 1_000_000;
/** Tokens that nearly all encoders take. */
const mostTokens = 512;
/** UTF-16 units on either side of the target that a model is shown. */
const mostBeside = 1_000;

/**
 * A classifier of sentence pairs as ONNX: it reads a sentence and its target, and gives a number for each class. Beside
 * `model.onnx` lie `tokenizer.json` and, if the classes have another order than negative, neutral, positive, `config.json`
 * with `id2label`. Throws `BadInput`.
 */
export async function openOnnxModel(
  file: string,
  runtime: () => Promise<OnnxRuntime> = installedRuntime,
): Promise<TonePort> {
  const folder = dirname(file);
  await sizeOf(file);
  const tokenizer = readTokenizer(await textOf(join(folder, 'tokenizer.json'), mostTokenizerBytes), 'tokenizer.json');
  const order = orderIn(await configOf(join(folder, 'config.json')));
  const { InferenceSession, Tensor } = await runtime();
  const refuse = (error: unknown): never => {
    throw new BadInput([refusal('tone-onnx', { file: basename(file), trouble: firstLine(error) })]);
  };
  const session = await InferenceSession.create(file).catch(refuse);
  const strange = session.inputNames.filter(each => !(each in inputs));
  if (strange.length > 0) throw new BadInput([refusal('tone-onnx-inputs', { file: basename(file), inputs: strange })]);
  const tensor = (numbers: readonly number[]): unknown =>
    new Tensor(
      'int64',
      BigInt64Array.from(numbers, each => BigInt(each)),
      [1, numbers.length],
    );
  return {
    name: `onnx ${basename(folder)}/${basename(file)}`,
    tone: async item => {
      const pair = pairOf(item, tokenizer);
      const feeds = Object.fromEntries(session.inputNames.map(name => [name, tensor(inputs[name]!(pair))]));
      const given = await session.run(feeds).catch(refuse);
      return toneOf(given[session.outputNames[0]!]?.data, order);
    },
  };
}

const inputs: Readonly<Record<string, (pair: ReturnType<Tokenizer>) => readonly number[]>> = {
  input_ids: ({ ids }) => ids,
  attention_mask: ({ ids }) => ids.map(() => 1),
  token_type_ids: ({ types }) => types,
};

/** The runtime, where the user has installed it. */
async function installedRuntime(): Promise<OnnxRuntime> {
  try {
    const module = await import('onnxruntime-node' as string);
    return module.default ?? module;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (isMissing) throw new BadInput([refusal('tone-onnx-runtime')]);
    throw new BadInput([refusal('tone-onnx-runtime-bad', { trouble: firstLine(error) })]);
  }
}

function pairOf({ sentence, start, end }: ToneItem, tokenizer: Tokenizer): ReturnType<Tokenizer> {
  const target = sentence.slice(start, end).toWellFormed();
  // A sentence too long for the model is cut beside its target; the target comes early enough to be read.
  for (let beside = mostBeside; ; beside = Math.floor(beside / 2)) {
    const shown = sentence.slice(Math.max(0, start - beside), end + beside).toWellFormed();
    const pair = tokenizer(shown, target, mostTokens);
    if (pair.ids.length < mostTokens || beside < 50) return pair;
  }
}

function toneOf(data: unknown, order: readonly number[]): Tone {
  const numbers =
    ArrayBuffer.isView(data) && !(data instanceof DataView) ? Array.from(data as Float32Array, Number) : [];
  if (numbers.length !== toneClasses.length || !numbers.every(Number.isFinite)) throw new ToneFault('numbers');
  const scores = order.map(at => numbers[at]!) as unknown as Triple;
  const [negative, neutral, positive] = softmax(scores);
  return { class: toneClasses[greatestClass(scores)]!, p: { negative, neutral, positive }, words: [] };
}

/** Where each class is among the numbers of the model. */
function orderIn(config: string): readonly number[] {
  const labels: unknown = (jsonOf(config) as { id2label?: unknown } | null | undefined)?.id2label;
  if (typeof labels !== 'object' || labels === null) return [0, 1, 2];
  const names = Object.entries(labels).map(([at, name]) => [String(name).toLowerCase(), Number(at)] as const);
  const order = toneClasses.map(each => names.find(([name]) => name === each)?.[1]);
  const isWhole = names.length === toneClasses.length && [0, 1, 2].every(at => order.includes(at));
  if (!isWhole) throw new BadInput([refusal('tone-onnx-labels', { labels: shownValue(labels) })]);
  return order as number[];
}

async function configOf(file: string): Promise<string> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  return isThere ? await textOf(file, mostConfigBytes) : '{}';
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) throw new BadInput([refusal('tone-onnx-file', { file })]);
  return found.size;
}

async function textOf(file: string, most: number): Promise<string> {
  const size = await sizeOf(file);
  if (size > most) throw new BadInput([refusal('tone-onnx-long', { file, most })]);
  return await readFile(file, 'utf8');
}

function firstLine(error: unknown): string {
  return shownValue((error instanceof Error ? error.message : String(error)).split('\n')[0]);
}
