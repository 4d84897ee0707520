/** Labels through the API of the page and through the command line, of a watch with organizations. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trainApart } from '../../../functions/embedded/labels/train-apart.ts';
import { chatAnswer, converseAnswer, modelServer } from '../../pure/adapters/tone/model-server.ts';
import { runCli } from '../cli/run-cli.ts';
import { ServedConsole } from './served-console.ts';
import { ServedWatch } from './served-watch.ts';

let watch: ServedWatch;
let served: ServedConsole;

interface Subject {
  readonly publication: number;
  readonly version: number;
  readonly organization: string;
  readonly sampling: string;
}

interface Judged {
  readonly organizations: readonly { readonly organization: string; readonly class: string; readonly by: string }[];
  readonly mentions: readonly {
    readonly organization: string;
    readonly field: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly history: readonly { readonly label: number; readonly class: string | null }[];
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await served.call(method, path, body);
  expect([path, answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([path, true, '']);
  return answer.body as T;
}

async function queue(annotator: string): Promise<readonly Subject[]> {
  const { subjects } = await call<{ subjects: readonly Subject[] }>(
    'GET',
    `/watches/w/labels/queue?annotator=${annotator}`,
  );
  return subjects;
}

beforeAll(async () => {
  served = new ServedConsole();
  await served.start();
  watch = new ServedWatch(served);
  await watch.start();
  const list = join(served.root, 'list.csv');
  writeFileSync(list, 'id,name,aliases\nmsu,МГУ имени М. В. Ломоносова,МГУ\ngeo,Институт географии РАН,ИГ РАН\n');
  await watch.run(['watch', 'organizations', 'set', watch.directory, list, '--quiet']);
});
afterAll(async () => {
  await served.close();
  await watch.close();
});

test('a label given over the API counts, and undo takes it back', async () => {
  const [first] = await queue('anna');
  const { publication, version, organization, sampling } = first!;
  const order = { publication, version, organization, annotator: 'anna', sampling, class: 'ambiguous' };
  await call('POST', '/watches/w/labels', order);
  const path = `/watches/w/publications/${publication}/labels?all=true`;
  const own = async () =>
    (await call<Judged>('GET', path)).organizations.find(each => each.organization === organization);
  expect(await own()).toMatchObject({ class: 'ambiguous', by: 'label', people: 'ambiguous' });
  expect((await queue('anna'))[0]).not.toEqual(first);
  const { version: _version, sampling: _sampling, class: _class, ...subject } = order;
  expect(await call('POST', '/watches/w/labels/undo', subject)).toMatchObject({ withdrawn: { class: 'ambiguous' } });
  expect(await own()).toMatchObject({ by: 'model', people: null });
  expect((await call<Judged>('GET', path)).history).toHaveLength(2);
});

test('without a name the caller is the annotator; mentions have labels of their own; disagreement is listed and decided', async () => {
  const [{ publication, version, organization } = {} as Subject] = await queue('anna');
  await call('POST', '/watches/w/labels', { publication, version, organization, class: 'positive' });
  await call('POST', '/watches/w/labels', {
    publication,
    version,
    organization,
    class: 'negative',
    annotator: 'boris',
  });
  const { disputes } = await call<{ disputes: readonly object[] }>('GET', '/watches/w/labels/disputes');
  expect(disputes).toMatchObject([{ publication, organization, labels: [{}, {}] }]);
  const asVera = '/watches/w/labels/disputes?annotator=vera';
  expect(await call('GET', asVera)).toMatchObject({ disputes: [{ publication, labels: [] }] });
  expect(await call('GET', `${asVera}&all=true`)).toMatchObject({ disputes: [{ publication, labels: [{}, {}] }] });
  await call('POST', '/watches/w/labels', {
    publication,
    version,
    organization,
    class: 'negative',
    annotator: 'vera',
    adjudicates: true,
  });
  expect(await call('GET', '/watches/w/labels/disputes')).toMatchObject({ disputes: [] });
  const { mentions } = await call<Judged>('GET', `/watches/w/publications/${publication}/labels`);
  const { field, start, end } = mentions.find(each => each.organization === organization)!;
  const place = { field, start, end };
  await call('POST', '/watches/w/labels', {
    publication,
    version,
    organization,
    place,
    class: 'neutral',
    annotator: 'anna',
  });
});

test('until their own label is given, an annotator sees neither the labels of others nor the answer of the model', async () => {
  const [{ publication, version, organization } = {} as Subject] = await queue('first');
  const of = { publication, version, organization };
  await call('POST', '/watches/w/labels', { ...of, annotator: 'first', class: 'ambiguous', note: 'secret' });
  const path = `/watches/w/publications/${publication}/labels`;
  const seen = async (query: string) => await call<Judged>('GET', `${path}?${query}`);
  const blind = await seen('annotator=second');
  const own = (judged: Judged) => judged.organizations.find(each => each.organization === organization);
  expect(own(blind)).toMatchObject({ isBlind: true, class: null, by: null, model: null, people: null, labels: [] });
  expect(JSON.stringify(blind)).not.toMatch(/ambiguous|secret|first|neutral|positive|negative/);
  expect(own(await seen('annotator=second&model=true'))).toMatchObject({ class: null, labels: [], model: { p: {} } });
  expect(own(await seen(''))).toMatchObject({ isBlind: true });
  expect(own(await seen('annotator=first'))).toMatchObject({ isBlind: false, class: 'ambiguous', by: 'label' });
  await call('POST', '/watches/w/labels', { ...of, annotator: 'second', class: 'ambiguous' });
  const open = own(await seen('annotator=second'));
  expect(open).toMatchObject({ isBlind: false, class: 'ambiguous', by: 'agreement', labels: [{}, {}], model: {} });
  for (const annotator of ['first', 'second'])
    await call('POST', '/watches/w/labels/undo', { publication, organization, annotator });
});

test('bad requests are refused in one sentence each', async () => {
  const refused = async (path: string, body: unknown, method = 'POST'): Promise<string> => {
    const { status, body: answer } = await served.call(method, path, body);
    return `${status} ${(answer['errors'] as { code: string }[]).map(({ code }) => code).join(' ')}`;
  };
  const [{ publication, version, organization } = {} as Subject] = await queue('anna');
  const order = { publication, version, organization, annotator: 'anna', class: 'positive' };
  expect(await refused('/watches/w/labels', { ...order, class: 'good' })).toBe('400 one-of');
  expect(await refused('/watches/w/labels', { ...order, version: 99 })).toBe('400 text-changed');
  expect(await refused('/watches/w/labels', { ...order, organization: 'none' })).toBe('400 no-subject');
  expect(await refused('/watches/w/labels', { ...order, publication: 9_999 })).toBe('400 no-subject');
  expect(await refused('/watches/w/labels', { ...order, annotator: ' ' })).toBe('400 line');
  expect(await refused('/watches/w/labels', { ...order, place: { field: 'text', start: 0, end: 0 } })).toBe(
    '400 no-subject',
  );
  expect(await refused('/watches/w/labels', { ...order, tone: 1 })).toBe('400 unknown-setting');
  expect(await refused('/watches/none/labels', order)).toBe('404 no-such-watch');
  expect(await refused('/watches/w/models', 'no model')).toBe('400 tone-model-none');
  expect(await refused('/watches/w/publications/9999/labels', undefined, 'GET')).toBe('404 no-such-publication');
});

test('the quality page has figures, or reasons, and no NaN', async () => {
  const quality = await served.call('GET', '/watches/w/quality');
  expect(quality.text).not.toMatch(/NaN|Infinity/);
  expect(quality.body).toMatchObject({
    agreement: { alpha: { n: 1, value: 0, reason: null }, disputed: 0 },
    models: [],
    current: { ru: null, en: null },
  });
  const { pairs } = quality.body['agreement'] as { pairs: readonly { annotators: readonly string[]; kappa: object }[] };
  expect(pairs.map(({ annotators, kappa }) => [annotators.join(' '), kappa])).toEqual([
    ['anna boris', { n: 0, value: null, reason: 'too-few' }],
    ['anna local', { n: 0, value: null, reason: 'too-few' }],
    ['boris local', { n: 1, value: 0, reason: null }],
  ]);
});

test('a training is begun, told, and keeps the model where labels are too few', async () => {
  await call('POST', '/watches/w/training', { language: 'ru' });
  let state = '';
  while (state !== 'done') {
    const { training } = await call<{ training: { state: string; report?: object } }>('GET', '/watches/w/training');
    expect(training.state).not.toBe('failed');
    ({ state } = training);
    if (state === 'done') expect(training.report).toMatchObject({ isAdopted: false, reason: 'too-few', before: null });
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const { models } = await call<{ models: readonly object[] }>('GET', '/watches/w/quality');
  expect(models).toMatchObject([{ event: 'kept', language: 'ru', report: { reason: 'too-few' } }]);
});

test('a training that is ended half way leaves no trace', async () => {
  const ended = new AbortController();
  const task = { directory: watch.directory, language: 'en', by: 'anna', at: 1 } as const;
  const training = trainApart(task, () => undefined, ended.signal);
  ended.abort();
  await expect(training).rejects.toThrow('the training ended');
  const { models } = await call<{ models: readonly object[] }>('GET', '/watches/w/quality');
  expect(models).toHaveLength(1);
});

test('labels are exported and imported by the command line and the API alike', async () => {
  const exported = await watch.run(['labels', 'export', watch.directory]);
  const lines = exported.trimEnd().split('\n');
  const { text } = await served.call('GET', '/watches/w/labels/export');
  expect(text).toBe(exported);
  const csv = await watch.run(['labels', 'export', watch.directory, '--format', 'csv']);
  const file = join(served.root, 'labels.csv');
  writeFileSync(file, csv);
  expect(await watch.run(['labels', 'import', watch.directory, file])).toBe(
    `0 labels added, ${lines.length} known already, 0 not usable.\n`,
  );
  const broken = await runCli(['labels', 'import', watch.directory, '-'], {
    input: `${lines[0]}\n{"url": "https://nowhere.example/"}\n`,
  });
  expect(broken.exitCode).toBe(4);
  expect(broken.stdout).toBe('0 labels added, 1 known already, 1 not usable.\n');
  expect(broken.stderr).toMatch(/^orbweaver: standard input line 2: .*\n$/);
  const [first] = lines.map(line => JSON.parse(line) as Record<string, unknown>);
  const mistyped = { ...first, organization: 'msuu', annotator: 'dora', kind: 'label', class: 'neutral' };
  const added = await runCli(['labels', 'import', watch.directory, '-'], { input: JSON.stringify(mistyped) });
  expect(added).toMatchObject({
    ...{ exitCode: 0, stdout: '1 label added, 0 known already, 0 not usable.\n' },
    stderr: 'The list of the watch has no organization with the id msuu: the table does not count labels for it.\n',
  });
  writeFileSync(file, `${csv}https://nowhere.example/\n`);
  const { stderr } = await runCli(['labels', 'import', watch.directory, file]);
  expect(stderr).toMatch(/^orbweaver: .*labels\.csv line \d+: .*\n$/);
  expect(stderr).toContain(`${file} line `);
  const answer = await served.call('POST', '/watches/w/labels/import?format=csv', csv);
  expect(answer.body).toEqual({ added: 0, repeated: lines.length, refused: 0, faults: [], unlisted: [] });
});

test('queue, agreement and quality are told on a terminal of 80 columns', async () => {
  for (const args of [
    ['labels', 'queue', watch.directory, '--annotator', 'anna'],
    ['labels', 'agreement', watch.directory],
    ['tone', 'quality', watch.directory],
  ]) {
    const shown = await watch.run(args);
    expect(shown).not.toBe('');
    for (const line of shown.split('\n')) expect([line, line.length <= 80]).toEqual([line, true]);
  }
  const queued = JSON.parse(
    await watch.run(['labels', 'queue', watch.directory, '--annotator', 'x', '--json', '--limit', '4']),
  );
  expect(queued.items.length).toBeLessThanOrEqual(4);
});

test('another engine is asked about each mention once, within its budget of a day, and compared with people', async () => {
  const answer = { tone: 'neutral', probabilities: { negative: 0, neutral: 1, positive: 0 }, quote: '' };
  await using server = await modelServer(chatAnswer(JSON.stringify(answer)));
  const ask = async (budget: string) =>
    await runCli([
      ...['tone', 'ask', watch.directory, '--engine', 'openai', '--model', 'small', '--endpoint', server.address],
      ...['--budget', budget, '--price', '1/5', '--parallel', '1'],
    ]);
  const few = await ask('0.014');
  expect(few).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('The budget of today is used up: the same'),
  });
  const asked = server.asked.length;
  expect(asked).toBeGreaterThan(1);
  expect((await ask('0.001')).stdout).toContain(
    '0 mentions answered, 0 without an answer. The budget of today is used',
  );
  expect(server.asked).toHaveLength(asked);
  const both = await Promise.all([ask('10'), ask('10')]);
  for (const { stdout } of both)
    expect(stdout).toMatch(/^openai small: [\d,]+ mentions? answered, 0 without an answer\.\n$/);
  expect(server.asked.length).toBeGreaterThan(asked);
  expect(new Set(server.asked.map(({ body }) => JSON.stringify(body))).size).toBe(server.asked.length);
  const all = server.asked.length;
  expect((await ask('10')).stdout).toBe('openai small: 0 mentions answered, 0 without an answer.\n');
  expect(server.asked).toHaveLength(all);
  const [first] = (await queue('vera')).filter(({ sampling }) => sampling === 'random');
  const { publication, version, organization } = first!;
  const subject = { publication, version, organization, annotator: 'vera', sampling: 'random' };
  await call('POST', '/watches/w/labels', { ...subject, class: 'neutral' });
  const { engines } = await call<{ engines: readonly Record<string, unknown>[] }>('GET', '/watches/w/quality');
  expect(engines.map(({ engine }) => engine)).toEqual(['linear-1', 'openai small']);
  expect(engines[1]).toMatchObject({ classes: { neutral: { found: { count: 1, of: 1 } } } });
  const { stdout } = await runCli(['tone', 'quality', watch.directory]);
  expect(stdout).toMatch(/^openai small, on \d+ that all engines answered: right \d+ of \d+ \([\d.]+–[\d.]+ %\)/m);
  const path = `/watches/w/publications/${publication}/labels?annotator=vera`;
  const judged = await call<Record<'organizations' | 'mentions', readonly { seconds: readonly object[] }[]>>(
    'GET',
    path,
  );
  expect(judged.organizations.flatMap(({ seconds }) => seconds)).toContainEqual({
    engine: 'openai small',
    class: 'neutral',
  });
  const blind = await call<typeof judged>('GET', path.replace('vera', 'nobody'));
  expect(blind.mentions.flatMap(({ seconds }) => seconds)).toEqual([]);

  await using bedrock = await modelServer(converseAnswer(answer));
  const inAws = { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.address, AWS_REGION: 'eu-central-1' };
  const keys = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };
  const paid = ['--engine', 'bedrock', '--model', 'maker.small', '--consent', '--budget', '0.05', '--price', '1/5'];
  const told = await runCli(['tone', 'ask', watch.directory, ...paid], { env: { ...inAws, ...keys } });
  expect(told).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^bedrock maker\.small: \d+ mentions/) });
  expect(bedrock.asked.length).toBeGreaterThan(1);
  const spent = 0.0006 * bedrock.asked.length;
  expect([spent < 0.05, told.stderr]).toEqual([true, expect.stringContaining(`$${spent.toFixed(4)} of $0.05 spent`)]);

  const own = await runCli(['tone', 'ask', watch.directory]);
  expect(own).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('what the watch uses already') });
});

test('a model goes back to the shipped one, and comes as a file', async () => {
  await call('POST', '/watches/w/models/shipped', { language: 'ru' });
  const { models } = await call<{ models: readonly object[] }>('GET', '/watches/w/quality');
  expect(models).toHaveLength(1);
});
