/** Articles of several pages: one publication, whose pages are requested one after the other as any other look. */
import { describe, expect, test } from 'vitest';
import type { FetchResult } from '../../../../../shared/domain/protocol/classify-answer.ts';
import { hourMs, origin, WatchedSource } from './watched-source.ts';

const path = '/news/crane';
const title = 'Why the harbour crane waits';
const paragraph = (page: number, n: number) =>
  `In paragraph ${n} of page ${page} the harbour board says why the crane has to wait for the repair of the pier.`;
const textOf = (page: number) => Array.from({ length: 4 }, (_, n) => paragraph(page, n));
const lead =
  'The crane of the harbour has to wait for another year, and the board says why that is so in a long report.';

interface Page {
  readonly of: number;
  readonly text?: readonly string[];
  readonly title?: string;
}

/** A page of an article with a pager below it. */
function articlePage(number: number, { of, text = textOf(number), title: headline = title }: Page): string {
  const links = Array.from({ length: of }, (_, i) => `<a href="${path}?page=${i + 1}">${i + 1}</a>`).join(' ');
  const body = text.map(each => `<p>${each}</p>`).join('');
  return `<title>${headline}</title><article><h1>${headline}</h1>${body}</article><div class="pages">Pages: ${links}</div>`;
}

const part = (number: number) => `${path}#page-${number}`;

/** The text of the one publication, and its warnings. */
async function whole(source: WatchedSource) {
  const row = await source.only();
  const { warnings } = JSON.parse(row.details) as { warnings: readonly string[] };
  return { text: await source.publications.text(row.id, row.version), warnings, version: row.version };
}

describe('an article of several pages', () => {
  test('is one publication with the text of all its pages, which are requested one after the other', async () => {
    using source = new WatchedSource();
    await source.finds({ [path]: articlePage(1, { of: 3 }) });
    expect(await source.kept()).toEqual([]);
    expect(source.hoursLeft(part(2))).toBe(0);
    expect(source.watched.get(`${origin}${part(2)}`)!.address).toBe(`${origin}${path}?page=2`);
    await source.looks({ [part(2)]: articlePage(2, { of: 3 }) });
    expect([source.hoursLeft(part(2)), source.hoursLeft(part(3))]).toEqual([undefined, 0]);
    await source.looks({ [part(3)]: articlePage(3, { of: 3 }) });
    const text = [1, 2, 3].flatMap(textOf).join('\n\n');
    expect(await whole(source)).toEqual({ text, warnings: [], version: 1 });
    expect([source.hoursLeft(path), source.hoursLeft(part(3))]).toEqual([1, undefined]);
  });

  test('has what all pages begin with once', async () => {
    using source = new WatchedSource();
    await source.finds({ [path]: articlePage(1, { of: 2, text: [lead, ...textOf(1)] }) });
    await source.looks({ [part(2)]: articlePage(2, { of: 2, text: [lead, ...textOf(2)] }) });
    expect((await whole(source)).text).toBe([lead, ...textOf(1), ...textOf(2)].join('\n\n'));
  });

  test('that another page stays the same is known by its first page; a change reads all pages again', async () => {
    using source = new WatchedSource();
    await source.finds({ [path]: articlePage(1, { of: 2 }) });
    await source.looks({ [part(2)]: articlePage(2, { of: 2 }) });
    source.at += hourMs;
    await source.looks({ [path]: articlePage(1, { of: 2 }) });
    expect([(await whole(source)).version, source.watched.has(`${origin}${part(2)}`)]).toEqual([1, false]);
    source.at += 5 * hourMs;
    await source.looks({ [path]: articlePage(1, { of: 2, text: [...textOf(1), lead] }) });
    expect([(await whole(source)).version, source.hoursLeft(part(2)), source.hoursLeft(path)]).toEqual([1, 0, 18]);
    await source.looks({ [part(2)]: articlePage(2, { of: 2 }) });
    const text = [...textOf(1), lead, ...textOf(2)].join('\n\n');
    expect(await whole(source)).toEqual({ text, warnings: [], version: 2 });
  });

  test('has at most twenty pages, and says that there are more', async () => {
    using source = new WatchedSource();
    await source.finds({ [path]: articlePage(1, { of: 30 }) });
    for (let n = 2; source.watched.has(`${origin}${part(n)}`); n += 1)
      await source.looks({ [part(n)]: articlePage(n, { of: 30 }) });
    const { text, warnings } = await whole(source);
    expect([text!.split('\n\n').length, warnings]).toEqual([80, ['further-pages']]);
  });

  const away: FetchResult = { kind: 'redirect', target: 'https://other.example/', status: 302 } as FetchResult;
  test.each<[string, string | number | FetchResult]>([
    ['is not there', 404],
    ['cannot be had', 503],
    ['leads to another host', away],
    ['has no text', `<title>${title}</title>`],
  ])('has its first page and a warning where the next one %s', async (_, answer) => {
    using source = new WatchedSource();
    await source.finds({ [path]: articlePage(1, { of: 2 }) });
    await source.looks({ [part(2)]: answer });
    expect(await whole(source)).toEqual({ text: textOf(1).join('\n\n'), warnings: ['further-pages'], version: 1 });
    expect(source.watched.has(`${origin}${part(2)}`)).toBe(false);
  });

  test.each([
    ['that has the same text', articlePage(2, { of: 2, text: textOf(1) })],
    ['of another article', articlePage(2, { of: 2, title: 'Bakers win prizes for bread' })],
  ])('is of one page where the next one is a page %s', async (_, html) => {
    using source = new WatchedSource();
    await source.finds({ [path]: articlePage(1, { of: 2 }) });
    await source.looks({ [part(2)]: html });
    expect(await whole(source)).toEqual({ text: textOf(1).join('\n\n'), warnings: [], version: 1 });
  });

  test('is read once where its turn comes twice', async () => {
    using source = new WatchedSource();
    await source.finds({ [path]: articlePage(1, { of: 2 }) });
    const waiting = source.watched.get(`${origin}${part(2)}`)!;
    await source.looks({ [part(2)]: articlePage(2, { of: 2 }) });
    source.watch(waiting);
    await source.looks({ [part(2)]: articlePage(2, { of: 2 }) });
    expect(await whole(source)).toMatchObject({ version: 1, warnings: [] });
  });
});
