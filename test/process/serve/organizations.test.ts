/** The organizations of a watch, and decisions on candidates, through the API of the page. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CandidateMention } from '../../../shared/wings/publications/mentioned/candidates.ts';
import type { WatchCheck } from '../../../shared/wings/publications/mentioned/check-list.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import type { ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import { ServedConsole } from './served-console.ts';
import { ServedWatch } from './served-watch.ts';

let watch: ServedWatch;
let served: ServedConsole;

const list = '/watches/w/organizations';
const vsu =
  'id,name,aliases,certainty,require\nvsu,Воронежский государственный университет,,,\nvsu,,ВГУ,needs-evidence,Калуга\n';

interface ListView {
  readonly digest: string;
  readonly count: number;
  readonly organizations: readonly Organization[];
  readonly searched: { readonly searched: number; readonly all: number };
  readonly search: { readonly isRunning: boolean; readonly fault?: string };
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await served.call(method, path, body);
  expect([path, answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([path, true, '']);
  return answer.body as T;
}

async function refused(method: string, path: string, body?: unknown): Promise<string> {
  const { status, body: answer } = await served.call(method, path, body);
  return `${status} ${(answer['errors'] as { code: string }[]).map(({ code }) => code).join(' ')}`;
}

/** Waits until this place has searched all that is stored. */
async function searched(): Promise<ListView> {
  return await vi.waitFor(
    async () => {
      const view = await call<ListView>('GET', list);
      expect(view.search).toEqual({ isRunning: false });
      expect(view.searched.searched).toBe(view.searched.all);
      return view;
    },
    { timeout: 30_000, interval: 200 },
  );
}

async function rowOf(organization: string) {
  const { rows } = await call<ToneTable>('GET', '/watches/w/report?copies=true');
  return rows.find(({ key }) => key === organization);
}

beforeAll(async () => {
  served = new ServedConsole();
  await served.start();
  watch = new ServedWatch(served);
  await watch.start();
}, 120_000);
afterAll(async () => {
  await served.close();
  await watch.close();
});

test('a watch without a list says so, and takes one as the text of a file; what is stored is searched though nobody runs the watch', async () => {
  expect(await refused('GET', list)).toBe('404 no-organizations-here');
  expect(await refused('POST', `${list}/check`, {})).toBe('404 no-organizations-here');
  expect(await refused('POST', `${list}/search`)).toBe('404 no-organizations-here');
  expect(await call('GET', '/watches/w/candidates')).toEqual({ candidates: [] });
  const { count } = await call<ListView>('PUT', list, { text: vsu, format: 'csv' });
  expect(count).toBe(1);
  const view = await searched();
  expect(view.searched.all).toBeGreaterThan(20);
  expect(view.organizations[0]!.aliases.map(({ text }) => text)).toEqual([
    'Воронежский государственный университет',
    'ВГУ',
  ]);
});

test('lists in JSON and YAML come to the same; a bad one is refused with its place, and the list of before stays', async () => {
  const yaml =
    '- id: vsu\n  name: Воронежский государственный университет\n  aliases:\n    - {text: ВГУ, certainty: needs-evidence, require: [Калуга]}\n';
  const { digest } = await call<ListView>('GET', list);
  expect(await call('PUT', list, { text: yaml, format: 'yaml' })).toMatchObject({ digest });
  const { organizations } = await call<ListView>('GET', list);
  expect(await call('PUT', list, { text: JSON.stringify(organizations), format: 'json' })).toMatchObject({ digest });
  expect(await call('PUT', list, { organizations })).toMatchObject({ digest });
  expect(await refused('PUT', list, { text: 'a: [b', format: 'yaml' })).toBe('400 list-syntax');
  expect(await refused('PUT', list, { text: '[', format: 'json' })).toBe('400 list-syntax');
  expect(await refused('PUT', list, { text: '&a [*a]', format: 'yaml' })).toBe('400 list-syntax');
  expect(await refused('PUT', list, { text: `#${'x'.repeat(500_001)}`, format: 'yaml' })).toBe('400 most-characters');
  expect(await refused('PUT', list, { text: 'id,name\n1', format: 'csv' })).toBe('400 row-fields');
  expect(await refused('PUT', list, { text: 'id,name\n1,x', format: 'xml' })).toBe('400 one-of');
  expect(await refused('PUT', list, { text: 7, format: 'csv' })).toBe('400 text');
  expect(await refused('PUT', list, {})).toBe('400 list');
  expect((await searched()).digest).toBe(digest);
});

test('a check says what `organizations check` says, of the list or of one that is not set yet', async () => {
  const file = join(served.root, 'two.csv');
  const two = `id,name,aliases\nvsu,Воронежский государственный университет,ВГУ\nbaikal,Байкал,ВГУ\n`;
  writeFileSync(file, two);
  const told = JSON.parse(await watch.run(['organizations', 'check', file, '--json'])) as WatchCheck;
  const check = await call<WatchCheck>('POST', `${list}/check`, { text: two, format: 'csv' });
  expect(check).toMatchObject(told);
  expect(check.collisions).toHaveLength(1);
  expect(check.hits.reduce((sum, each) => sum + each.certain + each.candidate, 0)).toBeGreaterThan(0);
  const own = await call<WatchCheck>('POST', `${list}/check`);
  const printed = JSON.parse(await watch.run(['watch', 'organizations', 'check', watch.directory, '--json']));
  expect(own).toMatchObject(printed);
  expect((await call<ListView>('GET', list)).count).toBe(1);
});

test('a suggestion is dismissed for good, or accepted into the list; the command line says the same', async () => {
  const before = await call<ListView>('GET', list);
  await call('PUT', list, { organizations: [...before.organizations, { id: 'rggu', name: 'РГГУ' }] });
  const suggested = async () => (await call<WatchCheck>('POST', `${list}/check`)).suggested;
  const all = await suggested();
  expect(all.length).toBeGreaterThan(1);
  const printed = await watch.run(['watch', 'organizations', 'suggestions', watch.directory, '--json']);
  expect(JSON.parse(printed)).toEqual(all);
  const [first, second] = all as [(typeof all)[number], (typeof all)[number]];
  const orderOf = ({ kind, text, organization }: (typeof all)[number]) => ({ kind, text, organization });
  const path = `${list}/suggestions`;
  const { count } = await call<ListView>('GET', list);
  expect(await call(`POST`, path, { action: 'dismiss', ...orderOf(first) })).toMatchObject({ count });
  expect((await suggested()).map(({ text }) => text)).not.toContain(first.text);
  await watch.run(['watch', 'organizations', 'suggestions', watch.directory, '--dismiss', second.text]);
  expect((await suggested()).map(({ text }) => text)).not.toContain(second.text);
  const order = { action: 'accept', kind: 'named', text: 'Северный ветер', organization: null };
  expect(await call('POST', path, order)).toMatchObject({ count: count + 1 });
  expect((await call<ListView>('GET', list)).organizations.at(-1)).toMatchObject({ name: 'Северный ветер' });
  expect(await refused('POST', path, { ...order, kind: 'role', organization: 'nobody' })).toMatch(/^400 /);
  expect(await refused('POST', path, { ...order, action: 'take' })).toMatch(/^400 /);
  await call('PUT', list, { organizations: before.organizations });
  await searched();
});

test('a candidate is decided: the table counts it at once, a later search keeps the word, and it can be taken back', async () => {
  const before = await rowOf('vsu');
  const { candidates } = await call<{ candidates: readonly CandidateMention[] }>('GET', '/watches/w/candidates');
  const [one] = candidates;
  expect(one).toMatchObject({ organization: 'vsu', alias: 'ВГУ', surface: 'ВГУ' });
  expect(one!.sentence.slice(one!.start - one!.sentenceStart, one!.end - one!.sentenceStart)).toBe('ВГУ');
  const { publication, version, organization, field, start, end } = one!;
  const order = { publication, version, organization, field, start, end };
  await call('POST', '/watches/w/mentions/decisions', { ...order, status: 'confirmed', annotator: 'anna' });
  const after = await rowOf('vsu');
  expect([after!.n, after!.candidates]).toEqual([before!.n + 1, before!.candidates - 1]);
  await watch.run(['watch', 'organizations', 'search', watch.directory, '--quiet']);
  expect(await rowOf('vsu')).toEqual(after);
  const left = await call<{ candidates: readonly CandidateMention[] }>('GET', '/watches/w/candidates');
  expect(left.candidates).toEqual(candidates.slice(1));
  await call('POST', '/watches/w/mentions/decisions', { ...order, status: 'rejected' });
  expect(await rowOf('vsu')).toMatchObject({ n: before!.n, candidates: before!.candidates - 1 });
  await call('POST', '/watches/w/mentions/decisions', { ...order, status: 'candidate' });
  expect(await rowOf('vsu')).toEqual(before);
});

test('the table is given in each format, over the API as by the command line; bad queries are refused', async () => {
  for (const format of ['json', 'csv', 'html', 'svg', 'txt'])
    for (const by of ['organization', 'month', 'source']) {
      const { status, text } = await served.call('GET', `/watches/w/report?by=${by}&format=${format}&copies=true`);
      expect([format, by, status]).toEqual([format, by, 200]);
      expect(text).not.toMatch(/NaN|undefined/);
      const printed = await watch.run(['report', watch.directory, '--by', by, '--format', format, '--with-copies']);
      if (format === 'json') expect(JSON.parse(printed).tables[0].table).toEqual(JSON.parse(text));
      else expect(printed).toBe(text);
    }
  const split = 'across=month&quotes=1&lang=ru&since=2000-01-01&until=2100-01-01&compareBefore=true';
  const splitting = ['--across', 'month', '--quotes', '1', '--language', 'ru', '--since', '2000-01-01'];
  const { text: russian } = await served.call('GET', `/watches/w/report?${split}&format=txt`);
  expect(russian).toContain('Предложения за числами');
  const before = ['--until', '2100-01-01', '--compare-before'];
  expect(await watch.run(['report', watch.directory, ...splitting, ...before])).toBe(russian);
  for (const format of ['xlsx', 'docx']) {
    const { status, text } = await served.call('GET', `/watches/w/report?format=${format}`);
    expect([format, status, text.slice(0, 2)]).toEqual([format, 200, 'PK']);
  }
  const compared = 'compareSince=2000-01-01&compareUntil=2001-01-01';
  const options = ['--compare-since', '2000-01-01', '--compare-until', '2001-01-01', '--with-copies'];
  for (const format of ['json', 'csv', 'html', 'svg', 'txt']) {
    const { text } = await served.call('GET', `/watches/w/report?${compared}&format=${format}&copies=true`);
    const printed = await watch.run(['report', watch.directory, '--format', format, ...options]);
    if (format === 'json') expect(JSON.parse(printed)).toEqual(JSON.parse(text));
    else expect(printed).toBe(text);
  }
  expect(await refused('GET', '/watches/w/report?compareSince=soon')).toMatch(/^400 /);
  expect(await refused('GET', '/watches/w/report?by=author')).toBe('400 one-of');
  expect(await refused('GET', '/watches/w/report?format=odt')).toBe('400 one-of');
  expect(await refused('GET', '/watches/w/report?by=month&across=source')).toBe('400 splits-organizations');
  expect(await refused('GET', '/watches/w/report?format=csv&quotes=2')).toBe('400 no-quotes');
  expect(await refused('GET', '/watches/w/report?compareBefore=true')).toBe('400 period-before');
  expect(await refused('GET', '/watches/w/report?confidence=2')).toBe('400 share');
  expect(await refused('GET', '/watches/w/report?copies=yes')).toBe('400 true-false');
});

test('candidates come in pages', async () => {
  const all = await call<{ candidates: readonly CandidateMention[] }>('GET', '/watches/w/candidates');
  const found: CandidateMention[] = [];
  let next: string | undefined;
  do {
    const cursor = next === undefined ? '' : `&cursor=${next}`;
    const page = await call<{ candidates: readonly CandidateMention[]; next?: string }>(
      'GET',
      `/watches/w/candidates?limit=1&organization=vsu${cursor}`,
    );
    found.push(...page.candidates);
    next = page.next;
  } while (next !== undefined);
  expect(found).toEqual(all.candidates);
  expect(found.length).toBeGreaterThan(1);
});

test('bad decisions are refused in one sentence each', async () => {
  const { candidates } = await call<{ candidates: readonly CandidateMention[] }>('GET', '/watches/w/candidates');
  const { publication, version, organization, field, start, end } = candidates[0]!;
  const order = { publication, version, organization, field, start, end, status: 'confirmed' };
  const path = '/watches/w/mentions/decisions';
  expect(await refused('POST', path, { ...order, status: 'maybe' })).toBe('400 one-of');
  expect(await refused('POST', path, { ...order, end: end + 1 })).toBe('400 no-subject');
  expect(await refused('POST', path, { ...order, organization: 'none' })).toBe('400 no-subject');
  expect(await refused('POST', path, { ...order, publication: 9_999 })).toBe('400 no-subject');
  expect(await refused('POST', path, { ...order, version: 99 })).toBe('400 text-changed');
  expect(await refused('POST', path, { ...order, start: -1 })).toBe('400 whole-number');
  expect(await refused('POST', path, { ...order, annotator: ' ' })).toBe('400 line');
  expect(await refused('POST', path, { ...order, tone: 1 })).toBe('400 unknown-setting');
  expect(await refused('GET', '/watches/w/candidates?cursor=x')).toBe('400 cursor');
  expect(await refused('GET', '/watches/w/candidates?limit=1000')).toBe('400 range');
});

test('one organization is added, changed and removed; who knows an older list is told', async () => {
  const { digest } = await call<ListView>('GET', list);
  const added = await call<ListView>('PUT', `${list}/${encodeURIComponent('a/б')}`, {
    ...{ digest, name: 'Институт географии РАН', aliases: [{ text: 'ИГ РАН' }] },
  });
  expect(added.count).toBe(2);
  expect(await refused('PUT', `${list}/vsu`, { digest, name: 'Воронеж', aliases: [] })).toBe('409 list-changed');
  expect(await refused('PUT', `${list}/vsu`, { name: '', aliases: [] })).toBe('400 line');
  expect(await refused('PUT', `${list}/vsu`, { name: 'Воронеж', aliases: [{ text: '' }] })).toBe('400 line');
  const view = await searched();
  expect(view.organizations.map(({ id }) => id)).toEqual(['vsu', 'a/б']);
  expect((await rowOf('a/б'))!.n).toBeGreaterThan(0);
  expect(await refused('DELETE', `${list}/none`)).toBe('404 no-such-organization');
  expect(await refused('DELETE', `${list}/vsu?digest=${digest}`)).toBe('409 list-changed');
  expect(await call('DELETE', `${list}/vsu`)).toMatchObject({ count: 1 });
  await call('POST', `${list}/search`);
  expect((await searched()).organizations.map(({ id }) => id)).toEqual(['a/б']);
  await call('DELETE', `${list}/${encodeURIComponent('a/б')}`);
  expect(await refused('GET', list)).toBe('404 no-organizations-here');
});

test('an organization that the list does not have is refused wherever it is asked for', async () => {
  const paths = [
    'publications?',
    'publications/export?',
    'mentions/export?',
    'candidates?',
    'labels/queue?annotator=anna&',
  ];
  for (const path of paths) {
    expect([path, await refused('GET', `/watches/w/${path}organization=toString`)]).toEqual([
      path,
      '400 no-such-organization',
    ]);
    await call('GET', `/watches/w/${path}organization=`);
  }
});
