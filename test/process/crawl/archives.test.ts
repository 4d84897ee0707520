/** Crawls that lie where nothing may be written, or belong to somebody else, can be read all the same. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportLocalCrawl } from '../../../functions/embedded/export-crawl.ts';
import { listLocalSites } from '../../../functions/embedded/local-sites.ts';
import { readLocalStatus } from '../../../functions/embedded/run-crawl.ts';
import { readSequences } from '../../../functions/embedded/simulate/read-sequences.ts';
import { LocalCrawls } from '../../../functions/serve/local-crawls.ts';
import { CrawlResults, crawl, newDirectory, resume, workFolder } from '../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../servers/loopback-site.ts';
import { binFile } from '../cli/run-cli.ts';
import { startChild, until } from './child-crawl.ts';
import { mounts, onOwnDisk } from './own-disk.ts';

let site: LoopbackSite;
let finished: string;

beforeAll(async () => {
  site = await startLayeredSite(2);
  finished = (await crawl(`${site.origin}/`, { formats: ['csv', 'gexf'] })).directory;
});
afterAll(() => site.close());

/** Names and times of everything in a directory, and of the directory itself. */
function lookOf(directory: string): readonly string[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  return ['.', ...names].map(name => `${name} ${statSync(join(directory, name)).mtimeMs}`);
}

/** A crawl whose process was killed: part of its state is in the journal alone. */
async function killed(): Promise<string> {
  const directory = newDirectory();
  const child = startChild('crawl', `${site.origin}/`, '--delay', '10', '--out', directory, '--quiet');
  await until(() => {
    try {
      return readdirSync(join(directory, 'state', 'segments', '1')).length > 0;
    } catch {
      return false;
    }
  });
  child.process.kill('SIGKILL');
  await child.ended;
  return directory;
}

test('reading a finished crawl writes nothing to its directory', async () => {
  const before = lookOf(finished);
  expect(await readLocalStatus(finished)).toMatchObject({ state: 'finished' });
  expect(await listLocalSites(finished)).toHaveLength(1);
  expect((await readSequences(finished))[0]?.rewards.length).toBeGreaterThan(10);
  const crawls = new LocalCrawls();
  expect(await crawls.look(finished)).toMatchObject({ isLocked: false, row: { state: 'finished' } });
  expect((await crawls.listLinks(finished, 'external', { most: 10 })).links.length).toBeGreaterThan(0);
  expect((await crawls.levels(finished, undefined)).length).toBeGreaterThan(0);
  expect(lookOf(finished)).toEqual(before);
});

describe('an export elsewhere', () => {
  test('gives the same files, and writes nothing to the directory of the crawl', async () => {
    const [before, out] = [lookOf(finished), newDirectory()];
    expect(await exportLocalCrawl({ directory: finished, formats: ['csv', 'gexf'], out })).toEqual([
      `graph/${site.fileName}.edges.csv`,
      `graph/${site.fileName}.folder-links.gexf`,
      `graph/${site.fileName}.gexf`,
      `graph/${site.fileName}.nodes.csv`,
    ]);
    expect(new CrawlResults(out).files()).toEqual(new CrawlResults(finished).files());
    expect(lookOf(finished)).toEqual(before);
    expect(await exportLocalCrawl({ directory: finished, formats: ['net'], out })).toEqual([
      `graph/${site.fileName}.net`,
    ]);
  });

  test('into the directory itself is an export into it', async () => {
    const directory = newDirectory();
    cpSync(finished, directory, { recursive: true });
    await exportLocalCrawl({ directory, formats: ['net'], out: `${directory}/.` });
    expect(readdirSync(join(directory, 'graph'))).toContain(`${site.fileName}.gexf`);
    expect(readdirSync(join(directory, 'graph'))).toContain(`${site.fileName}.net`);
  });

  test('is refused where something else is', async () => {
    const other = (await crawl(`${site.origin}/`, { limit: 1 })).directory;
    await expect(exportLocalCrawl({ directory: finished, formats: ['net'], out: other })).rejects.toThrow(
      `--out: ${other} is refused; it holds something else than results of this crawl. Allowed is an empty directory.`,
    );
  });
});

describe('as another user', () => {
  /** Root is another user as nobody; others take their own right to write away. */
  const isRoot = process.getuid?.() === 0;
  const canBeNobody = isRoot && spawnSync('setpriv', ['--reuid', '65534', 'true']).status === 0;
  if (isRoot && !canBeNobody) console.log('skipped: nobody can be another user here, for setpriv is missing');

  function run(...args: readonly string[]): { readonly exitCode: number | null; readonly output: string } {
    const program = [process.execPath, binFile, ...args];
    const nobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
    const [command = '', ...rest] = canBeNobody ? [...nobody, ...program] : program;
    const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };
    const { status, stdout, stderr } = spawnSync(command, rest, { env, encoding: 'utf8' });
    return { exitCode: status, output: `${stdout}${stderr}` };
  }

  function locked(directory: string, what: string): void {
    if (!canBeNobody) execFileSync('chmod', ['-R', what, directory]);
  }

  const canRead = canBeNobody
    ? spawnSync('setpriv', [
        '--reuid',
        '65534',
        '--regid',
        '65534',
        '--clear-groups',
        process.execPath,
        binFile,
        '--version',
      ]).status === 0
    : !isRoot;
  if (!canRead) console.log('skipped: another user cannot run the program here');

  test.skipIf(!canRead)('a crawl is read, and what would write is refused in one sentence', async () => {
    const directory = newDirectory();
    cpSync(finished, directory, { recursive: true });
    chmodSync(workFolder, 0o755);
    locked(directory, 'a-w');
    const before = lookOf(directory);
    for (const args of [['status'], ['sites', 'list'], ['simulate']])
      expect(run(...args, directory)).toEqual({ exitCode: 0, output: expect.stringMatching(/\b69\b/) });
    expect(run('resume', directory)).toEqual({
      exitCode: 4,
      output: `orbweaver: ${directory} is refused; it cannot be written (permission is denied). Allowed is a copy of it on a disk that can be written.\n`,
    });
    expect(run('export', directory, '--format', 'net')).toEqual({
      exitCode: 4,
      output: `orbweaver: ${directory} is refused; it cannot be written (permission is denied). Allowed is a directory elsewhere: --out.\n`,
    });
    expect(run('sites', 'add', directory, 'http://x.example').exitCode).toBe(4);
    expect(lookOf(directory)).toEqual(before);
    locked(directory, 'u+w');
  });

  test.skipIf(!canRead)(
    'a crawl that was killed is read with its journal, also where the index of that is lost',
    async () => {
      const directory = await killed();
      chmodSync(workFolder, 0o755);
      const whole = (await readLocalStatus(copyOf(directory))).outcomes;
      locked(directory, 'a-w');
      for (const lose of [() => undefined, () => rmSync(join(directory, 'crawl.db-shm'), { force: true })]) {
        locked(directory, 'u+w');
        lose();
        locked(directory, 'a-w');
        const { exitCode, output } = run('status', directory, '--json');
        expect([exitCode, (JSON.parse(output) as { outcomes: unknown }).outcomes]).toEqual([0, whole]);
      }
      locked(directory, 'u+w');
      expect((await resume(directory)).summary.finishReason).toBe('no-work');
    },
  );
});

function copyOf(directory: string): string {
  const copy = newDirectory();
  cpSync(directory, copy, { recursive: true });
  return copy;
}

test('what is in the journal alone counts, and is not lost by reading it', async () => {
  const directory = copyOf(finished);
  const writer = new DatabaseSync(join(directory, 'crawl.db'));
  writer.exec('PRAGMA journal_mode = WAL');
  writer.exec("UPDATE sites SET status = 'time-limit'");
  const frozen = newDirectory();
  mkdirSync(frozen);
  for (const name of ['crawl.db', 'crawl.db-wal', 'crawl.json'])
    copyFileSync(join(directory, name), join(frozen, name));
  writer.close();
  expect((await listLocalSites(frozen)).map(({ status }) => status)).toEqual(['time-limit']);
  expect((await listLocalSites(frozen)).map(({ status }) => status)).toEqual(['time-limit']);
});

describe.skipIf(!mounts)('on a read-only disk', () => {
  test('a finished crawl is read, exported elsewhere and served', async () => {
    const out = newDirectory();
    const output = await onOwnDisk(
      '50m',
      `cp -r ${finished} $DISK/crawl; mount -o remount,ro "$DISK"; export ORBWEAVER_STATE=$DISK/state
       $ORBWEAVER status $DISK/crawl | head -1; $ORBWEAVER sites list $DISK/crawl | tail -1
       $ORBWEAVER simulate $DISK/crawl > /dev/null; echo "simulate: $?"
       $ORBWEAVER export $DISK/crawl --format csv,gexf --out ${out} > /dev/null; echo "export: $?"
       $ORBWEAVER export $DISK/crawl --format csv; echo "in place: $?"
       mkfifo ${out}.link; $ORBWEAVER serve --root $DISK > ${out}.link & server=$!
       read link < ${out}.link; ASK='
         const link = new URL(process.argv[1]);
         const headers = { authorization: "Bearer " + link.hash.slice(7), "content-type": "application/json" };
         const ask = async (path, options) => await fetch(link.origin + path, { headers, ...options });
         for (const path of ["/crawls", "/crawls/crawl", "/crawls/crawl/sites", "/crawls/crawl/levels",
           "/crawls/crawl/links/external", "/crawls/crawl/results", "/crawls/crawl/results/crawl.json"])
           console.log(path, (await ask(path)).status);
         const start = await ask("/crawls", { method: "POST", body: JSON.stringify({ sites: [{ url: "http://a.example/" }] }) });
         console.log("start", start.status, (await start.json()).detail);
         console.log("delete", (await ask("/crawls/crawl", { method: "DELETE" })).status);'
       ${process.execPath} -e "$ASK" "$link"; kill $server; wait $server; ls -A $DISK`,
    );
    expect(output).toMatch(/^Finished \(no-work\)/);
    expect(output).toMatch(/simulate: 0\nexport: 0\nin place: 4\n/);
    expect(output.match(/^\/crawls\S* 200$/gm)).toHaveLength(7);
    expect(output).toContain('start 403 The folder of crawls cannot be used for this: the disk is read-only (EROFS).');
    expect(output).toContain('delete 403');
    expect(output).not.toContain('internal error');
    expect(new CrawlResults(out).files()).toEqual(new CrawlResults(finished).files());
  });

  test.each(['with', 'without'])(
    'a crawl that was killed is read with its journal, %s the index of that',
    async index => {
      const directory = await killed();
      const whole = (await readLocalStatus(copyOf(directory))).outcomes;
      const output = await onOwnDisk(
        '50m',
        `cp -r ${directory} $DISK/crawl; ${index === 'with' ? '' : 'rm $DISK/crawl/crawl.db-shm'}
       mount -o remount,ro "$DISK"; export TMPDIR=${workFolder} ORBWEAVER_STATE=$DISK/state
       $ORBWEAVER status $DISK/crawl --json`,
      );
      expect((JSON.parse(output) as { outcomes: unknown }).outcomes).toEqual(whole);
      expect(readdirSync(workFolder).filter(name => /^orbweaver-/.test(name))).toEqual([]);
      expect(readFileSync(join(directory, 'crawl.db-wal')).byteLength).toBeGreaterThan(0);
    },
  );
});
