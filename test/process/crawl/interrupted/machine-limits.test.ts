/** Refusals of the machine in the middle of a crawl: one sentence, exit code 5, and `resume` loses nothing. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CrawlResults, crawl, newDirectory, resume, workFolder } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { binFile } from '../../cli/run-cli.ts';
import { mounts, onOwnDisk } from '../own-disk.ts';

let site: LoopbackSite;
let whole: Record<string, string>;

beforeAll(async () => {
  site = await startLayeredSite(3, { answerAfterMs: 20 });
  whole = (await crawl(`${site.origin}/`, { maxDownloads: 8, formats: ['csv', 'gexf'] })).results.files();
});
afterAll(() => site.close());

/** Runs a crawl under `limit`, an option of the shell's ulimit. */
async function crawlUnder(limit: string, directory: string): Promise<{ exitCode: number | null; stderr: string }> {
  const args = ['crawl', `${site.origin}/`, '--delay', '0', '--max-downloads', '64', '--out', directory, '--quiet'];
  const program = [process.execPath, binFile, ...args].map(part => `'${part}'`).join(' ');
  const env = { PATH: process.env['PATH'], ORBWEAVER_STATE: process.env['ORBWEAVER_STATE'] };
  const child = spawn('sh', ['-c', `ulimit ${limit}; exec ${program}`], { cwd: workFolder, env });
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve));
  const [stderr, exitCode] = await Promise.all([text(child.stderr), exited, text(child.stdout)]);
  return { exitCode, stderr };
}

const tooManyFiles =
  /^orbweaver: this process may (?:have no more files and connections open|open no more files) \(EMFILE\); .*\n$/;

describe.skipIf(process.platform === 'win32')('a limit of the process', () => {
  test.each([26, 32, 38, 44, 56])('of %i open files', async files => {
    const directory = newDirectory();
    const { exitCode, stderr } = await crawlUnder(`-n ${files}`, directory);
    expect([exitCode, stderr]).toEqual([5, expect.stringMatching(tooManyFiles)]);
    if (!existsSync(join(directory, 'crawl.db'))) return;
    // A connection that could not be opened says nothing of the site.
    const log = join(directory, 'logs', 'errors.csv');
    if (existsSync(log)) expect(readFileSync(log, 'utf8')).not.toMatch(/,(?:network|dns),/);
    const { exitCode: after } = await crawlUnder('-n 1024', `${directory}-anew`);
    expect(after).toBe(0);
    expect(new CrawlResults(`${directory}-anew`).files()).toEqual(whole);
  });

  test.each([8, 64, 120])('of %i blocks of a file', async blocks => {
    const directory = newDirectory();
    const { exitCode, stderr } = await crawlUnder(`-f ${blocks}`, directory);
    expect([exitCode, stderr]).toEqual([
      5,
      `orbweaver: a file in ${directory} may not grow any larger (EFBIG); allow larger files (ulimit -f), then: begin the crawl again\n`,
    ]);
  });

  test('resume goes on once more files may be open', async () => {
    const directory = newDirectory();
    expect((await crawlUnder('-n 56', directory)).exitCode).toBe(5);
    const { results } = await resume(directory);
    expect(results.files()).toEqual(whole);
  });
});

describe.skipIf(!mounts)('a disk', () => {
  const run = async (size: string, script: string) => await onOwnDisk(size, script, { START: `${site.origin}/` });

  test('that holds the state folder and is full is named, not that of the crawl', async () => {
    const output = await run(
      '24k',
      `export ORBWEAVER_STATE=$DISK/state
       $ORBWEAVER crawl $START --delay 0 --out ${newDirectory()} --quiet; echo "exit: $?"`,
    );
    expect(output).toMatch(
      /^exit: 5\norbweaver: the disk with \S+\/state is full; free some space, then: begin the crawl again\n$/,
    );
  });

  test('that holds the state folder and is read-only is refused with the setting that names another', async () => {
    const output = await run(
      '1m',
      `mount -o remount,ro "$DISK"; export ORBWEAVER_STATE=$DISK/state
       $ORBWEAVER crawl $START --delay 0 --out ${newDirectory()} --quiet; echo "exit: $?"`,
    );
    expect(output).toMatch(
      /^exit: 4\norbweaver: ORBWEAVER_STATE: "\S+" is refused; it cannot be written \(the disk is read-only\)\. Allowed is your own directory\.\n$/,
    );
  });

  test('that becomes read-only while a crawl writes to it ends the crawl; resume goes on', async () => {
    const copy = newDirectory();
    const output = await run(
      '50m',
      `$ORBWEAVER crawl $START --delay 20 --out $DISK/crawl --quiet & crawl=$!
       until [ -d $DISK/crawl/state/segments ]; do sleep 0.1; done
       mount --bind $DISK/crawl/state $DISK/crawl/state && mount -o remount,ro,bind $DISK/crawl/state
       wait $crawl; echo "exit: $?"
       umount $DISK/crawl/state
       $ORBWEAVER resume $DISK/crawl --quiet; echo "resume: $?"
       cp -r $DISK/crawl ${copy}`,
    );
    expect(output).toContain('exit: 5');
    expect(output).toMatch(
      /orbweaver: \S+ cannot be used: the disk is read-only \(EROFS\); mend that, then: orbweaver resume \S+\n/,
    );
    expect(output).toContain('resume: 0');
    expect(new CrawlResults(copy).files()).toEqual(whole);
  });
});
