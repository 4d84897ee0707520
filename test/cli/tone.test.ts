import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
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
