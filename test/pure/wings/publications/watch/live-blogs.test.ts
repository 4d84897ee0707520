/** An article that grows for hours, entry by entry: each look that finds more is a version, and none is another article. */
import { expect, test } from 'vitest';
import { GeneratedTexts } from '../../../../../bench/publications/generated-texts.ts';
import { hourMs, WatchedSource } from './watched-source.ts';

const path = '/news/live-election-night-1.html';
const words = new GeneratedTexts();
const entries = Array.from({ length: 120 }, () => words.next().text.slice(0, 300));

function blog(shown: readonly number[], about = 'Election night, minute by minute'): string {
  const posts = shown.map(
    n =>
      `<div class="post"><time>${String(8 + Math.floor(n / 10)).padStart(2, '0')}:${(n % 10) * 6 + 10}</time><h3>Entry ${n}</h3><p>${entries[n]}</p></div>`,
  );
  return `<title>${about}</title><article><h1>${about}</h1><p>We report all night on what happens in the town and its districts.</p>${posts.join('')}</article>`;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test.each([
  ['the newest entry first', (count: number) => numbers(0, count).toReversed()],
  ['the newest entry last, its first words as before', (count: number) => numbers(0, count)],
  ['its newest ten entries only', (count: number) => numbers(count - 10, count).toReversed()],
])('a live blog with %s has a version for each look that brings more', async (_, shown) => {
  using source = new WatchedSource();
  await source.finds({ [path]: blog(shown(10)) });
  const lengths = [30, 60, 90, 120];
  for (const length of lengths) {
    source.at += hourMs;
    await source.looks({ [path]: blog(shown(length)) });
  }
  expect(await source.kept()).toEqual([`${path} live ${1 + lengths.length}`]);
  const { id, version } = await source.only();
  const text = (await source.publications.text(id, version))!;
  expect(text).toContain(entries[119]!.slice(0, 60));
  expect(text).toContain(entries[shown(120).at(-1)!]!.slice(0, 60));
});

test.each([
  ['another live blog at its address', blog(numbers(90, 100), 'Storm over the coast: the latest reports')],
  [
    'an article of its title at its address',
    blog([]).replace('</article>', `<p>${entries.slice(100).join('</p><p>')}</p></article>`),
  ],
])('%s is no version of it', async (_, page) => {
  using source = new WatchedSource();
  await source.finds({ [path]: blog(numbers(0, 10)) });
  source.at += hourMs;
  await source.looks({ [path]: page });
  expect(await source.kept()).toEqual([`${path} doubtful 1`]);
});

test('a live blog that says so in its markup needs no times', async () => {
  using source = new WatchedSource();
  const markup = '<script type="application/ld+json">{"@type":"LiveBlogPosting"}</script>';
  const page = (shown: readonly number[]) => markup + blog(shown).replaceAll(/<time>.*?<\/time>/g, '');
  await source.finds({ [path]: page(numbers(0, 10)) });
  source.at += hourMs;
  await source.looks({ [path]: page(numbers(20, 30)) });
  expect(await source.kept()).toEqual([`${path} live 2`]);
});

test('a live blog whose entries only its data have keeps their times, and has a version for each look that brings more', async () => {
  using source = new WatchedSource();
  const page = (shown: readonly number[]) => {
    const updates = shown.map(n => ({
      ...{ '@type': 'BlogPosting', headline: `Entry ${n}`, articleBody: entries[n] },
      datePublished: `2026-05-05T${10 + n}:15:00+02:00`,
    }));
    const data = { '@type': 'LiveBlogPosting', headline: 'Election night', liveBlogUpdate: updates };
    return `<title>Election night</title><div id="root"></div><script type="application/ld+json">${JSON.stringify(data)}</script>`;
  };
  await source.finds({ [path]: page(numbers(0, 3)) });
  source.at += hourMs;
  await source.looks({ [path]: page(numbers(0, 6).toReversed()) });
  expect(await source.kept()).toEqual([`${path} live 2`]);
  const { id, version } = await source.only();
  const text = (await source.publications.text(id, version))!;
  expect(text.split('\n\n').slice(0, 2)).toEqual(['15:15', 'Entry 5']);
  expect(
    numbers(0, 6).filter(n => text.includes(`${10 + n}:15`) && text.includes(entries[n]!.slice(0, 60))),
  ).toHaveLength(6);
});
