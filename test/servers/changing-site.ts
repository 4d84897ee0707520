import { createHash } from 'node:crypto';
import { type PageAnswer, page, type SitePage } from './loopback-site.ts';

/** How a site tells that a page is as it was. */
export type Telling = 'etag' | 'weak-etag' | 'date' | 'both' | 'nothing';

/** A page that answers 304 where the request knows it. `state` names what the page is now. */
export function validated(answer: PageAnswer, telling: Telling, state?: string): SitePage {
  const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
  const tag = createHash('sha256')
    .update(state ?? body)
    .digest('hex')
    .slice(0, 16);
  const fields: Record<string, string> = {};
  if (telling === 'etag' || telling === 'both') fields['etag'] = `"${tag}"`;
  if (telling === 'weak-etag') fields['etag'] = `W/"${tag}"`;
  if (telling === 'date' || telling === 'both')
    fields['last-modified'] = new Date(Number.parseInt(tag.slice(0, 7), 16) * 5_000).toUTCString();
  return asked => {
    const isKnown =
      fields['etag'] === undefined
        ? fields['last-modified'] !== undefined && asked.headers['if-modified-since'] === fields['last-modified']
        : asked.headers['if-none-match'] === fields['etag'];
    if (isKnown && status === 200) return { status: 304, headers: { ...fields } };
    return { status, headers: { ...headers, ...fields }, body };
  };
}

/** Numbers from 0 to below `most`, the same for the same seed. */
export function randomNumbers(seed: number): (most: number) => number {
  let state = seed >>> 0;
  return most => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

type Random = ReturnType<typeof randomNumbers>;

const words = 'graph crawl level arc node round turn seed host token lease phase claim chunk page link'.split(' ');

/** A page with links of all kinds. Pages of equal `numbers` are equal. */
export function randomPage(random: Random, size: number): string {
  const link = (): string => {
    const to = random(size);
    const forms = [
      `<a href="/p${to}">to ${to}</a>`,
      `<a href="p${to}#x" rel="nofollow">again</a>`,
      `<a href="/p${to}?b=2&amp;a=1">b a</a>`,
      `<a href="/p${to}?a=1&amp;b=2">a b</a>`,
      `<a href="//other${to % 4}.example/x${to % 3}">other ${random(5)}</a>`,
      `<a href="/moved${to}">moved</a>`,
      `<a href="javascript:go(${to % 3})">go</a>`,
      `<a href="mailto:someone${to}@x.example">mail</a>`,
      `<a href="http://[${to % 2}/">bad</a>`,
      `<a href="/gone${to % 5}">gone</a>`,
    ];
    return forms[random(forms.length)]!;
  };
  const text = Array.from({ length: 5 + random(40) }, () => words[random(words.length)]!).join(' ');
  const links = Array.from({ length: random(9) }, link).join('\n');
  const base = random(12) === 0 ? '<base href="/folder/">' : '';
  return `<!doctype html><html lang="en"><head><title>page ${random(1_000)}</title>${base}</head><h1>${text}</h1>${links}`;
}

/** Pages that are the same for the same seed; about one in ten is the copy of another. */
export function randomSite(seed: number, size: number): Map<string, PageAnswer> {
  const random = randomNumbers(seed);
  const pages = new Map<string, PageAnswer>();
  pages.set('/', page('start', ...Array.from({ length: 6 }, () => `/p${random(size)}`)));
  const bodies: string[] = [];
  for (let i = 0; i < size; i += 1) {
    const body = bodies.length > 0 && random(10) === 0 ? bodies[random(bodies.length)]! : randomPage(random, size);
    bodies.push(body);
    pages.set(`/p${i}`, answerOf(random, body));
    if (random(2) === 0) pages.set(`/p${i}?b=2&a=1`, answerOf(random, randomPage(random, size)));
    pages.set(`/moved${i}`, { status: 302, headers: { location: `/p${random(size)}` } });
  }
  return pages;
}

function answerOf(random: Random, body: string): PageAnswer {
  const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' };
  if (random(15) === 0) headers['x-robots-tag'] = 'noarchive';
  if (random(15) === 0) headers['content-language'] = 'de';
  if (random(15) === 0) headers['link'] = '</canonical>; rel="canonical"';
  if (random(25) === 0) headers['refresh'] = '5; url=/p1';
  return { status: 200, headers, body };
}

/** The site a while later: some pages are other, gone, new, moved, or equal to another one. */
export function changedSite(
  before: ReadonlyMap<string, PageAnswer>,
  seed: number,
  size: number,
): Map<string, PageAnswer> {
  const random = randomNumbers(seed);
  const after = new Map(before);
  const all = [...before.keys()].filter(path => path !== '/');
  for (const path of all) {
    const fate = random(30);
    if (fate === 0) after.delete(path);
    else if (fate === 1) after.set(path, answerOf(random, randomPage(random, size)));
    else if (fate === 2) after.set(path, before.get(all[random(all.length)]!)!);
    else if (fate === 3) after.set(path, { status: 301, headers: { location: `/p${random(size)}` } });
    else if (fate === 4) after.set(path, withHeader(before.get(path)!, 'x-robots-tag', 'noindex'));
  }
  return after;
}

function withHeader(answer: PageAnswer, name: string, value: string): PageAnswer {
  const { headers = {}, ...rest } = typeof answer === 'string' ? { body: answer } : answer;
  return { ...rest, headers: { ...headers, [name]: value } };
}
