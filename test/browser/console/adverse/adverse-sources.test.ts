/** Sources that behave badly, on the screen of sources: each says in words what became of it, in both languages. */
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../../process/cli/run-cli.ts';
import { ServedConsole } from '../../../process/serve/served-console.ts';
import { type AdverseSources, serveAdverseSources } from '../../../servers/news/adverse-sources.ts';
import { endBrowser, goTo, type Misdeeds, newPage, none, seen, shownText, startBrowser } from '../browser.ts';

const browser: Browser | undefined = await startBrowser();

/** By source, what its entry and its table of what was left out say. */
const words = {
  truncated: [
    ['cut off; the last whole one counts', '3 failures in a row', 'HTTP 404'],
    'обрывается; в силе последний целый',
  ],
  dates: [
    ['dates before the Web (kept)', 'dates in the future (kept)', 'dates that are none (kept)'],
    'даты из будущего',
  ],
  bomb: [['its own entities, not unpacked (kept)'], 'собственные сущности, не раскрываются'],
  'moves-later': [['redirects to another host (301)', '→ http://localhost:'], 'перенаправляет на другой узел'],
  'refuses-later': [['refused to programs (403)'], 'программам отказано'],
  'challenges-later': [['wants proof that a person is there'], 'требует доказать, что это человек'],
  'pdf-later': [['another kind of document (PDF or the like)'], 'документ другого вида (PDF и подобное)'],
  'html-later': [['no feed: a page'], 'не лента: страница'],
  mixed: [
    ['pages that want proof that a person is there', 'redirects to other hosts', 'other kinds of documents (PDF'],
    'страницы, которые просят доказать, что это человек',
  ],
  endless: [['further parts of lists'], 'дальнейшие части списков'],
} as const;
const names = Object.keys(words) as (keyof typeof words)[];

describe.skipIf(browser === undefined)('the screen of a source that behaves badly', () => {
  let served: ServedConsole;
  let servers: readonly AdverseSources[] = [];
  let page: Page;
  let misdeeds: Misdeeds;

  beforeAll(async () => {
    served = new ServedConsole();
    await served.start();
    servers = await Promise.all(names.map(() => serveAdverseSources()));
    const directory = join(served.root, 'w');
    const env = { ORBWEAVER_STATE: process.env['ORBWEAVER_STATE']! };
    const urls = names.map((name, index) => `${servers[index]!.url}/${name}/`);
    await runCli(['watch', 'new', directory, '--delay', '0', '--quiet', ...urls.flatMap(url => ['--source', url])], {
      env,
    });
    for (let look = 0; look < 3; look += 1)
      expect(await runCli(['watch', 'run', directory, '--once', '--quiet'], { env })).toMatchObject({ exitCode: 0 });
    ({ page, misdeeds } = await newPage(browser!, served.server.origin));
    await page.goto(`${served.server.origin}/#token=${served.server.token}`);
    await seen(page, 'Crawls and watches');
  });
  afterAll(async () => {
    await endBrowser(browser);
    await served.close();
    await Promise.all(servers.map(server => server.close()));
  });

  test.each(names.map((name, index) => [name, index + 1] as const))(
    'says what became of it: %s',
    async (name, number) => {
      const [english, russian] = words[name];
      await page.select('#top select', 'en');
      await goTo(page, `#/watches/w/sources?source=${number}`);
      for (const text of english) await seen(page, text);
      await page.select('#top select', 'ru');
      await seen(page, russian);
      expect(await shownText(page)).not.toMatch(/no-feed|moved-away|bad-date|other-host|status-\d/);
      expect(misdeeds).toEqual(none);
    },
  );
});
