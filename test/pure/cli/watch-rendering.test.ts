import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readWatchConfig } from '../../../functions/cli/watch/watch-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(sites: string) {
  const file = join(folder, 'watch.yaml');
  writeFileSync(file, `sites:\n${sites}`);
  return { file, config: () => readWatchConfig(file, []) };
}

describe('the file of a watch', () => {
  test('says how its sources are looked at, in the words of the API', async () => {
    const { config } = await read(
      '  - {url: "https://a.test"}\nwatch: {interval: 600, recheck: [3600, 86400], archive: true}\n',
    );
    expect((await config()).watch).toEqual({ interval: 600, recheck: [3_600, 86_400], archive: true });
    expect((await config()).value).toEqual({ sites: [{ url: 'https://a.test' }] });
  });

  test('is refused with each fault of them at its place', async () => {
    const { file, config } = await read(
      '  - {url: "https://a.test"}\nwatch: {interval: 1, intervall: 5, archive: often}\n',
    );
    const refused = String(await config().catch(({ message }: Error) => message));
    expect(refused).toContain(`${file}: watch.interval: 1 is refused; allowed is a time of 10 to`);
    expect(refused).toContain(`${file}: watch.archive: "often" is refused; allowed are true and false.`);
    expect(refused).toContain('watch.intervall: there is no setting "intervall"; did you mean "interval"?');
  });

  test('says where a setting of a watch belongs', async () => {
    const { file, config } = await read('  - {url: "https://a.test"}\nrecheck: [3600]\n');
    await expect(config()).rejects.toThrow(
      `${file}: recheck: there is no setting "recheck"; did you mean "watch.recheck"?`,
    );
  });

  test('that says something unknown is refused with what a watch has, not with what a crawl has', async () => {
    const of = '  - {url: "https://a.test"}\n';
    const { file, config } = await read(`${of}zebra: 1\nlevels: 3\norganisations: []\n`);
    const refused = String(await config().catch(({ message }: Error) => message)).split('\n');
    const [zebra, levels, organisations] = refused;
    expect(refused).toHaveLength(3);
    expect(zebra).toContain(
      `${file}: zebra: there is no setting "zebra"; allowed are sites, hosts, organizations, watch`,
    );
    for (const ofCrawls of ['maxLevel', 'formats', 'groupBy', 'nearDuplicates', 'archiveDate', 'ruleOptions'])
      expect(zebra).not.toContain(ofCrawls);
    expect(levels).toContain(`${file}: levels: there is no setting "levels"; allowed are`);
    expect(organisations).toContain('did you mean "organizations"?');
    expect((await (await read(`${of}delayMs: 500\nexclude: [x]\n`)).config()).value).toMatchObject({ delayMs: 500 });
  });

  test('says of a source how its pages are loaded', async () => {
    const { config } = await read('  - {url: "https://a.test", render: auto}\n  - {url: "https://b.test"}\n');
    const { renders, value } = await config();
    expect([...renders]).toEqual([['https://a.test/', 'auto']]);
    expect(value).toEqual({ sites: [{ url: 'https://a.test' }, { url: 'https://b.test' }] });
  });

  test('is refused with its place where it says something else', async () => {
    const { file, config } = await read('  - {url: "https://a.test", render: sometimes}\n');
    const sentence = `${file}: sites[0].render: "sometimes" is refused; allowed are never, auto, always.`;
    await expect(config()).rejects.toThrow(sentence);
  });
});
