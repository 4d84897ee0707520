import '../pure/functions/quiet-logs.ts';
import { createHash } from 'node:crypto';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { CreateStateMachineCommand, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler, ownerOf, requestOf } from '../../functions/aws/api.ts';
import { awsCrawlService } from '../../functions/aws/aws-crawl-service.ts';
import { giveUp } from '../../functions/aws/give-up.ts';
import { beginRemoval, markRemoval } from '../../functions/aws/life/removal.ts';
import { handler as remove } from '../../functions/aws/remove.ts';
import { handler as tick } from '../../functions/aws/tick.ts';
import { openAwsRegistry, removeAwsRows } from '../../shared/adapters/aws/open.ts';
import { refusal } from '../../shared/domain/refusal/refusal.ts';
import { names } from '../../shared/names.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { Account } from './account.ts';
import { asRole } from './as-role.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';
import { type Asked, proxied } from './proxied.ts';

describe('a request by API Gateway', () => {
  test('arrives as it was sent: method, path, repeated parameters, headers, body', async () => {
    const request = requestOf(
      proxied('POST', '/crawls', {
        body: Buffer.from('{"x":"ü"}').toString('base64'),
        isBase64Encoded: true,
        query: { cursor: ['a b&c', 'd'] },
        headers: { 'Idempotency-Key': 'k' },
      }),
    );
    expect(request.url).toBe('https://api.example.com/crawls?cursor=a+b%26c&cursor=d');
    expect([request.method, request.headers.get('idempotency-key'), await request.text()]).toEqual([
      'POST',
      'k',
      '{"x":"ü"}',
    ]);
  });

  test('belongs to its API key where it has one, else to the account that signed it', () => {
    expect(ownerOf(proxied('GET', '/', { identity: { apiKeyId: 'k1', accountId: null } }))).toBe('key:k1');
    expect(ownerOf(proxied('GET', '/', { identity: { accountId: '42' } }))).toBe('account:42');
    expect(ownerOf(proxied('GET', '/', { identity: { apiKeyId: '', accountId: null } }))).toBe('account:1');
  });
});

describe.skipIf(missing !== undefined)('the API of an account', () => {
  let place: AwsPlace;
  let site: LoopbackSite;
  let sfn: SFNClient;

  beforeAll(async () => {
    place = await openAwsPlace();
    site = await startSite({ '/': page('start', '/a'), '/a': page('a', '/gone', 'https://elsewhere.example/') });
    process.env[names.allowHosts] = new URL(site.origin).host;
    sfn = new SFNClient({});
    const definition = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Succeed' } } });
    const roleArn = 'arn:aws:iam::000000000000:role/none';
    const created = async (name: string): Promise<string> =>
      (await sfn.send(new CreateStateMachineCommand({ name, definition, roleArn }))).stateMachineArn!;
    process.env[names.stateMachineArn] = await created('life');
    process.env[names.removalMachineArn] = await created('removal');
  });
  afterAll(async () => {
    sfn?.destroy();
    await site?.close();
    await place?.[Symbol.asyncDispose]();
  });

  const ask = async (event: APIGatewayProxyEvent) => await asRole('Api', async () => await handler(event));
  const call = async (method: string, path: string, asked?: Asked) => {
    const { statusCode, headers, body } = await ask(proxied(method, path, asked));
    return { statusCode, headers, body: body === '' ? {} : JSON.parse(body) };
  };
  const executions = async (
    machine: 'stateMachineArn' | 'removalMachineArn' = 'stateMachineArn',
  ): Promise<string[]> => {
    const answer = await sfn.send(new ListExecutionsCommand({ stateMachineArn: process.env[names[machine]] }));
    return (answer.executions ?? []).map(({ name }) => name ?? '');
  };

  test('a scheduled crawl that is refused fails, so that it is kept with the lost events', async () => {
    const event = proxied('POST', '/crawls', { body: '{"sites":[]}', headers: { 'Idempotency-Key': 'e' } });
    const scheduled = { ...event, requestContext: { ...event.requestContext, domainName: 'scheduler' } };
    await expect(ask(scheduled)).rejects.toThrow(/the scheduled crawl was refused \(400\): .*sites/);
    expect((await ask(event)).statusCode).toBe(400);
  });

  test('starts one crawl for many requests with one key at once, and gives its results by addresses of fifteen minutes (adverse 68)', async () => {
    const body = JSON.stringify({ sites: [{ url: site.origin }], delayMs: 0 });
    const headers = { 'Idempotency-Key': 'same' };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => await call('POST', '/crawls', { body, headers })),
    );
    const ids = new Set(answers.map(answer => answer.body.id));
    expect([answers.map(({ statusCode }) => statusCode), ids.size]).toEqual([[202, 202, 202, 202, 202], 1]);
    const [id] = [...ids] as [string];
    expect(answers[0]?.headers?.['location']).toBe(`/v1/crawls/${id}`);
    expect(await executions()).toEqual([`${id}-1`]);

    const account = new Account(place);
    const run = { crawl: id, run: 1 };
    await account.seed(run);
    await account.crawl(run);
    await account.unload(run);
    expect((await call('GET', `/crawls/${id}`)).body).toMatchObject({
      state: 'finished',
      finishReason: 'no-work',
      pages: 3,
      sites: [
        {
          levels: [
            { level: 0, nodes: 1 },
            { level: 1, nodes: 1 },
            { level: 2, skipped: 1 },
          ],
        },
      ],
    });

    const { files } = (await call('GET', `/crawls/${id}/results`)).body;
    for (const { url, size, sha256 } of files) {
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
      const { searchParams, pathname } = new URL(url);
      expect(searchParams.get('X-Amz-Expires')).toBe('900');
      expect([searchParams.get('x-id'), pathname.includes(id)]).toEqual(['GetObject', true]);
    }
    const skipped = await call('GET', `/crawls/${id}/skipped`);
    expect(skipped.body.skipped).toMatchObject([{ url: `${site.origin}/gone`, reason: 'http-status', status: '404' }]);

    expect((await call('POST', `/crawls/${id}/resume`)).statusCode).toBe(202);
    expect(await executions()).toContain(`${id}-2`);
  });

  test('shows sites and links of a crawl and changes them, and its levels, graph, files and events', async () => {
    const account = new Account(place);
    const { id } = (
      await call('POST', '/crawls', { body: JSON.stringify({ sites: [{ url: site.origin }], delayMs: 0 }) })
    ).body;
    const run = { crawl: id, run: 1 };
    await account.seed(run);
    const added = await call('POST', `/crawls/${id}/sites`, { body: JSON.stringify({ url: 'https://b.example/' }) });
    expect([added.statusCode, added.body]).toEqual([201, { sites: [{ number: 2, state: 'added' }] }]);
    expect((await call('GET', `/crawls/${id}/levels`)).body).toEqual({ levels: [], isFinal: false });
    expect((await call('DELETE', `/crawls/${id}/sites/2`)).body).toEqual({ number: 2, status: 'removed' });
    expect((await call('DELETE', `/crawls/${id}/sites/2`)).statusCode).toBe(409);
    await account.crawl(run);
    await account.unload(run);

    const query = { status: ['skipped'], site: ['1'] };
    const links = (await call('GET', `/crawls/${id}/links/internal`, { query })).body.links;
    expect(links).toMatchObject([{ site: 1, link: `${site.origin}/gone`, level: 2, reason: 'http-status' }]);
    const body = JSON.stringify({ links: [{ site: 1, key: `${site.origin}/gone` }] });
    const deletion = await call('POST', `/crawls/${id}/links/internal/delete`, { body });
    expect([deletion.statusCode, deletion.body]).toMatchObject([409, { errors: [{ code: 'links-at-rest' }] }]);
    expect((await call('GET', `/crawls/${id}/links/internal`, { query })).body.links).toEqual(links);
    expect((await call('GET', `/crawls/${id}/choices`)).body).toMatchObject({ choices: [] });
    expect((await call('GET', `/crawls/${id}/levels`)).body).toMatchObject({
      isFinal: true,
      levels: [
        { site: 1, level: 0, nodes: 1 },
        { level: 1, nodes: 1 },
        { level: 2, skipped: 1, waiting: 0 },
        { site: 2, level: 0, skipped: 1 },
      ],
    });
    expect((await call('GET', `/crawls/${id}/graph`)).body).toMatchObject({
      nodes: [{ id: 0 }, { id: 1 }],
      edges: [{ source: 0, target: 1, weight: 1 }],
      total: { nodes: 2, edges: 1 },
    });
    const file = await call('GET', `/crawls/${id}/results/crawl.json`);
    expect([file.statusCode, URL.canParse(file.headers?.['location'] as string)]).toEqual([302, true]);
    expect((await call('GET', `/crawls/${id}/results/graph/none.csv`)).statusCode).toBe(404);
    const events = await ask(proxied('GET', `/crawls/${id}/events`));
    expect(events.body).toMatch(/^retry: 5000\n\nevent: progress\ndata: \{.*\}\nid: \d+\n\nevent: end\n/);
  });

  test('deletes a crawl with all its rows and files', async () => {
    const account = new Account(place);
    const spec = { sites: [{ url: site.origin }], delayMs: 0 };
    const { crawl } = await account.toTheEnd({ kind: 'start', spec });
    expect(await place.keys(`results/${crawl}/`)).not.toEqual([]);
    const ofPages = [...(await place.items('pages', crawl)).keys()];
    for (const part of ['#1#url ', '#1#content ', '#1#chunk ', '#1#turn ', '#record#bodies/'])
      expect(
        ofPages.filter(key => key.includes(part)),
        part,
      ).not.toEqual([]);
    expect((await place.items('links', crawl)).size).toBeGreaterThan(0);
    // Each row of a crawl expires, that of an origin too.
    expect([...(await place.items('crawls', crawl)).keys()].join('\n')).toContain(' origin#');
    const forEver = [...(await place.items('crawls', crawl))].filter(([, expires]) => !expires).map(([key]) => key);
    expect(forEver).toEqual([]);
    expect((await call('DELETE', `/crawls/${crawl}`)).statusCode).toBe(204);
    expect([...(await place.items('links', crawl)).keys()]).toEqual([]);
    expect([...(await place.items('pages', crawl)).keys()]).toEqual([]);
    const left = [...(await place.items('crawls', crawl)).keys()].map(key => key.replaceAll(crawl, 'ID'));
    expect(left.map(key => key.replace(/#[\w-]{22,}#/, '#hash#')).sort()).toEqual([
      ...['ID crawl', 'ID site#000000001', 'ID spec#hash#000000000', 'record#ID invocations'],
    ]);
    for (const kind of ['results', 'segments', 'robots', 'control', 'bodies'])
      expect(await place.keys(`${kind}/${crawl}/`)).toEqual([]);
    expect((await call('GET', `/crawls/${crawl}`)).statusCode).toBe(404);
    expect((await call('GET', '/crawls')).body.crawls.map(({ id }: { id: string }) => id)).not.toContain(crawl);
  });

  test('gives way to a resume that came first, and does not bring a deleted crawl back by its key', async () => {
    const body = JSON.stringify({ sites: [{ url: site.origin }], delayMs: 0 });
    const headers = { 'Idempotency-Key': 'deleted' };
    const { id } = (await call('POST', '/crawls', { body, headers })).body;
    const account = new Account(place);
    for (const step of ['seed', 'crawl', 'unload'] as const) await account[step]({ crawl: id, run: 1 });
    const asRead = (await openAwsRegistry().read(id))!;
    expect(await openAwsRegistry().startRun(asRead, 2)).toBe(true);
    expect(await markRemoval(asRead, 0)).toBe(false);
    await openAwsRegistry().markBegun(id);
    expect((await call('DELETE', `/crawls/${id}`)).statusCode).toBe(204);
    const late = await call('POST', '/crawls', { body, headers });
    expect([late.statusCode, late.body.errors[0].code]).toEqual([409, 'key-of-deleted']);
    expect((await call('GET', `/crawls/${id}`)).statusCode).toBe(404);
  });

  test('begins nothing of a crawl that is deleted at the same time, and ends what has begun', async () => {
    const spec = { sites: [{ url: site.origin }], delayMs: 0 };
    const account = new Account(place);
    const { crawl, run } = await account.order({ kind: 'start', spec });
    await openAwsRegistry().markFailed(crawl, [refusal('task-failed', { why: 'a table' })]);
    expect((await call('DELETE', `/crawls/${crawl}`)).statusCode).toBe(204);
    const late = awsCrawlService.begin(crawl, 2, { kind: 'resume', raise: {} });
    await expect(asRole('Api', async () => await late)).rejects.toThrow('Another request deletes this crawl.');
    await account.seed({ crawl, run });
    expect(await asRole('Tick', async () => await tick({ crawl, run }))).toMatchObject({ isSuperseded: true });
    await account.unload({ crawl, run });
    const rows = [...(await place.items('crawls', crawl)).keys()];
    expect([...rows, ...(await place.keys(`control/${crawl}/`)), ...(await place.keys(`results/${crawl}/`))]).toEqual(
      [],
    );
    expect((await executions('stateMachineArn')).filter(name => name.startsWith(crawl))).toEqual([]);
  });

  test('deletes a crawl whose turns may be under way once more when they have ended', async () => {
    const account = new Account(place);
    const run = await account.order({ kind: 'start', spec: { sites: [{ url: site.origin }], delayMs: 0 } });
    await account.seed(run);
    await giveUp(run.crawl, [refusal('plugin-failed', { why: 'page' })]);
    expect((await call('DELETE', `/crawls/${run.crawl}`)).statusCode).toBe(202);
    expect((await executions('removalMachineArn')).some(name => name.startsWith(run.crawl))).toBe(true);
    const time = { getRemainingTimeInMillis: () => 900_000 } as Context;
    const waiting = await asRole(
      'Remove',
      async () => await remove({ crawl: run.crawl, isWatch: false, removed: 0 }, time),
    );
    expect(waiting.waitSeconds).toBeGreaterThan(900);
    // Turns that come meanwhile ask nothing.
    await account.visits();
    expect((await call('GET', `/crawls/${run.crawl}`)).body.state).toBe('deleting');
    const table = process.env[names.crawlsTable]!;
    const dynamo = new DynamoDBClient({});
    await dynamo.send(
      new UpdateItemCommand({
        ...{ TableName: table, Key: { pk: { S: run.crawl }, sk: { S: 'crawl' } } },
        ...{ UpdateExpression: 'SET cleared = cleared - :hour', ExpressionAttributeValues: { ':hour': { N: '3600' } } },
      }),
    );
    expect(await asRole('Remove', async () => await remove(waiting, time))).toMatchObject({ isDone: true });
    expect((await call('GET', `/crawls/${run.crawl}`)).statusCode).toBe(404);
    expect([...(await place.items('pages', run.crawl)).keys()].filter(key => !key.includes('#record#'))).toEqual([]);
  });

  test('leaves a deletion that fails to the state machine', async () => {
    const spec = { sites: [{ url: site.origin }], delayMs: 0 };
    const { crawl } = await new Account(place).toTheEnd({ kind: 'start', spec });
    const table = process.env[names.linksTable]!;
    process.env[names.linksTable] = 'none';
    expect((await call('DELETE', `/crawls/${crawl}`)).statusCode).toBe(500);
    process.env[names.linksTable] = table;
    expect((await call('GET', `/crawls/${crawl}`)).body).toMatchObject({ state: 'deleting' });
    expect((await executions('removalMachineArn')).filter(name => name.startsWith(crawl))).toHaveLength(1);
    expect((await call('DELETE', `/crawls/${crawl}`)).statusCode).toBe(204);
  });

  test('goes on with a deletion that is killed again and again, and counts what is removed', async () => {
    const { crawl } = await new Account(place).toTheEnd({
      kind: 'start',
      spec: { sites: [{ url: site.origin }], delayMs: 0 },
    });
    const rows = async (): Promise<string[]> => {
      const items = await Promise.all(
        ['pages', 'links'].map(async table => [...(await place.items(table, crawl)).keys()]),
      );
      return items.flat().filter(key => !key.includes('#record#'));
    };
    let before = (await rows()).length;
    let kills = 0;
    for (let most = 1; ; most += 1) {
      let looks = 0;
      const isOver = (): boolean => {
        looks += 1;
        if (looks > most) throw new Error('killed');
        return false;
      };
      const end = await removeAwsRows({ crawl, isWatch: false }, isOver).catch((error: Error) => error.message);
      if (end !== 'killed') break;
      kills += 1;
      const now = (await rows()).length;
      expect(now).toBeLessThanOrEqual(before);
      before = now;
      expect((await call('GET', `/crawls/${crawl}`)).statusCode).toBe(200);
    }
    expect(kills).toBeGreaterThan(2);
    expect(await rows()).toEqual([]);
    // A call without time says that nothing is left.
    expect(await removeAwsRows({ crawl, isWatch: false }, () => true)).toEqual({ removed: 0, isDone: true });
    expect((await call('DELETE', `/crawls/${crawl}`)).statusCode).toBe(204);
    expect(await place.keys(`results/${crawl}/`)).toEqual([]);
    expect((await call('GET', `/crawls/${crawl}`)).statusCode).toBe(404);
  });

  test('leaves a large deletion to a state machine: counted, not resumed meanwhile, and begun again by a repeat', async () => {
    const { crawl } = await new Account(place).toTheEnd({
      kind: 'start',
      spec: { sites: [{ url: site.origin }], delayMs: 0 },
    });
    // As after a request that had no more time.
    const begun = { crawl, isWatch: false, removed: 7 };
    const asRead = (await openAwsRegistry().read(crawl))!;
    expect(await asRole('Api', async () => await markRemoval(asRead, 7))).toBe(true);
    await asRole('Api', async () => await beginRemoval(begun));
    await asRole('Api', async () => await beginRemoval({ ...begun, removed: 8 }));
    const machine = await executions('removalMachineArn');
    expect(machine.filter(name => name.startsWith(crawl))).toHaveLength(1);
    const shown = (await call('GET', `/crawls/${crawl}`)).body;
    expect(shown).toMatchObject({ state: 'deleting', cause: 'It is being deleted: 7 rows and files are gone.' });
    const resumed = await call('POST', `/crawls/${crawl}/resume`, { body: '{}' });
    expect([resumed.statusCode, resumed.body.detail]).toEqual([409, shown.cause]);
    // Neither a resume that had read the record before, nor a message that fails late, ends the deletion.
    expect(await openAwsRegistry().startRun(asRead, 2)).toBe(false);
    await asRole('Parse', async () => await giveUp(crawl, [refusal('plugin-failed', { why: 'late' })]));
    expect((await call('GET', `/crawls/${crawl}`)).body).toMatchObject({ state: 'deleting', cause: shown.cause });
    const half = ['/results', '/results/crawl.json', '/links/external', '/levels', '/choices'];
    for (const path of half) {
      const { statusCode, body } = await call('GET', `/crawls/${crawl}${path}`);
      expect([path, statusCode, body.detail]).toEqual([path, 409, shown.cause]);
    }
    const short = await asRole(
      'Remove',
      async () => await remove(begun, { getRemainingTimeInMillis: () => 60_000 } as Context),
    );
    expect(short).toEqual({ ...begun, isDone: false, waitSeconds: 1 });
    const time = { getRemainingTimeInMillis: () => 900_000 } as Context;
    const done = await asRole('Remove', async () => await remove(short, time));
    expect(done).toMatchObject({ isDone: true });
    expect(done.removed).toBeGreaterThan(short.removed + 10);
    expect(await place.keys(`results/${crawl}/`)).toEqual([]);
    expect((await call('GET', `/crawls/${crawl}`)).statusCode).toBe(404);
    // It does not come back by its record of another day, and the machine may call once more.
    expect(await markRemoval(asRead, 0)).toBe(false);
    expect(await asRole('Remove', async () => await remove(short, time))).toMatchObject({ ...begun, isDone: true });
  });

  test('lists crawls newest first, in parts that neither miss nor repeat one', async () => {
    const registry = openAwsRegistry();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const id = crypto.randomUUID();
      await registry.create({ id, owner: 'key:list', createdAt: 1_700_000_000_000 + n * 1000, run: 1, queued: true });
      ids.unshift(id);
    }
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const query: Record<string, string[]> = { limit: ['3'], ...(cursor !== undefined && { cursor: [cursor] }) };
      const { body } = await call('GET', '/crawls', { query, identity: { apiKeyId: 'list' } });
      seen.push(...body.crawls.map(({ id }: { id: string }) => id));
      cursor = body.next;
      if (cursor === undefined) break;
    }
    expect(seen).toEqual(ids);
  });

  test('refuses hosts of its own network and the metadata service, also by other writings of their addresses (adverse 64)', async () => {
    const urls = [
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/latest/',
      'http://0x7f.1/',
      'http://2130706433/',
      'http://db.internal/',
    ];
    for (const url of urls) {
      const answer = await call('POST', '/crawls', { body: JSON.stringify({ sites: [{ url }] }) });
      expect([url, answer.statusCode, answer.body.detail]).toEqual([url, 400, expect.stringContaining('is refused')]);
    }
  });
});
