import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chatAnswer, modelServer } from '../../pure/adapters/tone/model-server.ts';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-tone-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const good = { sentence: 'Учёные МГУ получили премию за выдающееся открытие.', start: 7, end: 10 };

async function classify(lines: readonly string[], ...more: string[]) {
  return await runCli(['tone', 'classify', '-', '--language', 'ru', '--json', ...more], { input: lines.join('\n') });
}

describe('orbweaver tone classify', () => {
  test('gives class, probabilities and words of each line', async () => {
    const run = await classify([JSON.stringify(good)]);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const tone = JSON.parse(run.stdout);
    expect(tone.class).toBe('positive');
    expect(Object.keys(tone.p)).toEqual(['negative', 'neutral', 'positive']);
    expect(tone.words.map((each: { text: string }) => each.text)).toContain('премию');
  });

  test('leaves unclassified what is less probable than the user allows', async () => {
    const run = await classify([JSON.stringify(good)], '--confidence', '0.99');
    expect(JSON.parse(run.stdout).class).toBe('unclassified');
  });

  test.each([
    ['an offset outside', '{"sentence":"МГУ","start":0,"end":9}', 'end is outside of the sentence'],
    ['a negative offset', '{"sentence":"МГУ","start":-1,"end":2}', 'start is outside of the sentence'],
    ['NaN', '{"sentence":"МГУ","start":NaN,"end":3}', 'not JSON'],
    ['no number', '{"sentence":"МГУ","start":"0","end":3}', 'start has to be a whole number'],
    ['a part of a unit', '{"sentence":"МГУ","start":0.5,"end":3}', 'start has to be a whole number'],
    ['half of a surrogate pair', '{"sentence":"\\ud800 МГУ","start":2,"end":5}', 'half of a surrogate pair'],
    ['an offset within a pair', '{"sentence":"😀 МГУ","start":1,"end":5}', 'between the halves'],
    ['an empty target', '{"sentence":"МГУ","start":1,"end":1}', 'end has to be greater than start'],
    ['an empty sentence', '{"sentence":" ","start":0,"end":1}', 'sentence is empty'],
    ['an empty line', '', 'the line is empty'],
    ['a list', '[]', 'allowed is an object'],
    ['a line too long', `{"sentence":"${'а'.repeat(600_000)}"}`, 'longer than'],
  ])('tells %s by the number of its line, and goes on', async (_, bad, why) => {
    const run = await classify([JSON.stringify(good), bad, JSON.stringify(good)]);
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toContain(`line 2: `);
    expect(run.stderr).toContain(why);
    expect(run.stderr).toContain('1 line of 3 could not be used');
    const lines = run.stdout.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe(lines[0]);
    expect(JSON.parse(lines[1]!)).toMatchObject({ line: 2 });
  });

  test('reads past a line of 50 MB, and lines of all wrong types', async () => {
    const wrong = [
      'null',
      '1',
      '"МГУ"',
      '{}',
      '{"sentence":null,"start":0,"end":1}',
      '{"sentence":{},"start":[],"end":{}}',
    ];
    const more = [
      '{"sentence":"МГУ","start":1e308,"end":2}',
      '{"sentence":"МГУ","start":0,"end":3,"label":7}',
      '['.repeat(99_999),
    ];
    const long = `{"sentence":"${'а'.repeat(25_000_000)}","start":0,"end":3}`;
    const run = await classify([...wrong, ...more, long, JSON.stringify(good)]);
    expect(run.exitCode).toBe(4);
    const lines = run.stdout
      .trim()
      .split('\n')
      .map(each => JSON.parse(each));
    expect(lines).toHaveLength(11);
    expect(lines.slice(0, 10).every(({ error }, at) => typeof error === 'string' && lines[at].line === at + 1)).toBe(
      true,
    );
    expect(lines[9].error).toContain('longer than 1000000 bytes');
    expect(lines[10].class).toBe('positive');
  });

  test('of nothing gives nothing', async () => {
    expect(await classify([])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('refuses what is no model, and a file that is not there, by a sentence', async () => {
    const file = join(folder, 'no-model.bin');
    writeFileSync(file, 'no model');
    expect(await classify([JSON.stringify(good)], '--model', file)).toMatchObject({
      exitCode: 4,
      stdout: '',
      stderr: expect.stringContaining('no-model.bin is no tone model'),
    });
    const run = await runCli(['tone', 'classify', join(folder, 'none.jsonl'), '--language', 'ru']);
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('none.jsonl') });
  });
});

test('orbweaver tone train writes a model of labels, and tone evaluate and classify take it', async () => {
  const labels = ['negative', 'neutral', 'positive'];
  const verbs = ['обвинили', 'посетили', 'наградили'];
  const lines = Array.from({ length: 300 }, (_, index) => {
    const sentence = `Вчера МГУ ${verbs[index % 3]} ещё ${index} раз.`;
    return JSON.stringify({ sentence, start: 6, end: 9, label: labels[index % 3] });
  });
  const file = join(folder, 'labels.jsonl');
  const out = join(folder, 'own.bin');
  writeFileSync(file, lines.join('\n'));
  expect(await runCli(['tone', 'train', file, '--language', 'ru', '--out', out])).toMatchObject({ exitCode: 0 });
  const other = await runCli(['tone', 'evaluate', file, '--language', 'en', '--model', out]);
  expect(other).toMatchObject({ exitCode: 4, stdout: '' });
  expect(other.stderr).toContain('is a model of the language ru; requested is en: give the model of that language.');
  const run = await runCli(['tone', 'evaluate', file, '--language', 'ru', '--model', out, '--json']);
  expect(JSON.parse(run.stdout)).toMatchObject({ labels: 300, polarF1: 1, macroF1: 1 });
  writeFileSync(file, lines.slice(0, 299).join('\n'));
  const few = await runCli(['tone', 'train', file, '--language', 'ru', '--out', out]);
  expect(few).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('has 299 labels') });
});

test('orbweaver tone list shows the shipped models', async () => {
  const run = await runCli(['tone', 'list', '--json']);
  expect(JSON.parse(run.stdout)).toMatchObject([
    { language: 'ru', rows: 6637 },
    { language: 'en', rows: 8739 },
  ]);
});

describe('orbweaver tone classify by another engine', () => {
  const answer = {
    tone: 'positive',
    probabilities: { negative: 0, neutral: 0.1, positive: 0.9 },
    quote: 'получили премию',
  };
  const lines = [good, { ...good, sentence: `Вчера ${good.sentence}`, start: 13, end: 16 }, { ...good, end: 99 }];
  const input = lines.map(each => JSON.stringify(each)).join('\n');
  const asked = ['tone', 'classify', '-', '--language', 'ru', '--json', '--engine', 'openai', '--model', 'small'];

  test('gives the same lines, with the engine named, in the order of the input, and says what was asked', async () => {
    await using server = await modelServer(chatAnswer(JSON.stringify(answer)));
    const run = await runCli([...asked, '--endpoint', `${server.address}/v1`, '--budget', '1', '--price', '1/5'], {
      input,
    });
    expect(run.exitCode).toBe(4);
    const [first, second, third] = run.stdout
      .trim()
      .split('\n')
      .map(each => JSON.parse(each));
    const words = [{ text: 'получили премию', start: 11, end: 26, weight: expect.any(Number) }];
    expect(first).toEqual({ engine: 'openai small', class: 'positive', p: answer.probabilities, words });
    expect(second.words[0].start).toBe(17);
    expect(third).toEqual({ line: 3, error: expect.stringContaining('end is outside of the sentence') });
    expect(run.stderr).toContain('at most 800 tokens of questions, 80 of answers; $0.0012 of $1 spent');
    expect(server.asked).toHaveLength(2);
  });

  test('tells each line without a tone by its number, and never shows the key', async () => {
    await using server = await modelServer(chatAnswer('{"tone":"positive","quote":"nowhere"}'));
    const env = { ORBWEAVER_TONE_KEY: 'sk-secret-1', ORBWEAVER_DEBUG: '1' };
    const run = await runCli([...asked, '--endpoint', server.address], { input, env });
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toContain('line 1: the quote of the answer is not in the sentence.');
    expect(run.stderr).toContain('2 lines of 3 got no tone from the engine.');
    expect(run.stdout + run.stderr).not.toContain('secret');
    expect(server.asked[0]!.headers.authorization).toBe('Bearer sk-secret-1');
  });

  test.each([
    ['--engine openai without an endpoint', ['--engine', 'openai', '--model', 'a'], 'needs --endpoint'],
    ['--engine onnx without a model', ['--engine', 'onnx'], 'needs --model'],
    [
      'an endpoint for linear-1',
      ['--endpoint', 'http://localhost/v1'],
      '--endpoint is of no use with --engine linear-1',
    ],
    [
      'an engine that there is not',
      ['--engine', 'gpt'],
      '--engine: "gpt" is refused; allowed are linear-1, onnx, openai, bedrock',
    ],
    ['bedrock without consent', ['--engine', 'bedrock', '--model', 'a'], 'allowed with --consent, --budget'],
    [
      'texts to others without consent',
      ['--engine', 'openai', '--model', 'a', '--endpoint', 'https://a.example/v1'],
      'add --consent',
    ],
    ['a budget of nothing', ['--budget', '0'], '--budget: "0" is refused; allowed are dollars'],
    ['a price without answers', ['--price', '1'], 'in and out'],
    ['no patience', ['--timeout', '0'], 'whole number from 1 to 600'],
  ])('refuses %s before the first question', async (_, options, why) => {
    const run = await runCli(['tone', 'classify', '-', '--language', 'ru', ...options], { input });
    expect(run).toMatchObject({ exitCode: 4, stdout: '' });
    expect(run.stderr).toContain(why);
  });

  test('evaluates it on labels, and says how many sentences got no tone', async () => {
    await using server = await modelServer((one, before, reply) =>
      chatAnswer(before === 0 ? JSON.stringify(answer) : 'no')(one, before, reply),
    );
    const labelled = lines.slice(0, 2).map(each => JSON.stringify({ ...each, label: 'positive' }));
    const options = [
      '--engine',
      'openai',
      '--model',
      'small',
      '--endpoint',
      server.address,
      '--parallel',
      '1',
      '--json',
    ];
    const run = await runCli(['tone', 'evaluate', '-', '--language', 'ru', ...options], { input: labelled.join('\n') });
    expect(JSON.parse(run.stdout)).toMatchObject({ labels: 1, untold: 1 });
  });
});
