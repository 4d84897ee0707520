import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newDirectory } from '../../crawl/crawl-run.ts';
import { startSite } from '../../servers/loopback-site.ts';
import { runCli } from './run-cli.ts';

test('a crawl that is there is given a name, in its files as if it had begun with it', async () => {
  const site = await startSite({ '/': '<a href=/a>a</a>', '/a': 'a' });
  const env = { ORBWEAVER_STATE: newDirectory() };
  const directory = newDirectory();
  const summary = (): string => readFileSync(join(directory, 'crawl.json'), 'utf8');
  try {
    await runCli(['crawl', site.origin, '--delay', '0', '--quiet', '--out', directory], { env });
    const before = summary();
    const named = await runCli(['name', directory, 'Spring'], { env });
    expect([named.exitCode, named.stdout, named.stderr]).toEqual([0, '', 'The crawl is called Spring now.\n']);
    expect(JSON.parse(summary())).toEqual({
      ...JSON.parse(before),
      spec: { ...JSON.parse(before).spec, name: 'Spring' },
    });
    const written = summary();
    await runCli(['export', directory], { env });
    expect(summary()).toBe(written);
    const refused = await runCli(['name', directory, 'two\nlines'], { env });
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringMatching(/^orbweaver: name: .* is refused; /)]);
    const nowhere = await runCli(['name', newDirectory(), 'x'], { env });
    expect(nowhere.exitCode).toBe(4);
  } finally {
    await site.close();
  }
});
