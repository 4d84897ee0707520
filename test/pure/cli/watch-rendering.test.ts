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
