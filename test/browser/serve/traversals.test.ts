import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../process/cli/run-cli.ts';
import { ServedConsole } from '../../process/serve/served-console.ts';
import { clickingPages } from '../../servers/clicking-pages.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';

let served: ServedConsole;
let site: LoopbackSite;

beforeAll(async () => {
  site = await startSite({ ...clickingPages(), '/with-parts': withParts, '/part.js': part });
  served = new ServedConsole();
  await served.start();
  for (const name of ['history', 'with-parts']) {
    const { exitCode } = await runCli(
      ['traverse', `${site.origin}/${name}`, '--delay', '0', '--out', join(served.root, name)],
      { env: { ORBWEAVER_STATE: join(served.root, '.state') } },
    );
    expect(exitCode).toBe(0);
  }
}, 120_000);
afterAll(async () => {
  await served.close();
  await site.close();
});

const part = { headers: { 'content-type': 'text/javascript' }, body: `document.body.style.background = 'red'` };
const withParts = `<!doctype html><script>
  fetch('/part.js').then(answer => answer.text()).then(text => { out.textContent = text; });</script>
  <p id=out></p><button onclick="out.innerHTML = '<a href=/x>x</a>'">show</button>`;

interface State {
  readonly id: number;
  readonly isRoot: boolean;
  readonly edges: readonly { readonly to: number; readonly button: string }[];
}

async function statesOf(id: string): Promise<readonly State[]> {
  return (await served.call('GET', `/traversals/${id}`)).body['states'] as State[];
}

describe('pages that were clicked through', () => {
  test('are listed, with their states', async () => {
    const { body } = await served.call('GET', '/traversals');
    expect(body['traversals']).toMatchObject([
      { id: 'history', url: `${site.origin}/history`, ended: 'done' },
      { id: 'with-parts', stateCount: 2 },
    ]);
    const states = await statesOf('history');
    expect(states.filter(({ isRoot }) => isRoot)).toHaveLength(1);
    expect(states.flatMap(({ edges }) => edges.map(({ button }) => button))).toEqual(
      expect.arrayContaining(['a', 'b', 'go']),
    );
  });

  test('within a crawl are listed too, a page each, with their states and without pictures', async () => {
    const crawl = join(served.root, 'a crawl');
    const { exitCode } = await runCli(
      ['crawl', `${site.origin}/history`, '--traverse', 'history', '--depth', '0', '--delay', '0', '--out', crawl],
      { env: { ORBWEAVER_STATE: join(served.root, '.state') } },
    );
    expect(exitCode).toBe(0);
    const id = `a crawl~${site.fileName}~0`;
    const { body } = await served.call('GET', '/traversals');
    expect(body['traversals']).toContainEqual(
      expect.objectContaining({ id, url: `${site.origin}/history`, ended: 'done' }),
    );
    const states = await statesOf(encodeURIComponent(id));
    expect(states.flatMap(({ edges }) => edges.map(({ button }) => button))).toEqual(
      expect.arrayContaining(['a', 'b', 'go']),
    );
    const picture = `/traversals/${encodeURIComponent(id)}/states/0/picture`;
    expect((await served.call('POST', picture)).status).toBe(404);
    const other = ['a crawl~nothing~0', `a crawl~${site.fileName}~1`, `..~${site.fileName}~0`];
    for (const name of other)
      expect((await served.call('GET', `/traversals/${encodeURIComponent(name)}`)).status).toBe(404);
    // The states of a file are states, whichever program wrote it.
    const file = join(crawl, 'graph', `${site.fileName}.states.json`);
    for (const text of ['[{"url":"http://a.test/","clicks":1,"ended":"done","states":[{"id":"x"}]}]', '{', 'null']) {
      writeFileSync(file, text);
      expect((await served.call('GET', '/traversals')).status).toBe(200);
      expect((await served.call('GET', `/traversals/${encodeURIComponent(id)}`)).status).toBe(404);
    }
    rmSync(crawl, { recursive: true });
  });

  test('show a picture of each state, and the site is not asked', async () => {
    const before = site.asked.length;
    const states = await statesOf('history');
    const pictures = await Promise.all(
      states
        .slice(0, 3)
        .map(async ({ id }) => (await served.call('POST', `/traversals/history/states/${id}/picture`)).body),
    );
    for (const picture of pictures) {
      expect(picture).toMatchObject({ isOther: false, unanswered: 0 });
      const png = Buffer.from(String(picture['png']), 'base64');
      expect(png.subarray(1, 4).toString()).toBe('PNG');
    }
    const [root, other] = pictures;
    expect([root!['presses'], Number(other!['presses']) > 0, root!['png'] !== other!['png']]).toEqual([0, true, true]);
    expect(site.asked).toHaveLength(before);
  });

  test('say what of them is not recorded', async () => {
    const before = site.asked.length;
    const answers = join(served.root, 'with-parts', 'state', 'answers');
    const root = (await statesOf('with-parts')).find(({ isRoot }) => isRoot)!.id;
    const ask = async () => await served.call('POST', `/traversals/with-parts/states/${root}/picture`);
    // The part alone, then the document too.
    rmSync(join(answers, createHash('sha256').update(`${site.origin}/part.js`).digest('hex')));
    expect((await ask()).body).toMatchObject({ unanswered: 1, isOther: false });
    for (const name of readdirSync(answers)) rmSync(join(answers, name));
    const { status, text } = await ask();
    expect([status, text]).toEqual([409, expect.stringContaining('the site is not asked')]);
    expect(site.asked).toHaveLength(before);
  });

  test('that are not there, or not readable, are refused in a sentence', async () => {
    mkdirSync(join(served.root, 'damaged'));
    writeFileSync(join(served.root, 'damaged', 'traversal.json'), '{"url":"http://a.test/","traversal":{"version":1}}');
    const of = async (method: string, path: string) => {
      const { status, text } = await served.call(method, `/traversals/${path}`);
      return `${status} ${text}`;
    };
    expect(await of('GET', 'nothing')).toMatch(/^404 .*is no traversal here/);
    expect(await of('GET', '..%2Fhistory')).toMatch(/^404 /);
    expect(await of('GET', 'damaged')).toMatch(/^409 .*cannot be read/);
    expect(await of('POST', 'history/states/999/picture')).toMatch(/^404 .*no state/);
    expect(await of('POST', 'history/states/x/picture')).toMatch(/^404 .*no state/);
    expect((await served.call('GET', '/traversals')).status).toBe(200);
    expect(served.errors).toEqual([]);
  });
});
