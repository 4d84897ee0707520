/** Crawls whose files are damaged, asked at every route: each answer is right, or says what is damaged in both languages. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalsRu } from '../../../functions/console/words/refusals-ru.ts';
import type { RefusalCode } from '../../../shared/domain/refusal/refusal.ts';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { damages } from '../crawl/interrupted/damages.ts';
import { crawlSpec, ServedConsole } from './served-console.ts';

const served = new ServedConsole();
let site: LoopbackSite;
let whole: string;
let answers: Readonly<Record<string, string>>;

const routes: readonly string[] = [
  '',
  '/sites',
  '/levels',
  '/links/internal',
  '/links/external',
  '/choices',
  '/graph?site=1',
  '/fragment',
  '/results',
  '/skipped',
];

beforeAll(async () => {
  site = await startSite({ '/': page('start', '/a', '/gone', 'http://other.example/x'), '/a': page('a', '/') });
  const second = await startSite({ '/': page('second', '/b'), '/b': page('b') });
  await served.start();
  const spec = { ...crawlSpec(site, { limit: 4 }), sites: [site, second].map(({ origin }) => ({ url: `${origin}/` })) };
  whole = String((await served.call('POST', '/crawls', spec)).body['id']);
  await served.until(whole, 'finished');
  await second.close();
  answers = await ask(whole);
  for (const [route, answer] of Object.entries(answers)) expect(answer, route).toMatch(/^200 /);
});
afterAll(async () => {
  await served.close();
  await site.close();
});

/** By route: status and body, without what differs from copy to copy. */
async function ask(id: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const route of routes) {
    const { status, text } = await served.call('GET', `/crawls/${id}${route}`);
    all[route] = `${status} ${text.replaceAll(id, 'ID').replaceAll(/"(?:createdAt|elapsedMs)":[^,]*,/g, '')}`;
  }
  return all;
}

interface Told {
  readonly code: RefusalCode;
  readonly message: string;
}

/** The faults that an answer reports. */
function toldIn(answer: string): readonly Told[] {
  const body = JSON.parse(answer.slice(4)) as {
    errors?: readonly Told[];
    causes?: readonly Told[];
    damages?: readonly Told[];
  };
  return [...(body.errors ?? []), ...(body.causes ?? []), ...(body.damages ?? [])];
}

function filesOf(directory: string, folder = ''): string[] {
  return readdirSync(join(directory, folder), { withFileTypes: true }).flatMap(entry => {
    const name = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(directory, name) : [name];
  });
}

let copies = 0;

async function askDamaged(file: string, damage: (path: string) => void): Promise<Record<string, string>> {
  copies += 1;
  const id = `copy-${copies}`;
  const directory = join(served.root, id);
  cpSync(join(served.root, whole), directory, { recursive: true });
  damage(join(directory, file));
  try {
    return await ask(id);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Beside the answers that are what they are for the whole crawl. */
function othersOf(damaged: Readonly<Record<string, string>>): readonly (readonly [route: string, answer: string])[] {
  return Object.entries(damaged).filter(([route, answer]) => answer !== answers[route]);
}

describe.each(Object.entries(damages))('a file that is %s', (what, damage) => {
  test('is told wherever an answer is another than that of the whole crawl', async () => {
    const files = filesOf(join(served.root, whole)).filter(file =>
      /^(?:crawl\.(?:db|json)|reports|graph|fragment)/.test(file),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const others = othersOf(await askDamaged(file, damage));
      // A file of results that was changed says what it says; the list of files gives its size.
      const isChanged = /^(?:reports|graph|fragment)/.test(file) && what !== 'missing' && what !== 'a directory';
      for (const [route, answer] of others.filter(([each]) => each !== '/results')) {
        expect(answer, `${file} ${route}`).not.toMatch(/^500 |"code":"internal"/);
        if (isChanged) continue;
        const told = toldIn(answer);
        expect(told.length, `${file} ${route}: ${answer}`).toBeGreaterThan(0);
        for (const { code, message } of told) {
          expect(message, `${file} ${route}`).toMatch(/damaged|missing|there are none/);
          expect(refusalsRu[code]).toMatch(/[а-я]/);
        }
      }
    }
    expect(served.errors).toEqual([]);
  });
});

test('no list of a crawl whose state is damaged is an empty list', async () => {
  for (const damage of ['empty', 'cut in half'] as const) {
    const damaged = await askDamaged('crawl.db', damages[damage]!);
    for (const route of [
      '/sites',
      '/levels',
      '/links/internal',
      '/choices',
      '/results',
      '/skipped',
      '/graph?site=1',
      '/fragment',
    ]) {
      expect(damaged[route], route).toMatch(/^409 /);
      expect(toldIn(damaged[route]!)[0]!.message).toContain('damaged');
    }
    expect(JSON.parse(damaged['']!.slice(4))).toMatchObject({ state: 'failed' });
  }
});

test('result files that are gone are told with the crawl, and by the routes that need them', async () => {
  const report = filesOf(join(served.root, whole)).find(file => file.endsWith('.skipped.csv'))!;
  const damaged = await askDamaged(report, damages['missing']!);
  expect(toldIn(damaged['']!)).toEqual([expect.objectContaining({ code: 'results-missing' })]);
  expect(toldIn(damaged['/skipped']!)).toEqual([expect.objectContaining({ code: 'results-missing' })]);
  expect(damaged['/sites']).toBe(answers['/sites']);
});
