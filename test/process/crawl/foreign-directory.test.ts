/** A crawl directory may come from anybody: nothing that it holds runs, writes elsewhere or asks a private host. */

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TraversalDirectory } from '../../../functions/cli/traverse/traversal-directory.ts';
import { exportLocalCrawl } from '../../../functions/embedded/export-crawl.ts';
import { readLocalStatus, resumeLocalCrawl } from '../../../functions/embedded/run-crawl.ts';
import { begin, crawl, finish, newDirectory, workFolder } from '../../crawl/crawl-run.ts';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { runCli } from '../cli/run-cli.ts';

let site: LoopbackSite;
let mine: string;
let ran: string;
const stateFolder = process.env['ORBWEAVER_STATE']!;

beforeEach(async () => {
  site = await startSite({ '/': page('start', '/a'), '/a': page('a') });
  mine = join(newDirectory(), '..', `plugins-${Math.random().toString(36).slice(2)}`);
  mkdirSync(mine, { recursive: true });
  ran = join(mine, 'ran');
});
afterEach(async () => await site.close());

/** A module that leaves a mark when it is loaded, and a file per site. */
function plugin(name = 'mine.mjs', helper = ''): string {
  const file = join(mine, name);
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs';
     ${helper}
     appendFileSync(${JSON.stringify(ran)}, 'x');
     export const writers = [{ name: 'w', async write({ graph }, sink) {
       const file = await sink.create('graph/' + graph.fileName + '.w'); await file.write('w'); await file.close(); } }];`,
  );
  return pathToFileURL(file).href;
}

const loads = (): number => (existsSync(ran) ? readFileSync(ran, 'utf8').length : 0);
const forgetLoads = (): void => rmSync(ran, { force: true });

/** A crawl that stopped at its limit, so that a resume goes on. */
async function stopped(plugins: readonly string[] = [], settings = {}): Promise<string> {
  const directory = newDirectory();
  await finish(directory, await begin(directory, `${site.origin}/`, { limit: 1, plugins: [...plugins], ...settings }));
  forgetLoads();
  return directory;
}

function change(directory: string, sql: string): void {
  const database = new DatabaseSync(join(directory, 'crawl.db'));
  database.exec(sql);
  database.close();
}

function givePlugins(directory: string, plugins: readonly string[]): void {
  change(directory, `UPDATE specs SET spec = json_set(spec, '$.plugins', json('${JSON.stringify(plugins)}'))`);
}

const cli = async (...args: string[]) => await runCli(args, { cwd: workFolder, env: { ORBWEAVER_STATE: stateFolder } });
const more = { raise: { limit: 5 } };

describe('archives of a directory', () => {
  test('that this user has named are read again', async () => {
    const archived = newDirectory();
    await finish(archived, await begin(archived, `${site.origin}/`, { warc: true }));
    const [file] = readdirSync(join(archived, 'archive')).filter(name => name.endsWith('.warc.gz'));
    const directory = await stopped([], { fromWarc: [join(archived, 'archive', file!)] });
    const { summary } = await finish(directory, await resumeLocalCrawl({ directory, ...more }));
    expect(summary.outcomes.nodes).toBe(2);
  });

  test('that a stranger has named are not opened, be they files of the user or pipes', async () => {
    const directory = await stopped();
    const pipe = join(mine, 'pipe');
    execFileSync('mkfifo', [pipe]);
    change(directory, `UPDATE specs SET spec = json_set(spec, '$.fromWarc', json('["/etc/passwd", "${pipe}"]'))`);
    const { exitCode, stderr } = await cli('resume', directory, '--limit', '5');
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringMatching(/read archives that you have not named .*\/etc\/passwd/),
    ]);
  });
});

describe('a traversal in a directory', () => {
  const line = '{"url":"http://a.example/","by":"link","path":[]}\n';
  const saved = { url: 'http://a.example/', bytes: line.length, volatile: [], traversal: { version: 1, vertices: [] } };

  function traversed(): string {
    const directory = join(mine, 'traversal');
    mkdirSync(directory);
    writeFileSync(join(directory, 'traversal.json'), JSON.stringify(saved));
    return directory;
  }

  test('is written through no link and no pipe', async () => {
    const directory = traversed();
    const kept = join(mine, 'kept');
    writeFileSync(kept, 'kept');
    symlinkSync(kept, join(directory, 'traversal.json.part'));
    symlinkSync(kept, join(directory, 'urls.jsonl'));
    await expect(TraversalDirectory.open(directory, saved.url)).rejects.toThrow(
      expect.objectContaining({ code: 'ELOOP' }),
    );
    rmSync(join(directory, 'urls.jsonl'));
    execFileSync('mkfifo', [join(directory, 'urls.jsonl')]);
    await expect(TraversalDirectory.open(directory, saved.url)).rejects.toThrow(
      expect.objectContaining({ code: 'ENXIO' }),
    );
    rmSync(join(directory, 'urls.jsonl'));
    const opened = await TraversalDirectory.open(directory, saved.url);
    await opened.save(saved as unknown as Parameters<typeof opened.save>[0]);
    expect(readFileSync(kept, 'utf8')).toBe('kept');
  });

  test('names the line that is damaged', async () => {
    const directory = traversed();
    writeFileSync(join(directory, 'urls.jsonl'), line.replace('"url"', '"ur"'));
    const opened = await TraversalDirectory.open(directory, saved.url);
    await expect(Array.fromAsync(opened.lines())).rejects.toThrow(
      /urls\.jsonl is missing or damaged \(line 1 is no address/,
    );
  });
});

describe('plugins of a directory', () => {
  test('that this user ran in it run again, in the same process and in others', async () => {
    const directory = await stopped([plugin()]);
    const { summary } = await finish(directory, await resumeLocalCrawl({ directory, ...more }));
    expect(summary.outcomes.nodes).toBe(2);
    forgetLoads();
    expect(await cli('export', directory, '--format', 'net')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(loads()).toBe(1);
  });

  test.each([
    [
      'a data: URL',
      "data:text/javascript,import { writeFileSync } from 'node:fs'; writeFileSync('RAN', ''); export const finish = [];",
    ],
    ['a module of Node', 'node:fs'],
    ['a package', 'yaml'],
    ['a path that is none', '../../../etc/passwd'],
  ])('do not run where they are %s, though the row says so', async (_, address) => {
    const directory = await stopped();
    givePlugins(directory, [address.replace('RAN', ran).replaceAll("'", "''")]);
    for (const args of [
      ['resume', directory, '--limit', '5'],
      ['export', directory],
    ]) {
      const run = await cli(...args);
      expect([run.exitCode, run.stdout]).toEqual([4, '']);
      expect(run.stderr).toMatch(
        /^orbweaver: .* names plugins that you have not run in it on this machine.* none was run;.*--plugin/,
      );
      expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
    }
    for (const command of ['status', 'stop']) expect((await cli(command, directory)).exitCode).toBe(0);
    expect((await cli('sites', 'list', directory)).exitCode).toBe(0);
    expect(loads()).toBe(0);
  });

  test('of a stranger do not run, and run where they are named again; from then on they are trusted', async () => {
    const directory = await stopped();
    const address = plugin();
    givePlugins(directory, [address]);
    await expect(resumeLocalCrawl({ directory, ...more })).rejects.toThrow(/names plugins that you have not run/);
    await expect(exportLocalCrawl({ directory, formats: ['csv'] })).rejects.toThrow(/--without-plugins/);
    expect(loads()).toBe(0);
    expect(await exportLocalCrawl({ directory, formats: ['net'], plugins: 'none' })).toHaveLength(1);
    expect(loads()).toBe(0);
    const { summary } = await finish(directory, await resumeLocalCrawl({ directory, ...more, plugins: [address] }));
    expect(summary.outcomes.nodes).toBe(2);
    await exportLocalCrawl({ directory, formats: ['net'] });
  });

  test.each([
    [
      'the file changed',
      () => writeFileSync(join(mine, 'mine.mjs'), `${readFileSync(join(mine, 'mine.mjs'), 'utf8')}\n`),
    ],
    ['a file that it imports changed', () => writeFileSync(join(mine, 'helper.mjs'), 'export const x = 2;')],
    ['a file that is imported by an imported file changed', () => writeFileSync(join(mine, 'deep.json'), '[2]')],
    ['the key is gone', () => rmSync(join(stateFolder, 'signing.key'))],
    ['the key can be read by others', () => chmodSync(join(stateFolder, 'signing.key'), 0o644)],
    ['the key is cut short', () => writeFileSync(join(stateFolder, 'signing.key'), 'x')],
  ])('are not trusted any more when %s', async (_, changeIt) => {
    writeFileSync(join(mine, 'helper.mjs'), "const deep = './deep.json'; export const x = deep;");
    writeFileSync(join(mine, 'deep.json'), '[1]');
    const directory = await stopped([plugin('mine.mjs', "import { x } from './helper.mjs';")]);
    changeIt();
    await expect(resumeLocalCrawl({ directory, ...more })).rejects.toThrow(/or that have changed since \("mine.mjs"\)/);
    expect(loads()).toBe(0);
    rmSync(join(stateFolder, 'signing.key'), { force: true });
  });

  test('a signature of another crawl is worth nothing', async () => {
    const directory = await stopped([plugin()]);
    change(directory, "UPDATE crawl SET id = 'another'");
    await expect(resumeLocalCrawl({ directory, ...more })).rejects.toThrow(/names plugins/);
    expect(loads()).toBe(0);
  });

  test('are found again by their names, wherever they are now, and no others are taken', async () => {
    const directory = await stopped([plugin()]);
    const elsewhere = join(mine, 'elsewhere');
    mkdirSync(elsewhere);
    renameSync(join(mine, 'mine.mjs'), join(elsewhere, 'mine.mjs'));
    const other = plugin('other.mjs');
    await expect(resumeLocalCrawl({ directory, ...more, plugins: [other] })).rejects.toThrow(
      /allowed are the plugins of/,
    );
    const moved = pathToFileURL(join(elsewhere, 'mine.mjs')).href;
    await finish(directory, await resumeLocalCrawl({ directory, ...more, plugins: [moved] }));
    expect(loads()).toBeGreaterThan(0);
  });

  test('a finished crawl stays as it is without them', async () => {
    const { directory } = await crawl(`${site.origin}/`);
    givePlugins(directory, [plugin()]);
    const run = await cli('resume', directory, '--json');
    expect([run.exitCode, JSON.parse(run.stdout).unchanged, loads()]).toEqual([0, true, 0]);
  });

  test.each(['data:text/javascript,', 'node:fs', 'https://example.org/x.mjs', 'lodash', './nowhere.ts', '.', 'pipe'])(
    'are files: %s is refused wherever it is named',
    async value => {
      if (value === 'pipe') execFileSync('mkfifo', [join(mine, 'pipe')]);
      const config = join(mine, 'spec.yaml');
      writeFileSync(config, JSON.stringify({ sites: [{ url: `${site.origin}/` }], plugins: [value] }));
      const settings = { cwd: mine, env: { ORBWEAVER_STATE: stateFolder } };
      const runs = [
        await runCli(['crawl', `${site.origin}/`, '--plugin', value, '--out', 'o1'], settings),
        await runCli(['crawl', '--config', config, '--out', 'o2'], settings),
        await runCli(['crawl', `${site.origin}/`, '--out', 'o3'], {
          ...settings,
          env: { ...settings.env, ORBWEAVER_PLUGINS: value, ORBWEAVER_PLUGIN: value },
        }),
      ];
      for (const run of runs.slice(0, 2)) {
        expect(run.exitCode).toBe(4);
        expect(run.stderr).toMatch(
          /^orbweaver: plugins: .* cannot be loaded \(.*\); allowed is the path of a JavaScript/,
        );
      }
      expect(runs[2]!.exitCode).toBe(4);
      expect(site.asked).toEqual([]);
    },
  );
});

describe('the key', () => {
  test('is the user’s alone and is kept', async () => {
    await stopped([plugin()]);
    const path = join(stateFolder, 'signing.key');
    const key = readFileSync(path);
    expect([statSync(path).mode & 0o777, key.byteLength]).toEqual([0o600, 32]);
    await stopped([plugin()]);
    expect(readFileSync(path)).toEqual(key);
  });
});

describe('private hosts that a directory allows', () => {
  test('are those that this user allowed it; others are allowed again by name', async () => {
    const directory = await stopped([], { allowHosts: ['intranet.test:80'], maxLevel: 0 });
    await finish(directory, await resumeLocalCrawl({ directory, raise: { limit: 2 } }));
    change(directory, `UPDATE specs SET spec = json_set(spec, '$.allowHosts', json('["169.254.169.254:80"]'))`);
    await expect(resumeLocalCrawl({ directory, raise: { maxLevel: 5 } })).rejects.toThrow(
      /wants to ask private hosts .*"169.254.169.254:80".*--allow-host/,
    );
  });
});

describe('a start address by number that somebody else chose', () => {
  const theirs = { ORBWEAVER_STATE: join(workFolder, 'theirs') };
  const host = (): string => new URL(site.origin).host;

  test('is not requested before this user allows it, and from then on it is', async () => {
    const directory = newDirectory();
    const made = ['crawl', `${site.origin}/`, '--limit', '1', '--delay', '0', '--quiet', '--out', directory];
    expect((await runCli(made, { cwd: workFolder, env: theirs })).exitCode).toBe(0);
    const before = site.asked.length;
    const refused = await cli('resume', directory, '--limit', '5', '--quiet');
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toMatch(new RegExp(`wants to ask private hosts .*"${host()}".*--allow-host NAME:PORT`));
    expect(site.asked.length).toBe(before);
    const allowed = await cli('resume', directory, '--limit', '2', '--quiet', '--allow-host', host());
    expect(allowed.exitCode).toBe(0);
    expect(site.asked.length).toBeGreaterThan(before);
    expect((await cli('resume', directory, '--limit', '9', '--quiet')).exitCode).toBe(0);
  });

  test('is refused too where the file of a crawl of this user names it now; a site that the user adds is not', async () => {
    const directory = await stopped();
    const second = await startSite({ '/': page('second') });
    expect((await cli('sites', 'add', directory, second.origin)).exitCode).toBe(0);
    expect((await cli('resume', directory, '--limit', '2', '--quiet')).exitCode).toBe(0);
    expect(second.asked.length).toBeGreaterThan(0);
    change(directory, "UPDATE specs SET spec = json_set(spec, '$.sites[0].url', 'http://127.0.0.9:99/')");
    const refused = await cli('resume', directory, '--limit', '9', '--quiet');
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('127.0.0.9:99')]);
    await second.close();
  });
});

describe('a directory with', () => {
  test.each([
    'crawl.db',
    'crawl.json',
    'state',
    'graph',
    'logs',
    'reports',
    'lock.pid',
    'STOP',
    'state/segments',
    'logs/common.csv',
  ])('a link in place of %s is refused, and nothing is written where it leads', async name => {
    const directory = await stopped();
    const target = join(mine, 'target');
    const path = join(directory, name);
    if (existsSync(path)) renameSync(path, target);
    else writeFileSync(target, 'precious');
    const before = statSync(target).isFile() ? readFileSync(target) : undefined;
    symlinkSync(target, path);
    await expect(resumeLocalCrawl({ directory, ...more })).rejects.toThrow(/is a link to another place/);
    await expect(exportLocalCrawl({ directory, formats: ['csv'] })).rejects.toThrow(/is a link to another place/);
    if (!name.includes('/')) await expect(readLocalStatus(directory)).rejects.toThrow(/is a link to another place/);
    if (before !== undefined) expect(readFileSync(target)).toEqual(before);
  });

  test.each([
    ['a trigger', 'CREATE TRIGGER t AFTER UPDATE ON crawl BEGIN DELETE FROM sites; END'],
    ['an index with an expression', 'CREATE INDEX i ON pages (length(url))'],
    [
      'a view in place of a table',
      'ALTER TABLE robots RENAME TO other; CREATE VIEW robots AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n',
    ],
    [
      'a table that checks itself',
      'DROP TABLE robots; CREATE TABLE robots (url TEXT PRIMARY KEY, at, finding CHECK (length(finding) > 0))',
    ],
  ])('%s in crawl.db is refused by all that opens it', async (_, sql) => {
    const directory = await stopped();
    change(directory, sql);
    await expect(resumeLocalCrawl({ directory, ...more })).rejects.toThrow(/is none that Orbweaver makes/);
    await expect(exportLocalCrawl({ directory, formats: ['csv'] })).rejects.toThrow(/is none that Orbweaver makes/);
    await expect(readLocalStatus(directory)).rejects.toThrow(/is none that Orbweaver makes/);
  });

  test('tables and views of its user is taken as it is', async () => {
    const directory = await stopped();
    change(
      directory,
      'CREATE TABLE notes (text); CREATE VIEW titles AS SELECT url FROM pages; CREATE INDEX n ON notes (text)',
    );
    const { summary } = await finish(directory, await resumeLocalCrawl({ directory, ...more }));
    expect(summary.outcomes.nodes).toBe(2);
  });

  test('rows that name files outside of it reads and removes none of them', async () => {
    const directory = await stopped();
    const precious = join(mine, 'precious');
    mkdirSync(precious);
    writeFileSync(join(precious, 'file'), 'text');
    const up = `x/../../../../..${precious}`;
    change(directory, `UPDATE sites SET robots = json_set(robots, '$.hash', '${up}')`);
    const running = resumeLocalCrawl({ directory, ...more });
    await expect(running.then(async each => await each.run())).rejects.toThrow(/would be outside of the folder/);
    expect(readFileSync(join(precious, 'file'), 'utf8')).toBe('text');
  });
});
