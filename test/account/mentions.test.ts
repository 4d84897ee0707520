/** The organizations that a watch finds by the Lambdas of an account, beside the same watch of the command line. */
import '../pure/functions/quiet-logs.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateStateMachineCommand, SFNClient } from '@aws-sdk/client-sfn';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler } from '../../functions/aws/api.ts';
import { exampleOrganizations } from '../../functions/cli/mentions/example-organizations.ts';
import { type ServedNewsSites, serveNewsSites } from '../../functions/example-site/news/serve-news-sites.ts';
import { shippedToneModel } from '../../shared/adapters/tone/open.ts';
import { names } from '../../shared/names.ts';
import { runCli } from '../process/cli/run-cli.ts';
import { Account } from './account.ts';
import { asRole } from './as-role.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';
import { proxied } from './proxied.ts';
import { serveApi, withoutTimes } from './served-api.ts';

const hour = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-account-mentions-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const signing = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_EC2_METADATA_DISABLED: 'true' };

describe.skipIf(missing !== undefined)('mentions in a watch of an account', { timeout: 600_000 }, () => {
  let place: AwsPlace;
  let account: Account;
  let news: ServedNewsSites;
  let api: Awaited<ReturnType<typeof serveApi>>;
  let id: string;
  const directory = join(folder, 'embedded');
  const present = Date.now();

  const cli = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runCli(args, { env: { ...env, ...signing, ORBWEAVER_API: api.url } });
    expect([args, exitCode, exitCode === 0 ? '' : stderr]).toEqual([args, 0, '']);
    return stdout;
  };
  /** The same of both places. */
  const both = async (here: readonly string[], there: readonly string[], ...options: readonly string[]) => [
    await cli(...here, directory, ...options),
    await cli('remote', ...there, id, ...options),
  ];

  beforeAll(async () => {
    place = await openAwsPlace();
    account = new Account(place);
    news = await serveNewsSites(present - 90 * hour, () => present - 20 * hour);
    process.env[names.allowHosts] = new URL(news.urls.herald).host;
    process.env[names.watches] = 'true';
    const definition = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Succeed' } } });
    const machine = { name: 'life', definition, roleArn: 'arn:aws:iam::000000000000:role/none' };
    const sfn = new SFNClient({});
    const created = async (name: string): Promise<string> =>
      (await sfn.send(new CreateStateMachineCommand({ ...machine, name }))).stateMachineArn!;
    process.env[names.stateMachineArn] = await created('life');
    process.env[names.searchMachineArn] = await created('search');
    sfn.destroy();
    api = await serveApi();
    const config = join(folder, 'watch.yaml');
    const list = { organizations: exampleOrganizations, sites: [{ url: news.urls.herald }], delayMs: 0 };
    writeFileSync(config, JSON.stringify(list));
    await cli('watch', 'new', directory, '--config', config, '--quiet');
    await cli('watch', 'run', directory, '--once', '--quiet');
    id = (await cli('remote', 'watches', 'new', '--config', config)).trim();
    await account.seed({ crawl: id, run: 1 });
    await account.visits({ times: 2 });
  }, 300_000);
  afterAll(async () => {
    delete process.env[names.watches];
    await api?.[Symbol.asyncDispose]();
    await news?.close();
    await place?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test('its publications are the same', async () => {
    const [here, there] = await both(['publications'], ['publications'], '--format', 'jsonl');
    expect(withoutTimes(there!)).toEqual(withoutTimes(here!));
    expect(withoutTimes(here!).length).toBeGreaterThan(30);
  });

  test.each(['jsonl', 'csv', 'text'])('its mentions are the same as %s', async format => {
    const [here, there] = await both(['watch', 'mentions'], ['watches', 'mentions'], '--format', format);
    expect(there).toBe(here);
    expect(here!.split('\n').length).toBeGreaterThan(20);
  });

  test.each(['txt', 'csv', 'html', 'svg', 'json'])('its report is the same as %s', async format => {
    for (const by of ['organization', 'month', 'source']) {
      const [here, there] = await both(['report'], ['report'], '--by', by, '--format', format);
      expect(there).toBe(here);
    }
    const options = ['--nested', '--with-copies', '--confidence', '0.5', '--source', '1', '--since', '2026-01-01'];
    const [here, there] = await both(
      ['report'],
      ['report'],
      '--format',
      format,
      ...options,
      '--compare-until',
      '2027-01-01',
    );
    expect(there).toBe(here);
    expect(here).not.toMatch(/NaN|undefined/);
  });

  test('labels decide the table as on one machine; a caller without a name is known by the API', async () => {
    const call = async (method: string, path: string, given?: object) => {
      const event = proxied(method, path, given === undefined ? {} : { body: JSON.stringify(given) });
      const { statusCode, body, headers = {} } = await asRole('Api', async () => await handler(event));
      return { statusCode, body, headers };
    };
    const before = await cli('remote', 'report', id, '--format', 'json');
    const lines = (await cli('remote', 'watches', 'mentions', id, '--format', 'jsonl')).trimEnd().split('\n');
    const mentions = lines.map(line => JSON.parse(line) as Record<string, string>);
    const sure = mentions.filter(each => each['status'] === 'certain' && each['nestedIn'] === null).slice(0, 4);
    const said = ['ambiguous', 'negative', 'positive', 'not-about'];
    for (const [at, { publication, version, organization }] of sure.entries()) {
      const label = { publication, version, organization, class: said[at] };
      expect((await call('POST', `/watches/${id}/labels`, label)).statusCode).toBe(201);
    }
    const { publication, version, organization, field, start, end } = sure[0]!;
    const place = {
      publication,
      version,
      organization,
      place: { field, start, end },
      class: 'neutral',
      annotator: 'anna',
    };
    expect((await call('POST', `/watches/${id}/labels`, place)).statusCode).toBe(201);
    const undone = await call('POST', `/watches/${id}/labels/undo`, {
      publication: sure[1]!['publication'],
      organization: sure[1]!['organization'],
    });
    expect(undone.statusCode).toBe(200);
    const exported = await call('GET', `/watches/${id}/labels/export`);
    expect(exported.body).toContain('"annotator":"account:');
    expect(exported.headers['link']).toBeUndefined();
    const file = join(folder, 'labels.jsonl');
    writeFileSync(file, exported.body);
    await cli('labels', 'import', directory, file);
    expect(await cli('labels', 'export', directory)).toBe(exported.body);
    for (const format of ['jsonl', 'csv']) {
      const [here, there] = await both(['labels', 'export'], ['labels', 'export'], '--format', format);
      expect(there).toBe(here);
    }
    expect(await cli('remote', 'labels', 'import', id, file)).toBe('0 labels added, 6 known already, 0 not usable.\n');
    const [here, there] = await both(['report'], ['report'], '--format', 'json');
    expect(there).toBe(here);
    expect(there).not.toBe(before);
    const again = await asRole(
      'Api',
      async () => await handler(proxied('POST', `/watches/${id}/labels/import`, { body: exported.body })),
    );
    expect(JSON.parse(again.body)).toMatchObject({ added: 0, repeated: 6, refused: 0 });
    const quality = JSON.parse((await call('GET', `/watches/${id}/quality`)).body);
    expect(quality).toMatchObject({ labelled: expect.any(Number), stale: 0 });
    expect((await call('GET', `/watches/${id}/labels/queue?annotator=anna`)).statusCode).toBe(200);
    const training = await call('POST', `/watches/${id}/training`, { language: 'ru' });
    expect([training.statusCode, training.body]).toEqual([400, expect.stringContaining('No model is trained here')]);
    const refused = await runCli(['remote', 'models', 'train', id, '--language', 'ru'], {
      env: { ...env, ...signing, ORBWEAVER_API: api.url },
    });
    expect([refused.exitCode, refused.stderr.trim()]).toEqual([4, expect.stringContaining('No model is trained here')]);
    expect(await cli('remote', 'models', 'list', id)).toBe('The shipped models are used; no other was made.\n');
  });

  test('candidates are decided on in the API, and the table counts it as on one machine', async () => {
    const call = async (method: string, path: string, given?: object) => {
      const event = proxied(method, path, given === undefined ? {} : { body: JSON.stringify(given) });
      const { statusCode, body } = await asRole('Api', async () => await handler(event));
      return { statusCode, body: JSON.parse(body) as Readonly<Record<string, unknown>> };
    };
    const candidates = async () => {
      const { body } = await call('GET', `/watches/${id}/candidates`);
      return body['candidates'] as readonly Readonly<Record<string, unknown>>[];
    };
    const before = await cli('remote', 'report', id, '--format', 'json');
    const [one, ...others] = await candidates();
    const { publication, version, organization, field, start, end } = one!;
    const order = { publication, version, organization, field, start, end };
    const path = `/watches/${id}/mentions/decisions`;
    expect((await call('POST', path, { ...order, status: 'confirmed' })).statusCode).toBe(200);
    expect(await candidates()).toEqual(others);
    expect(await cli('remote', 'report', id, '--format', 'json')).not.toBe(before);
    expect((await call('POST', path, { ...order, end: Number(end) + 1, status: 'confirmed' })).statusCode).toBe(400);
    expect((await call('POST', path, { ...order, status: 'candidate' })).statusCode).toBe(200);
    expect(await cli('remote', 'report', id, '--format', 'json')).toBe(before);
    const check = await call('POST', `/watches/${id}/organizations/check`, {});
    const printed = JSON.parse(await cli('watch', 'organizations', 'check', directory, '--json'));
    expect(check.body).toMatchObject(printed);
  });

  test('what is behind a number is the same', async () => {
    const { tables } = JSON.parse(await cli('remote', 'report', id, '--format', 'json'));
    const row = tables[0].table.rows.toSorted((a: { n: number }, b: { n: number }) => b.n - a.n)[0];
    const options = ['--organization', row.key, '--tone', 'neutral,positive', '--tone', 'negative', '--originals'];
    const [here, there] = await both(['publications'], ['publications'], '--format', 'jsonl', ...options);
    expect(withoutTimes(there!)).toEqual(withoutTimes(here!));
    expect(withoutTimes(there!)).toHaveLength(row.n);
    expect(row.n).toBeGreaterThan(0);
  });

  test('the days of its mentions and tones are tables', async () => {
    const day = new Date().toISOString().slice(0, 10);
    await account.writeDays(id, [day]);
    const rowsOf = async (table: string) => {
      const bytes = Buffer.from(
        await account.read(`tables/${table}/watch=${id}/day=${day}/${table}.parquet`),
        'latin1',
      );
      return await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    };
    const lines = (await cli('remote', 'watches', 'mentions', id, '--format', 'jsonl')).trimEnd().split('\n');
    const mentions = await rowsOf('mentions');
    expect(mentions).toHaveLength(lines.length);
    // The day is in the order of finding, the list in that of dates.
    const keyOf = (each: Record<string, unknown>): string =>
      JSON.stringify(
        ['publication', 'organization', 'field', 'start', 'surface', 'class'].map(name => String(each[name])),
      );
    expect(mentions.map(keyOf).toSorted()).toEqual(lines.map(line => keyOf(JSON.parse(line))).toSorted());
    const { tables } = JSON.parse(await cli('remote', 'report', id, '--format', 'json', '--with-copies'));
    const { classes } = tables[0].table.total;
    const tones = await rowsOf('tones');
    for (const each of ['positive', 'negative', 'neutral', 'ambiguous'])
      expect([each, tones.filter(row => row['class'] === each).length]).toEqual([each, classes[each].count]);
  });

  test('a list that is set later is searched in all that is stored, and its search goes on where it was', async () => {
    const list = join(folder, 'dictionary.csv');
    writeFileSync(list, 'id,name,aliases\nvsu,Воронежский государственный университет,ВГУ\nbaikal,Байкал,\n');
    await cli('watch', 'organizations', 'set', directory, list, '--quiet');
    await cli('remote', 'watches', 'organizations', 'set', id, list);
    const progress = async () =>
      JSON.parse(await cli('remote', 'watches', 'organizations', 'list', id, '--json')).searched;
    expect((await progress()).searched).toBe(0);
    expect((await cli('remote', 'report', id)).replace(/\s+/g, ' ')).toContain('are not searched with this list yet');
    expect(await account.search(id)).toBe(1);
    const { searched, all } = await progress();
    expect([searched, all]).toEqual([
      all,
      (await cli('remote', 'publications', id, '--format', 'jsonl')).split('\n').length - 1,
    ]);
    for (const options of [
      ['--by', 'organization'],
      ['--by', 'month', '--nested'],
    ]) {
      const [here, there] = await both(['report'], ['report'], '--format', 'json', ...options);
      expect(there).toBe(here);
    }
    const [here, there] = await both(['watch', 'mentions'], ['watches', 'mentions'], '--format', 'jsonl');
    expect(there).toBe(here);
    expect(there).toContain('"organization":"baikal"');
    const base64 = readFileSync(shippedToneModel('ru')).toString('base64');
    const call = async (method: string, path: string, body: object) => {
      const event = proxied(method, path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      return await asRole('Api', async () => await handler(event));
    };
    expect((await call('POST', `/watches/${id}/models`, { base64: 'x' })).statusCode).toBe(400);
    const added = await call('POST', `/watches/${id}/models`, { base64 });
    expect([added.statusCode, JSON.parse(added.body)]).toEqual([201, expect.objectContaining({ event: 'imported' })]);
    const file = proxied('GET', `/watches/${id}/models/1`, { query: { format: ['base64'] } });
    expect((await asRole('Api', async () => await handler(file))).body).toBe(base64);
    expect(await cli('remote', 'models', 'import', id, shippedToneModel('ru'))).toContain('is used from now on');
    expect((await cli('remote', 'models', 'list', id)).match(/imported/g)).toHaveLength(2);
    expect(await cli('remote', 'models', 'shipped', id, '--language', 'ru')).toContain('The shipped model is used');
    expect(await account.search(id)).toBe(1);
    const before = (await place.keys(`publications/${id}/`)).length;
    expect(await account.search(id)).toBe(1);
    expect((await place.keys(`publications/${id}/`)).length).toBe(before);
    expect((await cli('remote', 'watches', 'organizations', 'list', id)).split('\n')[1]).toContain('baikal  Байкал');
    await cli('remote', 'watches', 'organizations', 'remove', id);
  });
});
