import '../pure/functions/quiet-logs.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Planned } from '../../functions/aws/life/life-events.ts';
import { handler as unloadHandler } from '../../functions/aws/unload.ts';
import { crawlStateOf } from '../../functions/http/views/crawl-view.ts';
import { openAwsRegistry, openAwsStore } from '../../shared/adapters/aws/open.ts';
import { englishSentence } from '../../shared/domain/refusal/refusal.ts';
import { names } from '../../shared/names.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { runCli } from '../process/cli/run-cli.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { Account, timeLeft } from './account.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';

describe.skipIf(missing !== undefined)('a crawl with a site that is too large for the function that unloads', () => {
  let place: AwsPlace;
  let site: LoopbackSite;

  beforeAll(async () => {
    place = await openAwsPlace();
    site = await startSite({ '/': page('start', '/a', '/b'), '*': page('a', 'http://other.example/') });
    process.env[names.allowHosts] = new URL(site.origin).host;
  });
  afterAll(async () => {
    delete process.env[names.unloadedUrls];
    await site?.close();
    await place?.[Symbol.asyncDispose]();
  });

  test('waits without an error, and another machine writes the very files of the embedded engine', async () => {
    const account = new Account(place);
    const settings = { delayMs: 0, formats: ['csv', 'parquet'] };
    const run = await account.order({ kind: 'start', spec: { ...settings, sites: [{ url: site.origin }] } });
    await account.seed(run);
    await account.crawl(run);
    process.env[names.unloadedUrls] = '3';
    expect(((await unloadHandler({ ...run, kind: 'plan' }, timeLeft(900_000))) as Planned).isTooLarge).toBe(undefined);
    process.env[names.unloadedUrls] = '2';
    const planned = await unloadHandler({ ...run, kind: 'plan' }, timeLeft(900_000));
    expect(planned).toEqual({ ...run, batches: [], isTooLarge: true });
    const shown = async () => {
      const record = (await openAwsRegistry().read(run.crawl))!;
      const state = crawlStateOf(record, await openAwsStore('unload').readCrawl(run.crawl));
      return [state, ...(record.failure ?? []).map(englishSentence)];
    };
    expect(await shown()).toEqual([
      'interrupted',
      `${site.origin} has 3 URLs, and the function that unloads takes 2. Everything is fetched; its results are written by: orbweaver remote unload ${run.crawl}`,
    ]);

    const asked: string[] = [];
    await using lambda = await startLambda(asked);
    const env = { ...process.env, AWS_ENDPOINT_URL_LAMBDA: lambda.url } as Record<string, string>;
    const unload = async (...args: string[]) => await runCli(['remote', 'unload', ...args], { env });
    expect(await unload(run.crawl, '--stack', 'Third')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('There is no stack Third in the region us-east-1'),
    });
    expect(asked).toEqual(['', '2']);
    expect(await unload('unknown', '--stack', 'Second')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('The crawl unknown is not to be unloaded: its state is unknown.'),
    });
    expect(await unload(run.crawl, '--stack', 'Second')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('1 of 1 parts are written\nThe results are written'),
    });
    expect(await shown()).toEqual(['finished']);
    const { results } = await embeddedCrawl([{ url: site.origin }], settings);
    expect(await account.files(run)).toEqual(results.files());
    expect(place.bus.taken.map(({ detail }) => [detail['crawl'], detail['status']])).toEqual([[run.crawl, 'finished']]);
    expect(await unload(run.crawl, '--stack', 'Second')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('its state is finished'),
    });
  });
});

/** Lambda as far as it lists functions, in two parts: those of the first stack, then those of the second. Asked for: markers. */
async function startLambda(asked: string[]): Promise<AsyncDisposable & { readonly url: string }> {
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('ORBWEAVER_'));
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://lambda.test');
    const marker = searchParams.get('Marker') ?? '';
    asked.push(marker);
    const stack = marker === '' ? 'First' : 'Second';
    const Environment = { Variables: marker === '' ? {} : Object.fromEntries(variables) };
    const Functions = ['Parse', 'Unload'].map(door => ({ FunctionName: `${stack}-${door}Function1A2B`, Environment }));
    response.end(JSON.stringify({ Functions, NextMarker: marker === '' ? '2' : null }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
