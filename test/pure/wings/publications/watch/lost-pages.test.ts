/** Pages that take the place of an article at a later look: none of them is a version of it, in whatever language and form. */
import { describe, expect, test } from 'vitest';
import type { FetchResult } from '../../../../../shared/domain/protocol/classify-answer.ts';
import { hourMs, origin, page, story, WatchedSource } from './watched-source.ts';

const path = '/news/2026/bridge-1.html';
const others = ['/news/2026/tower-2.html', '/news/2026/market-3.html'];
const titled = 'The council speaks of the bridge';

/** A source that has seen three articles, and looks at them an hour later. */
async function seen(article = story('the bridge')): Promise<WatchedSource> {
  const source = new WatchedSource();
  await source.finds({ [path]: article, [others[0]!]: story('a tower'), [others[1]!]: story('a market') });
  source.at += hourMs;
  return source;
}

const html = (title: string, body: string, head = ''): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
const paragraphs = (...texts: readonly string[]): string => texts.map(text => `<p>${text}</p>`).join('');
const wallEn = paragraphs(
  'We and our partners store and access information on your device, such as unique identifiers, and process personal data.',
  'With your consent we may use precise location data and identification by scanning the device. You may refuse at any time.',
);

const replaced: readonly [string, string][] = [
  [
    'an English wall of consent with a title of its own',
    html('Your privacy', `<main><h1>Your privacy</h1>${wallEn}</main>`),
  ],
  [
    'a wall of consent that keeps title, metadata and type of the article',
    html(
      titled,
      `<div role="main"><h1>${titled}</h1>${wallEn}</div>`,
      `<meta property="og:type" content="article"><meta property="og:title" content="${titled}"><meta property="article:published_time" content="2026-05-04T10:00:00Z">`,
    ),
  ],
  [
    'a German wall to pay or to consent',
    html(
      'Weiterlesen mit Werbung',
      `<article><h1>Weiterlesen mit Werbung oder im Abo</h1>${paragraphs(
        'Besuchen Sie unsere Seiten wie gewohnt mit Werbung und Tracking. Ihre Zustimmung ist jederzeit widerrufbar.',
        'Oder nutzen Sie das Angebot ohne Werbetracking für wenige Euro im Monat. Bereits Abonnent? Dann melden Sie sich an.',
      )}</article>`,
    ),
  ],
  [
    'a French wall',
    html(
      'Vos choix',
      `<section><h2>Le respect de votre vie privée</h2>${paragraphs(
        'Avec votre accord, nos partenaires et nous utilisons des traceurs pour stocker et consulter des informations personnelles.',
        'Vous pouvez retirer votre consentement ou vous opposer aux traitements à tout moment depuis cette page.',
      )}</section>`,
    ),
  ],
  [
    'a Russian page of errors with status 200',
    html(
      'Страница не найдена',
      `<div class="content"><h1>Ошибка 404</h1>${paragraphs(
        'К сожалению, запрашиваемая страница не существует, была удалена или перемещена в другой раздел сайта.',
        'Воспользуйтесь поиском или перейдите на главную страницу, чтобы найти интересующие материалы.',
      )}</div>`,
    ),
  ],
  [
    'an English page of errors that lists other articles',
    html(
      'Sorry',
      `<main><h1>We could not find that page</h1><p>It may have been moved or removed, or the address may be wrong. Please try the search.</p><ul>${others
        .map(each => `<li><a href="${each}">The council speaks of a tower and of a market at the river</a></li>`)
        .join('')}</ul></main>`,
    ),
  ],
  [
    'a Spanish page of errors of one sentence',
    html('Ups', '<h1>Ups</h1><p>La página que busca ya no está disponible.</p>'),
  ],
  [
    'a page to log in',
    html(
      'Sign in',
      '<form><h1>Sign in to continue</h1><p>Enter your e-mail address and your password to go on reading.</p></form>',
    ),
  ],
  ['an empty page', html(titled, '')],
  ['a page that scripts draw', html(titled, '<div id="app"></div><script>draw()</script>')],
  [
    'a page of a parked domain',
    html(
      'news.example',
      `<div>${paragraphs('This domain may be for sale. Buy this domain today from its present owner.')}</div>`,
    ),
  ],
  [
    'the offer of a shop of subscriptions',
    html(
      titled,
      `<h1>${titled}</h1><div>${paragraphs(
        'Subscribe today to go on: unlimited access from one euro a month, cancel whenever you want, first month free.',
        'Already a subscriber? Log in. Have a voucher? Redeem it within your account settings under payments.',
      )}</div>`,
    ),
  ],
];

describe('a publication stays as it was, and is doubtful, where its address shows', () => {
  test.each(replaced)('%s', async (_, body) => {
    using source = await seen();
    await source.looks({ [path]: body });
    expect(await source.kept()).toContain(`${path} doubtful 1`);
    const row = (await source.rows()).find(({ identity }) => identity.endsWith(path))!;
    expect([row.title, row.goneAt]).toEqual([titled, source.at]);
    source.at += 5 * hourMs;
    await source.looks({ [path]: story('the bridge') });
    expect(await source.kept()).toContain(`${path} live 1`);
  });

  test('what another article of the source shows at the same look', async () => {
    using source = await seen();
    const body = html(titled, `<article>${paragraphs('The council speaks of the bridge.', wallEn)}</article>`);
    const { reading } = await source.looks({ [path]: body, [others[0]!]: body });
    expect((await source.kept()).filter(each => each.includes('doubtful')).length).toBe(2);
    expect(reading.notes!.map(({ reason }) => reason)).toEqual(['doubtful', 'doubtful']);
  });

  test('a page that robots are to leave out and that has a third of its words', async () => {
    const third = html(
      'Gone?',
      paragraphs('The council speaks. Bridge.', 'It is an entirely different matter now, friends.'),
    );
    using source = await seen();
    await source.looks({ [path]: third });
    expect(await source.kept()).toContain(`${path} live 2`);
    using hidden = await seen();
    await hidden.looks({ [path]: third.replace('</head>', '<meta content="noindex, follow" name="robots"></head>') });
    expect(await hidden.kept()).toContain(`${path} doubtful 1`);
  });
});

describe('a redirect of a publication', () => {
  const front = html(
    'News',
    `<main>${paragraphs('Headlines of the day from all parts of the country and beyond.')}</main>`,
  );
  const at = async (source: WatchedSource, to: string, body: string) => {
    source.redirects.set(path, to);
    await source.looks({ [path]: body });
    return (await source.kept()).find(each => each.startsWith(path));
  };

  test.each(['/', '/ru/', '/en-gb/', '/index.html'])('to the home page %s says that it is gone', async to => {
    using source = await seen();
    expect(await at(source, to, front)).toBe(`${path} gone 1`);
    expect(source.hoursLeft(path)).toBe(5);
  });

  test('to a folder above it makes it doubtful', async () => {
    using source = await seen();
    const body = html(
      'News',
      paragraphs('The council speaks. Bridge.', 'It is an entirely different matter now, friends.'),
    );
    expect(await at(source, '/news/', body)).toBe(`${path} doubtful 1`);
  });

  test('to its new address is a look at it', async () => {
    using source = await seen();
    expect(await at(source, '/stories/bridge', story('the bridge'))).toBe(`${path} live 1`);
    expect(await at(source, '/stories/bridge', story('the bridge', 12))).toBe(`${path} live 2`);
  });

  test('to another host makes it doubtful', async () => {
    using source = await seen();
    const away: FetchResult = { kind: 'redirect', status: 302, target: 'https://login.example/?next=x' };
    await source.looks({ [path]: away });
    expect(await source.kept()).toContain(`${path} doubtful 1`);
  });
});

describe('an article that has moved without a redirect', () => {
  const there = '/news/2026/the-bridge-1.html';

  test('is looked for at the further addresses that had its text, and live there', async () => {
    using source = await seen();
    await source.finds({ [there]: story('the bridge') });
    await source.looks({ [path]: 404 });
    expect(await source.kept()).toContain(`${path} gone 1`);
    expect(source.hoursLeft(there)).toBe(0);
    await source.looks({ [there]: story('the bridge') });
    expect(await source.kept()).toContain(`${there} live 1`);
    source.at += 6 * hourMs;
    await source.looks({ [path]: 404, [there]: story('the bridge', 12) });
    expect(await source.kept()).toContain(`${there} live 2`);
    source.at += hourMs;
    await source.looks({ [there]: 410 });
    expect(await source.kept()).toContain(`${there} gone 2`);
    expect(await source.rows()).toHaveLength(3);
  });

  test('and is found after it was gone is live there, and looked at again', async () => {
    using source = await seen();
    await source.looks({ [path]: 404 });
    source.at += hourMs;
    await source.finds({ [there]: story('the bridge') });
    expect(await source.kept()).toContain(`${there} live 1`);
    expect(source.hoursLeft(there)).toBe(1);
  });
});

describe('an article is a version, and not doubtful, where it', () => {
  test.each([
    ['is corrected', story('the bridge').replace('sentence 3', 'the third sentence')],
    ['grows to three times its length', story('the bridge', 24)],
    ['shrinks to its beginning', story('the bridge', 2)],
    ['has another headline', story('the bridge').replaceAll(titled, 'A quarrel beside a river')],
  ])('%s', async (_, body) => {
    using source = await seen();
    await source.looks({ [path]: body });
    expect(await source.kept()).toContain(`${path} live 2`);
  });
});

test('a wall that many addresses show at their first look is no publication, and each is tried again', async () => {
  using source = new WatchedSource();
  const wall = html('Your privacy', `<main><h1>Your privacy</h1>${wallEn.repeat(3)}</main>`);
  const paths = Array.from({ length: 6 }, (_, n) => `/news/story-${n}.html`);
  const { memory } = await source.finds(Object.fromEntries(paths.map(each => [each, wall])));
  expect(await source.kept()).toEqual([]);
  expect(Object.values(memory.failed!).map(({ why }) => why)).toEqual(paths.map(() => 'shared-text'));
  source.at += hourMs;
  await source.looks(Object.fromEntries(paths.map((each, n) => [each, story(`river ${n}`)])));
  expect((await source.kept()).length).toBe(6);
});

describe('a page that is not yet what its feed names at the first look is tried again, where it is', () => {
  const hint = { title: 'The council speaks of the bridge' };
  test.each([
    [
      'a Portuguese page of errors',
      html(
        'Página não encontrada',
        '<h1>Página não encontrada</h1><p>A página não existe ou foi removida pelo autor.</p>',
      ),
    ],
    [
      'a Dutch wall of consent',
      html(
        'Privacy',
        `<h1>Uw privacy</h1>${paragraphs('Wij en onze partners gebruiken cookies om gegevens te verwerken.')}`,
      ),
    ],
    [
      'a page of maintenance with a long text',
      html(
        'Технические работы',
        `<article><h1>Сайт отдыхает</h1>${paragraphs('Мы меняем серверы и скоро вернёмся, а пока можно выпить чаю. '.repeat(8))}</article>`,
      ),
    ],
  ])('%s', async (_, body) => {
    using source = new WatchedSource({}, { hints: { [`${origin}${path}`]: hint } });
    const { memory } = await source.finds({ [path]: body });
    expect(await source.kept()).toEqual([]);
    expect(Object.values(memory.failed!).map(({ why }) => why)).toEqual(['other-text']);
    source.at += hourMs;
    await source.looks({ [path]: body });
    expect(await source.kept()).toEqual([]);
    source.at += 6 * hourMs;
    await source.looks({ [path]: story('the bridge') });
    expect(await source.kept()).toEqual([`${path} live 1`]);
  });

  test('and an article under another headline than that of its feed is none of these: it says its time', async () => {
    const timed = dayOfMarch(3) + story('a tower');
    using source = new WatchedSource(
      {},
      { hints: { [`${origin}${path}`]: { title: 'Seven questions about penguins' } } },
    );
    await source.finds({ [path]: timed });
    expect(await source.kept()).toEqual([`${path} live 1`]);
  });
});

describe('a known publication', () => {
  test('keeps its text where only its beginning is for all now', async () => {
    using source = await seen();
    const free = '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>';
    await source.looks({ [path]: free + story('the bridge', 3) });
    expect(await source.kept()).toContain(`${path} live 1`);
    source.at += 6 * hourMs;
    await source.looks({ [path]: free + story('the bridge', 16) });
    expect(await source.kept()).toContain(`${path} live 2`);
  });

  test('has a version where a note of some words becomes the article that its address announces', async () => {
    using source = new WatchedSource({}, { hints: { [`${origin}${path}`]: { title: titled } } });
    await source.finds({
      [path]: html(
        titled,
        `<article><h1>${titled}</h1><p>Details will follow shortly, our reporter is underway.</p></article>`,
      ),
    });
    source.at += hourMs;
    await source.looks({ [path]: story('the bridge') });
    expect(await source.kept()).toEqual([`${path} live 2`]);
  });
});

test('notices with the same text are one publication, and no wall, where their addresses have the words of the title', async () => {
  using source = new WatchedSource();
  const paths = Array.from({ length: 6 }, (_, n) => `/news/${n + 1}/council-speaks-of-the-bridge.html`);
  const { memory } = await source.finds(Object.fromEntries(paths.map(each => [each, story('the bridge')])));
  expect(await source.kept()).toEqual([`${paths[0]} live 1`]);
  expect(memory.failed ?? {}).toEqual({});
});

test.each([
  ['in their addresses', (n: number) => `/news/2026/03/0${n}/bridge.html`, () => ''],
  ['in their pages', (n: number) => `/news/${n}.html`, dayOfMarch],
])('notices with equal titles and texts are one publication a day, where the day is %s', async (_, pathOf, head) => {
  using source = new WatchedSource();
  const days = [1, 2, 3, 4, 5, 6, 7, 8];
  for (const n of days) {
    source.at = Date.UTC(2026, 2, n, 12);
    await source.finds({
      [pathOf(n)]: head(n) + story('the bridge'),
      [`/print${pathOf(n)}`]: head(n) + story('the bridge'),
    });
  }
  expect(await source.kept()).toEqual(days.map(n => `${pathOf(n)} live 1`));
  expect(await source.publications.find({ isOriginal: true }, 10)).toHaveLength(8);
  expect(source.memory.failed ?? {}).toEqual({});
});

test('a wall with the days of its articles has other titles, and is no publication', async () => {
  using source = new WatchedSource();
  const paths = Array.from({ length: 6 }, (_, n) => `/news/${n + 1}.html`);
  const wall = (n: number) => dayOfMarch(n) + story('the consent').replaceAll('The council', `The ${n}th council`);
  const { memory } = await source.finds(Object.fromEntries(paths.map((each, n) => [each, wall(n + 1)])));
  expect(await source.kept()).toEqual([]);
  expect(Object.values(memory.failed!).map(({ why }) => why)).toEqual(paths.map(() => 'shared-text'));
});

function dayOfMarch(n: number): string {
  return `<meta property="article:published_time" content="2026-03-0${n}T06:00:00Z">`;
}

describe('what a feed said of a publication', () => {
  const published = { at: '2026-03-06T10:01:00.000Z', precision: 'second', words: 'x', offsetMinutes: 0 } as const;
  const hint = { title: 'The old bridge', published, authors: ['Ann Lee'], section: 'Town' };
  const told = { authors: ['Ann Lee'], section: 'Town', published: { source: 'feed' } };

  test('holds for its later versions', async () => {
    using source = new WatchedSource({}, { hints: { [`${origin}${path}`]: hint } });
    await source.finds({ [path]: story('the bridge') });
    source.at += hourMs;
    await source.looks({ [path]: story('the bridge', 9) });
    const { version, publishedAt, details } = await source.only();
    expect([version, publishedAt]).toEqual([2, Date.parse(published.at)]);
    expect(JSON.parse(details)).toMatchObject(told);
  });

  test('goes along a redirect within the source', async () => {
    using source = new WatchedSource({}, { hints: { [`${origin}/r/1`]: hint } });
    const target = `${origin}${path}`;
    await source.finds({ '/r/1': { kind: 'redirect', status: 302, target } });
    await source.finds({ [path]: story('the bridge') });
    const { publishedAt, details } = await source.only();
    expect(publishedAt).toBe(Date.parse(published.at));
    expect(JSON.parse(details)).toMatchObject(told);
    expect(source.memory.hints).toEqual({});
  });

  test('is known where a redirect leads to a publication that was seen before its feed', async () => {
    using source = new WatchedSource();
    await source.finds({ [path]: story('the bridge') });
    source.memory = { ...source.memory, hints: { [`${origin}/r/1`]: hint } };
    await source.finds({ '/r/1': { kind: 'redirect', status: 302, target: `${origin}${path}` } });
    source.at += hourMs;
    await source.looks({ [path]: page(story('the bridge', 9)) });
    expect(JSON.parse((await source.only()).details)).toMatchObject(told);
  });
});

describe('A10: a later version with the data of another article', () => {
  const objectOf = (given: object): string =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', ...given })}</script>`;
  const own = {
    ...{ url: `${origin}${path}`, headline: 'The council speaks of the bridge', author: { name: 'Mary Miller' } },
    datePublished: '2026-03-12T10:15:00Z',
  };
  const other = {
    ...{ url: `${origin}/news/bread-2.html`, headline: 'Bakers win a prize for bread', author: { name: 'Otto Other' } },
    datePublished: '2025-01-02T03:04:05Z',
  };
  const said = { publishedAt: Date.parse(own.datePublished), authors: ['Mary Miller'] };

  test.each([
    ['in front of its own', objectOf(other) + objectOf(own), said],
    ['behind its own', objectOf(own) + objectOf(other), said],
    [
      'in a list of what to read next',
      objectOf({ '@type': 'ItemList', itemListElement: [other] }) + objectOf(own),
      said,
    ],
    ['alone', objectOf(other), { publishedAt: undefined, authors: [] }],
  ])('%s takes nothing of it', async (_, head, expected) => {
    using source = new WatchedSource();
    await source.finds({ [path]: objectOf(own) + story('the bridge') });
    source.at += hourMs;
    await source.looks({ [path]: head + story('the bridge', 9) });
    const { version, publishedAt, details } = await source.only();
    const { authors } = JSON.parse(details) as { readonly authors: readonly string[] };
    expect([version, { publishedAt, authors }]).toEqual([2, expected]);
  });
});
