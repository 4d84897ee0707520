import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type OnnxRuntime, openOnnxModel } from '../../../../shared/adapters/tone/onnx-model.ts';
import { openOnnx } from '../../../../shared/adapters/tone/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-onnx-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Adds up a row of three numbers for each token: Gather, then ReduceSum, operator set 13. */
const model =
  'CAgSADqtAgoZCgFlCglpbnB1dF9pZHMSAXgiBkdhdGhlcgorCgF4CgJheBIGbG9naXRzIglSZWR1Y2VTdW0qDwoIa2VlcGRpbXMYAKABAhIE' +
  'dG9uZSqQAQgLCAMQAUIBZUqEAQAAAADNzEw+AAAAAAAAAADNzEw+AAAAAAAAAADNzEw+AAAAAAAAAADNzEw+AAAAAAAAAD8AAAAAAAAAAAAA' +
  'QEAAAAAAAACAvwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgL8AAAAAAABAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACoSCAEQB0ICYXhK' +
  'CAEAAAAAAAAAWhwKCWlucHV0X2lkcxIPCg0IBxIJCgIIAQoDEgFuYhgKBmxvZ2l0cxIOCgwIARIICgIIAQoCCANCBAoAEA0=';
const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'суд', 'оштраф', '##овал', 'мгу', 'премию', 'получил', '.'];
const wordPiece = {
  added_tokens: [],
  normalizer: { type: 'BertNormalizer', lowercase: true, strip_accents: null },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
  },
};
const unigram = {
  model: {
    type: 'Unigram',
    unk_id: 2,
    vocab: [
      ...[
        ['<s>', 0],
        ['</s>', 0],
        ['<unk>', 0],
        ['\u2581', -5],
        ['\u2581суд', -3],
        ['оштраф', -4],
      ],
      ...[
        ['овал', -4],
        ['о', -6],
        ['\u2581оштраф', -4.5],
        ['\u2581МГУ', -2],
        ['.', -1],
      ],
    ],
  },
};
const file = join(folder, 'model.onnx');
const fined = { sentence: 'Суд оштрафовал МГУ.', start: 15, end: 18 };

beforeEach(() => {
  writeFileSync(file, Buffer.from(model, 'base64'));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(wordPiece));
  rmSync(join(folder, 'config.json'), { force: true });
});

interface Fed {
  readonly feeds: Record<string, { readonly data: BigInt64Array; readonly dims: readonly number[] }>;
}

/** A runtime that keeps what it is fed and gives numbers of any kind. */
function runtimeThat(gives: unknown, inputNames: readonly string[], fed: Fed[] = []): () => Promise<OnnxRuntime> {
  return async () => ({
    InferenceSession: {
      create: async () => ({
        inputNames,
        outputNames: ['logits'],
        run: async feeds => {
          fed.push({ feeds: feeds as Fed['feeds'] });
          return { logits: { data: gives } };
        },
      }),
    },
    Tensor: class {
      readonly data: BigInt64Array;
      readonly dims: readonly number[];

      constructor(_: 'int64', data: BigInt64Array, dims: readonly number[]) {
        this.data = data;
        this.dims = dims;
      }
    } as OnnxRuntime['Tensor'],
  });
}

describe('a model of ONNX', () => {
  test('runs where onnxruntime-node is installed, else is refused by one sentence', async () => {
    const opened = await openOnnx(file).catch((error: Error) => error);
    if (opened instanceof Error) {
      console.log('onnxruntime-node is not installed here: the model did not run');
      expect(opened.message).toMatch(
        /^Models of ONNX need the package onnxruntime-node .*npm install onnxruntime-node/,
      );
      return;
    }
    expect(opened.name).toMatch(/^onnx .+\/model\.onnx$/);
    expect(await opened.tone(fined)).toMatchObject({ class: 'negative', words: [] });
    const won = { sentence: 'МГУ получил премию.', start: 0, end: 3 };
    expect(await opened.tone(won)).toMatchObject({ class: 'positive' });
  });

  test('reads sentence and target as a pair of its own tokens', async () => {
    const fed: Fed[] = [];
    const names = ['input_ids', 'attention_mask', 'token_type_ids'];
    const engine = await openOnnxModel(file, runtimeThat(Float32Array.of(2, 0, 0), names, fed));
    const { class: said, p } = await engine.tone(fined);
    expect(said).toBe('negative');
    expect(p.negative + p.neutral + p.positive).toBeCloseTo(1, 9);
    const { feeds } = fed[0]!;
    const given = names.map(name => [...feeds[name]!.data].map(Number));
    expect(given[0]).toEqual([2, 4, 5, 6, 7, 10, 3, 7, 3]);
    expect(given[1]).toEqual(given[0]!.map(() => 1));
    expect(given[2]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1]);
    expect(feeds['input_ids']!.dims).toEqual([1, 9]);
  });

  test('of XLM-RoBERTa has the pieces that are most probable together', async () => {
    writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(unigram));
    const fed: Fed[] = [];
    const engine = await openOnnxModel(file, runtimeThat(Float32Array.of(0, 0, 2), ['input_ids'], fed));
    await engine.tone({ sentence: 'оштрафовал МГУ. щщ', start: 11, end: 14 });
    const ids = [...fed[0]!.feeds['input_ids']!.data].map(Number);
    expect(ids).toEqual([0, 8, 6, 9, 10, 3, 2, 1, 1, 9, 1]);
  });

  test('a sentence that is too long is cut beside its target', async () => {
    const fed: Fed[] = [];
    const engine = await openOnnxModel(file, runtimeThat(Float32Array.of(0, 2, 0), ['input_ids'], fed));
    const sentence = `${'суд '.repeat(3_000)}МГУ${' . 😀'.repeat(3_000)}`;
    const start = sentence.indexOf('МГУ');
    await engine.tone({ sentence, start, end: start + 3 });
    const ids = [...fed[0]!.feeds['input_ids']!.data].map(Number);
    expect(ids.length).toBeLessThan(512);
    expect(ids.filter(each => each === 7)).toHaveLength(2);
  });

  test('has its classes in the order of config.json', async () => {
    const config = { id2label: { 0: 'POSITIVE', 1: 'NEGATIVE', 2: 'NEUTRAL' } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    const engine = await openOnnxModel(file, runtimeThat(Float32Array.of(0, 3, 0), ['input_ids']));
    expect(await engine.tone(fined)).toMatchObject({ class: 'negative' });
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ id2label: { 0: 'LABEL_0', 1: 'LABEL_1' } }));
    await expect(openOnnxModel(file, runtimeThat([], []))).rejects.toThrow(/config\.json has the classes .*LABEL_0/);
  });

  test.each([
    ['NaN', Float32Array.of(Number.NaN, 0, 0)],
    ['infinity', Float32Array.of(Number.POSITIVE_INFINITY, 0, 0)],
    ['two classes', Float32Array.of(1, 2)],
    ['numbers for each token', new Float32Array(27)],
    ['nothing', undefined],
    ['text', ['a', 'b', 'c']],
  ])('that gives %s gives no tone', async (_, gives) => {
    const engine = await openOnnxModel(file, runtimeThat(gives, ['input_ids']));
    await expect(engine.tone(fined)).rejects.toMatchObject({ name: 'ToneFault', reason: 'numbers' });
  });

  test('with other inputs, without its files, or with another tokenizer is refused by a sentence', async () => {
    await expect(openOnnxModel(file, runtimeThat([], ['pixels']))).rejects.toThrow(/wants the inputs pixels/);
    await expect(openOnnxModel(join(folder, 'none.onnx'), runtimeThat([], []))).rejects.toThrow(
      /none\.onnx is not there/,
    );
    await expect(openOnnxModel(folder, runtimeThat([], []))).rejects.toThrow(/is not there/);
    for (const bad of [
      '',
      '[]',
      '{"model":{"type":"BPE"}}',
      JSON.stringify({ ...wordPiece, model: { ...wordPiece.model, vocab: {} } }),
    ]) {
      writeFileSync(join(folder, 'tokenizer.json'), bad);
      await expect(openOnnxModel(file, runtimeThat([], []))).rejects.toThrow(/no tokenizer that is read here/);
    }
    rmSync(join(folder, 'tokenizer.json'));
    await expect(openOnnxModel(file, runtimeThat([], []))).rejects.toThrow(/tokenizer\.json is not there/);
  });
});
