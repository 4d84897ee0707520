/** Rules of a source that is watched, from the command line, until the source is redesigned. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { runCli } from '../cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from './changing-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-rules-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const directory = join(folder, 'watch');
let source: ChangingSource;

beforeAll(async () => {
  source = await serveChangingSource();
});

afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

const cli = async (...args: readonly string[]) => await runCli(args, { env });

async function visit(): Promise<void> {
  const run = await cli('watch', 'run', directory, '--once', '--quiet');
  expect(run).toEqual({ exitCode: 0, stdout: `${directory}\n`, stderr: '' });
}

async function found(): Promise<readonly PublicationRecord[]> {
  const { stdout } = await cli('publications', directory, '--format', 'jsonl');
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as PublicationRecord);
}

async function standing() {
  const { stdout } = await cli('watch', 'sources', 'list', directory, '--json');
  return JSON.parse(stdout).sources[0].rules;
}

const given = {
  types: [
    {
      name: 'story',
      match: "//div[@class='story-text']",
      fields: { text: "//div[@class='story-text']", price: "//span[@class='price']" },
    },
  ],
};

describe('rules of a source that is watched', () => {
  test('are given with the watch, and every publication names them', async () => {
    source.publish(12);
    const config = join(folder, 'watch.yaml');
    writeFileSync(config, JSON.stringify({ delayMs: 0, sites: [{ url: source.url, rules: given }] }));
    expect(await cli('watch', 'new', directory, '--config', config, '--quiet')).toMatchObject({ exitCode: 0 });
    await visit();
    const records = await found();
    expect(records.length).toBe(12);
    for (const { url, text, application, method, rules, pageType, fields } of records) {
      const number = Number(/(\d+)\.html/.exec(url)![1]);
      expect(text).toBe(source.texts.get(number)!.join('\n\n'));
      expect({ application, method, rules, pageType, fields }).toEqual({
        ...{ application: 'grabber', method: 'grabber', rules: 1, pageType: 'story' },
        fields: { price: `${number}.50` },
      });
    }
    expect(await standing()).toMatchObject({ revision: 1, tried: 12, matched: 12 });
    expect((await standing()).alarm).toBeUndefined();
  });

  test('a redesign: the automatic extractor steps in, marked, and there is an alarm', async () => {
    source.publish(10, 'new');
    await visit();
    const fresh = (await found()).filter(({ id }) => id > 12);
    expect(fresh.length).toBe(10);
    for (const { url, text, application, rules, warnings } of fresh) {
      expect(text).toBe(source.texts.get(Number(/(\d+)\.html/.exec(url)![1]))!.join('\n\n'));
      expect([application, rules, warnings]).toEqual(['readability', null, ['no-page-type']]);
    }
    expect(await standing()).toMatchObject({ revision: 1, tried: 22, matched: 12, alarm: { tried: 22, matched: 12 } });
    const { stdout } = await cli('watch', 'status', directory);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'of the last 22 pages they gave 12; the automatic extractor reads',
    );
    const log = readFileSync(join(directory, 'logs', 'errors.csv'), 'utf8');
    expect(log.match(/rules-alarm/g)).toHaveLength(1);
  });

  test('are learnt anew from what the automatic extractor found, tried and accepted', async () => {
    const suggested = await cli('watch', 'rules', 'suggest', directory, '1');
    expect(suggested).toMatchObject({ exitCode: 0, stderr: '' });
    expect(suggested.stdout).toContain('words-of-it');
    const file = join(folder, 'new-rules.yaml');
    writeFileSync(file, suggested.stdout);
    const tried = await cli('watch', 'rules', 'test', directory, '1', '--rules', file);
    expect(tried.stdout).toContain('10 pages: a rule gave the text of 10, 100 % like the automatic ones');
    const held = await cli('watch', 'rules', 'test', directory, '1', '--json');
    expect(JSON.parse(held.stdout).map(({ isMatch }: { isMatch: boolean }) => isMatch)).not.toContain(true);
    const accepted = await cli('watch', 'rules', 'accept', directory, new URL(source.url).host, '--rules', file);
    expect(accepted.stdout).toMatch(/^Source 1 is read by version 2 of its rules since 20/);
    source.publish(3);
    await visit();
    const fresh = (await found()).filter(({ id }) => id > 22);
    expect(fresh.map(({ application, rules }) => [application, rules])).toEqual(
      Array.from({ length: 3 }, () => ['grabber', 2]),
    );
    expect(await standing()).toMatchObject({ revision: 2, tried: 3, matched: 3 });
  });

  test('their versions stay, each with its time; without rules the automatic extractor reads all', async () => {
    const versions = JSON.parse((await cli('watch', 'rules', 'list', directory, '1', '--json')).stdout);
    expect(versions).toMatchObject([{ revision: 1 }, { revision: 2, validUntil: null }]);
    expect(versions[0].validUntil).toBe(versions[1].validFrom);
    expect((await cli('watch', 'rules', 'remove', directory, '1')).stdout).toContain('holds no more');
    source.publish(1);
    await visit();
    const [last] = await found();
    expect(last).toMatchObject({ application: 'readability', rules: null, warnings: [] });
    expect(await standing()).toBeUndefined();
    expect((await cli('watch', 'rules', 'list', directory, '1')).stdout).toMatch(
      /^1 {2}from .*\n2 {2}from .* until .*\n$/,
    );
  });

  test.each([
    [['accept', '9', '--rules', 'x.yaml'], 'source: "9" is not known; allowed is one of 1'],
    [['test', '1'], 'source 1 has no rules'],
  ])('%o is refused in a sentence (adverse)', async ([command, number, ...rest], sentence) => {
    const { exitCode, stderr } = await cli('watch', 'rules', command!, directory, number!, ...rest);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining(sentence)]);
  });

  test('rules in the file of a watch that are no rules are refused, each by its place (adverse)', async () => {
    const config = join(folder, 'bad.yaml');
    const types = [{ name: 'story', address: '/news/', fields: { text: '//p[' } }];
    writeFileSync(config, JSON.stringify({ sites: [{ url: source.url, rules: { types } }] }));
    const { exitCode, stderr } = await cli('watch', 'new', join(folder, 'none'), '--config', config);
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringContaining('sites[0].rules.types[0].fields.text: "//p[" is refused'),
    ]);
  });
});
