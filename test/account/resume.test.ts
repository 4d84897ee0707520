import { sentencesOf } from './crawl-failure.ts';
import '../pure/functions/quiet-logs.ts';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { CreateStateMachineCommand, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handler as apiHandler } from '../../functions/aws/api.ts';
import type { ExecutionEnd, RunInput } from '../../functions/aws/life/life-events.ts';
import { handler as unloadHandler } from '../../functions/aws/unload.ts';
import { objectKey } from '../../shared/adapters/aws/object-keys.ts';
import { openAwsObjects, openAwsRegistry, openAwsStore } from '../../shared/adapters/aws/open.ts';
import { names } from '../../shared/names.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../servers/loopback-site.ts';
import { Account, timeLeft } from './account.ts';
import { asRole } from './as-role.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';
import { proxied } from './proxied.ts';
import { backUp } from './table-backup.ts';

const settings = { delayMs: 0, formats: ['csv'] };

describe.skipIf(missing !== undefined)('a crawl of an account that is resumed', () => {
  let place: AwsPlace;
  let account: Account;
  let sfn: SFNClient;
  let site: LoopbackSite;

  beforeAll(async () => {
    place = await openAwsPlace();
    account = new Account(place);
    sfn = new SFNClient({});
    const definition = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Succeed' } } });
    const roleArn = 'arn:aws:iam::000000000000:role/none';
    const machine = await sfn.send(new CreateStateMachineCommand({ name: 'life', definition, roleArn }));
    process.env[names.stateMachineArn] = machine.stateMachineArn;
  });
  afterEach(async () => await site?.close());
  afterAll(async () => {
    sfn?.destroy();
    await place?.[Symbol.asyncDispose]();
  });

  const open = async (pages: Pages): Promise<LoopbackSite> => {
    site = await startSite(pages);
    process.env[names.allowHosts] = new URL(site.origin).host;
    return site;
  };
  const started = async (): Promise<RunInput> => {
    const run = await account.order({ kind: 'start', spec: { ...settings, sites: [{ url: site.origin }] } });
    await account.seed(run);
    return run;
  };
  const expected = async () => (await embeddedCrawl(site.origin, settings)).results.files();

  /** By a call of the API, which answers the run that the state machine is started with. */
  const resumed = async ({ crawl }: RunInput): Promise<RunInput> => {
    const event = {
      ...{ httpMethod: 'POST', path: `/crawls/${crawl}/resume`, body: null, isBase64Encoded: false },
      ...{ multiValueHeaders: {}, multiValueQueryStringParameters: null },
      requestContext: { accountId: '1', stage: 'v1', requestId: 'r', identity: { accountId: '1' } },
    } as unknown as APIGatewayProxyEvent;
    const { statusCode, body } = await asRole('Api', async () => await apiHandler(event));
    expect([statusCode, body]).toEqual([202, expect.stringContaining('queued')]);
    const run = { crawl, run: (await openAwsRegistry().read(crawl))!.run };
    const { executions = [] } = await sfn.send(
      new ListExecutionsCommand({ stateMachineArn: process.env[names.stateMachineArn] }),
    );
    expect(executions.map(({ name }) => name)).toContain(`${crawl}-${run.run}`);
    return run;
  };
  const refusedResume = async ({ crawl }: RunInput): Promise<string> => {
    const { statusCode, body } = await asRole(
      'Api',
      async () => await apiHandler(proxied('POST', `/crawls/${crawl}/resume`)),
    );
    expect(statusCode).toBe(400);
    return body;
  };
  const toTheEnd = async (run: RunInput): Promise<void> => {
    await account.seed(run);
    await account.crawl(run);
    await account.unload(run);
  };

  /** As docs/runbook.md says of a crawl whose state machine is no more. */
  const giveUp = async (run: RunInput): Promise<void> => {
    const event = { ...run, kind: 'failed' as const, error: { Error: 'its execution was stopped' } };
    await asRole('Unload', async () => await unloadHandler(event, timeLeft(900_000)));
  };

  /** As EventBridge tells it. */
  const ended = async (run: RunInput, status: ExecutionEnd['status']): Promise<void> => {
    const executionArn = `arn:aws:states:us-east-1:000000000000:execution:Orbweaver-Crawl:${run.crawl}-${run.run}`;
    const event = { executionArn, status, input: JSON.stringify(run), error: null, cause: null };
    await asRole('Unload', async () => await unloadHandler(event, timeLeft(900_000)));
  };

  test('is refused once its claims may have expired, 60 days and claimDays after its beginning', async () => {
    await open({ '/': page('start') });
    const run = await started();
    await account.crawl(run);
    await account.unload(run);
    const began = async (daysAgo: number): Promise<void> => {
      const Key = { pk: { S: run.crawl }, sk: { S: 'crawl' } };
      const values = { ':at': { N: String(Math.round(Date.now() - daysAgo * 86_400_000)) } };
      const change = { UpdateExpression: 'SET startedAt = :at', ExpressionAttributeValues: values };
      const client = new DynamoDBClient({});
      await client.send(new UpdateItemCommand({ TableName: process.env[names.crawlsTable], Key, ...change }));
      client.destroy();
    };
    await began(67.01);
    expect(await refusedResume(run)).toContain('no longer knows which pages it has fetched');
    expect((await openAwsRegistry().read(run.crawl))?.run).toBe(1);
    await began(66.9);
    expect((await resumed(run)).run).toBe(2);
  });

  test('asks a start page again that was not there', async () => {
    await open({ '/': ({ nth }) => (nth <= 3 ? { status: 500 } : page('start', '/a')), '/a': page('a') });
    const run = await started();
    await account.crawl(run);
    await account.unload(run);
    expect(sentencesOf(await openAwsRegistry().read(run.crawl))).toMatch(/Nothing was crawled/);
    const second = await resumed(run);
    await toTheEnd(second);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('no-work');
    expect(Object.keys(await account.files(second)).length).toBeGreaterThan(0);
  });

  test('does not wait for an hour because the host was in trouble when it was stopped', async () => {
    const host = { isDown: true };
    const site = await open({
      '/': page('start', '/1', '/2', '/3', '/4', '/5', '/6'),
      '*': ({ path }) => (host.isDown ? { status: 500 } : page(path)),
    });
    const run = await started();
    await account.crawl(run, {
      between: async () => {
        const { trouble } = (await openAwsStore('unload').readSite(run.crawl, 1))!;
        if (trouble.hold !== undefined) await openAwsStore('unload').requestStop(run.crawl, { reason: 'stopped' });
      },
    });
    await account.unload(run);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('stopped');
    host.isDown = false;
    const second = await resumed(run);
    await account.seed(second);
    const [resumedAt, before] = [performance.now(), site.asked.length];
    await account.crawl(second);
    // A probe would come after 30 s.
    expect(site.asked[before]!.atMs - resumedAt).toBeLessThan(29_000);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('no-work');
  });

  test('becomes a failed crawl when its execution was ended by hand, once, and only the run that is its last', async () => {
    await open({ '/': page('start', '/a', '/b'), '*': page('any') });
    const run = await started();
    const record = async () => (await openAwsRegistry().read(run.crawl))!;
    await ended(run, 'ABORTED');
    expect(sentencesOf(await record())).toBe(`its execution ${run.crawl}-1 ended (ABORTED)`);
    await ended(run, 'TIMED_OUT');
    expect(sentencesOf(await record())).toMatch(/ABORTED/);
    const second = await resumed(run);
    await ended(run, 'ABORTED');
    expect((await record()).failure).toBeUndefined();
    await toTheEnd(second);
    await ended(second, 'FAILED');
    expect((await record()).failure).toBeUndefined();
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('no-work');
  });

  test('was stopped when it failed, for its workers would go on without a clock', async () => {
    await open({ '/': page('start', '/a', '/b'), '*': page('any') });
    const run = await started();
    await giveUp(run);
    const asked = site.asked.length;
    await expect(account.crawl(run)).rejects.toThrow('its execution was stopped');
    expect(site.asked.length).toBe(asked);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.stopCause).toBe('its execution was stopped');
    const second = await resumed(run);
    await toTheEnd(second);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('no-work');
    expect(await account.files(second)).toEqual(await expected());
  });

  test('fetches again what S3 has lost or gives back damaged; the other sites are written before', async () => {
    await open({
      '/': page('start', '/a', '/b'),
      '/a': page('a', '/c'),
      '/b': page('b'),
      '/c': page('c', 'http://o.test/'),
    });
    const run = await started();
    let damaged = 0;
    await account.crawl(run, {
      between: async () => {
        for (const name of await openAwsObjects(run.crawl).list('segments/1/1')) {
          if (damaged > 0) continue;
          await place.s3.send(
            new PutObjectCommand({ Bucket: place.bucket, Key: objectKey(run.crawl, name), Body: 'x' }),
          );
          damaged += 1;
        }
      },
    });
    expect(damaged).toBe(1);
    await openAwsObjects(run.crawl).remove('segments/1/2');
    await account.unload(run);
    const [row] = await openAwsStore('unload').readSites(run.crawl);
    expect(row!.lost?.map(({ turn, state }) => [turn, state])).toEqual([
      [1, 'open'],
      [2, 'open'],
    ]);
    const summary = JSON.parse(await account.read(`results/${run.crawl}/crawl.json`)) as { notices: string[] };
    expect(summary.notices).toEqual([
      expect.stringMatching(/turn 1 was lost \(S3 object segments\/1\/1 is damaged.*a resume fetches them again/),
      expect.stringMatching(/turn 2 was lost \(S3 object segments\/1\/2 is missing\)/),
    ]);
    const second = await resumed(run);
    await toTheEnd(second);
    expect(await account.files(second)).toEqual(await expected());
  });

  test('fetches again what S3 has lost since the crawl was finished; damage is found by the resume after the damage', async () => {
    await open({ '/': page('start', '/a', '/b'), '/a': page('a', '/c'), '/b': page('b'), '/c': page('c') });
    const run = await started();
    await account.crawl(run);
    await account.unload(run);
    const files = await account.files(run);
    const stateOf = async () => (await openAwsStore('unload').readCrawl(run.crawl))?.state;
    expect([files, await stateOf()]).toEqual([await expected(), 'finished']);

    const objects = openAwsObjects(run.crawl);
    const [first, second] = await objects.list('segments/1/');
    await objects.remove(first!);
    const asked = site.asked.length;
    const again = await resumed(run);
    await toTheEnd(again);
    expect(await account.files(again)).toEqual(files);
    expect(site.asked.length).toBeGreaterThan(asked);
    expect(await account.read(`results/${run.crawl}/crawl.json`)).toContain(`${first} is missing`);

    const Key = objectKey(run.crawl, second!);
    await place.s3.send(new PutObjectCommand({ Bucket: place.bucket, Key, Body: 'x' }));
    const told = await resumed(again);
    await toTheEnd(told);
    expect(await account.read(`results/${run.crawl}/crawl.json`)).toContain(`${second} is damaged`);
    const whole = await resumed(told);
    await toTheEnd(whole);
    expect([await account.files(whole), await stateOf()]).toEqual([files, 'finished']);
  });

  test('from a backup fetches again what came after it, and believes nothing of the time that is undone (adverse 62)', async () => {
    const changed: Pages[string] = ({ nth }) =>
      nth === 1 ? page('before', '/c', '/only-then') : page('after', '/c', '/now');
    await open({
      '/': page('start', '/a', '/b'),
      '/a': changed,
      '/b': page('b'),
      '/c': page('c'),
      '*': page('other'),
    });
    const run = await started();
    let restore = async (): Promise<void> => undefined;
    await account.crawl(run, {
      between: async round => {
        if (round === 1) restore = await backUp();
      },
    });
    await account.unload(run);
    await account.unload(await resumed(run));

    await restore();
    expect((await openAwsRegistry().read(run.crawl))?.run).toBe(1);
    await giveUp(run);
    const after = await resumed(run);
    expect(after.run).toBe(3);
    await toTheEnd(after);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('no-work');
    expect(await account.files(after)).toEqual(await expected());
  });
});
