import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';

let folder: string;
let origin: string;
let last: number;
let robots: string;
const asked: string[] = [];
const close: (() => void)[] = [];

const hour = 3_600_000;
const begin = Math.floor(Date.now() / 1_000) * 1_000 - 100 * hour;

/** Markup as the Web pages of channels have it; every fifth post is a picture, and each third one answers another. */
function post(id: number): string {
  const text =
    id % 5 === 0
      ? ''
      : `<div class="tgme_widget_message_text js-message_text" dir="auto"><b>Новость ${id} канала.</b><br/>Мост открыт &amp; работает, сообщает <a href="https://t.me/other">другой канал</a>.</div>`;
  const reply =
    id % 3 === 0
      ? '<a class="tgme_widget_message_reply" href="https://t.me/city_news/1"><div class="tgme_widget_message_text js-message_reply_text">Старая новость</div></a>'
      : '';
  const time = new Date(begin + id * hour).toISOString().replace('.000Z', '+00:00');
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="city_news/${id}" data-view="x">
   <div class="tgme_widget_message_bubble"><div class="tgme_widget_message_author accent_color"><a class="tgme_widget_message_owner_name" href="https://t.me/city_news"><span dir="auto">Новости города</span></a></div>
   ${reply}${text}<div class="tgme_widget_message_footer compact js-message_footer"><div class="tgme_widget_message_info short js-message_info"><span class="tgme_widget_message_views">2.1K</span>
   <span class="tgme_widget_message_meta"><a class="tgme_widget_message_date" href="https://t.me/city_news/${id}"><time datetime="${time}" class="time">12:00</time></a></span></div></div></div></div></div>`;
}

function channel(before: number): string {
  const first = Math.max(1, before - 20);
  const ids = Array.from({ length: before - first }, (_, at) => first + at);
  const more =
    first > 1
      ? `<div class="tgme_widget_message_centered js-messages_more_wrap"><a href="/s/city_news?before=${first}" class="tme_messages_more js-messages_more" data-before="${first}"></a></div>`
      : '';
  return `<!DOCTYPE html><html><head><meta property="og:title" content="Новости города"></head><body class="widget_frame_base">
   <div class="tgme_channel_info_header_title"><span dir="auto">Новости города</span></div>
   <section class="tgme_channel_history js-message_history">${more}${ids.map(post).join('')}</section></body></html>`;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-telegram-'));
  [last, robots] = [45, ''];
  asked.length = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://t.me');
    asked.push(`${url.pathname}${url.search}`);
    const [, id] = /^\/city_news\/(\d+)$/.exec(url.pathname) ?? [];
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (url.pathname === '/robots.txt') response.setHeader('content-type', 'text/plain').end(robots);
    else if (url.pathname === '/s/city_news') response.end(channel(Number(url.searchParams.get('before') ?? last + 1)));
    else if (id !== undefined && Number(id) <= last)
      response.end(`<!DOCTYPE html><html><body>${post(Number(id))}</body></html>`);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close.push(() => server.close());
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const each of close.splice(0)) each();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: readonly string[]): Promise<string> {
  const ran = await runCli(args, { cwd: folder, env: { ORBWEAVER_STATE: join(folder, 'state') } });
  expect([args, ran.exitCode, ran.exitCode === 0 ? '' : ran.stderr]).toEqual([args, 0, '']);
  return ran.stdout;
}

interface Found {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly canonical: string;
  readonly authors: readonly string[];
  readonly published: { readonly at: string };
}

async function found(): Promise<readonly Found[]> {
  const lines = (await run('publications', 'w', '--format', 'jsonl')).trimEnd().split('\n');
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Found);
}

const watch = async (...options: readonly string[]): Promise<string> =>
  await run(
    'watch',
    'new',
    'w',
    '--source',
    `${origin}/s/city_news`,
    '--delay',
    '0',
    '--quiet',
    '--no-browser',
    ...options,
  );
/** Posts with words. */
const texts = (from: number, to: number): number =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at).filter(id => id % 5 !== 0).length;

test('the posts of a public Telegram channel are publications, new ones at the next look', async () => {
  await watch();
  await run('watch', 'run', 'w', '--once', '--quiet');
  const first = await found();
  expect(first).toHaveLength(texts(26, 45));
  expect(first[0]).toMatchObject({
    ...{ title: 'Новость 44 канала.', text: 'Новость 44 канала.\nМост открыт & работает, сообщает другой канал.' },
    ...{ url: `${origin}/city_news/44?embed=1`, canonical: `${origin}/city_news/44`, authors: ['Новости города'] },
    published: { at: new Date(begin + 44 * hour).toISOString() },
  });
  expect(asked.filter(path => path.includes('before'))).toEqual([]);
  last = 48;
  await run('watch', 'run', 'w', '--once', '--quiet');
  expect((await found()).map(({ title }) => title).slice(0, 3)).toEqual(
    [48, 47, 46].map(id => `Новость ${id} канала.`),
  );
  expect(asked.filter(path => path === '/city_news/44?embed=1')).toHaveLength(1);
});

test('with --archive older pages of the channel are read, each once', async () => {
  await watch('--archive');
  await run('watch', 'run', 'w', '--once', '--quiet');
  expect(await found()).toHaveLength(texts(1, 45));
  expect(asked).not.toContain('/city_news/40?embed=1');
  const older = asked.filter(path => path.includes('before'));
  expect([...new Set(older)]).toEqual(['/s/city_news?before=26', '/s/city_news?before=6']);
});

test('robots.txt is obeyed', async () => {
  robots = 'User-agent: *\nDisallow: /city_news/\n';
  await watch();
  await run('watch', 'run', 'w', '--once', '--quiet');
  expect(await found()).toEqual([]);
  expect(asked.filter(path => path.startsWith('/city_news/'))).toEqual([]);
});
