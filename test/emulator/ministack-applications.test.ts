/** Applications in the stack deployed to MiniStack: their processes begin with the bundles beside the function, and `accepted` is called there. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serveChangingSource } from '../process/watch/changing-source.ts';
import { startCrawl } from './crawl-by-api.ts';
import { deployStack } from './deploy-stack.ts';
import { callApi, callFunction, callText } from './deployed-api.ts';
import { startMiniStack, whyNoMiniStack } from './ministack.ts';

const missing = await whyNoMiniStack();
if (missing !== undefined) console.log(missing);
const minute = 60_000;

interface Kept {
  readonly tables: readonly { readonly name: string; readonly records: number; readonly acceptance: object }[];
  readonly marks: readonly unknown[];
}

test.skipIf(missing !== undefined)(
  'applications are deployed with the stack and take records out of the pages of a watch',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-deployed-applications-'));
    // As a person has it: somewhere outside of the program.
    const module = join(folder, 'prices.ts');
    copyFileSync('test/plugins/prices.ts', module);
    const source = await serveChangingSource();
    const emulator = await startMiniStack();
    try {
      source.publish(6);
      const context = { allowHosts: new URL(source.url).host, publications: 'true', plugins: module };
      const stack = await deployStack(emulator.endpoint, context);
      const parts = await callApi(stack, 'GET', '/parts');
      expect(parts.body['applications']).toEqual(['stories', 'grabber', 'readability', 'prices']);
      const applications = ['grabber', 'readability', 'prices'];
      const id = await startCrawl(stack, { delayMs: 0, sites: [{ url: source.url }], applications }, '/watches');
      const kept = async (): Promise<Kept> =>
        (await callApi(stack, 'GET', `/watches/${id}/applications`)).body as unknown as Kept;
      let found: Kept | undefined;
      for (const end = Date.now() + 3 * minute; Date.now() < end; await wait(2_000)) {
        await callFunction(emulator.endpoint, 'Orbweaver-WakeFunction', {});
        found = await kept();
        if (found.tables?.[0]?.records === 6) break;
      }
      expect(found).toMatchObject({ tables: [{ name: 'prices', records: 6, marks: 0 }], marks: [] });
      const lines = await callText(stack, `/watches/${id}/applications/prices/records`);
      const records = lines
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as { story: number; price: number });
      expect(records.map(({ story, price }) => [story, price]).sort(([a], [b]) => a! - b!)).toEqual(
        [1, 2, 3, 4, 5, 6].map(story => [story, story + 0.5]),
      );
      expect((await kept()).tables[0]!.acceptance).toMatchObject({ failures: 0, taken: expect.any(Number) });
    } finally {
      await source.close();
      await emulator[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  15 * minute,
);
