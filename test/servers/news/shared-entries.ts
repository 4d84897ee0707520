import { type LoopbackSite, type Pages, startSite } from '../loopback-site.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const xml = { 'content-type': 'application/xml' };
/** Each pair of addresses leads to one document: for good, for now, or over each other. */
const leads = {
  '/rss': [301, '/feed.xml'],
  '/atom': [302, '/feed.xml'],
  '/first.xml': [302, '/map.xml'],
  '/second.xml': [308, '/first.xml'],
  '/latest/': [302, '/all/'],
  '/newest/': [301, '/all/'],
} as const;

export const sharedDocuments = ['/feed.xml', '/map.xml', '/all/'] as const;
/** The entries of the site, with the kinds that they are added as. */
export const sharedEntries = [
  ...(['/rss', '/atom', '/feed.xml'] as const).map(path => [path, 'feed'] as const),
  ...(['/first.xml', '/second.xml'] as const).map(path => [path, 'sitemap'] as const),
  ...(['/latest/', '/newest/'] as const).map(path => [path, 'page'] as const),
];

export interface SharingSite extends LoopbackSite {
  /** Publishes an article more, which feed, sitemap and list name. */
  publish(): void;
}

/** A source whose entries lead to one feed, one sitemap and one list. Its articles show their time without a zone. */
export async function serveSharingSite(): Promise<SharingSite> {
  let stories = 4;
  const paths = () => Array.from({ length: stories }, (_, n) => `/2026/03/the-council-of-town-${n}-meets-again`);
  const story = (path: string) => {
    const title = `The council of town ${path.replace(/\D+/g, ' ').trim().split(' ').at(-1)} meets again`;
    const sentence = `${title} to speak of the old bridge of Lark Works, and the work begins in spring. `;
    return {
      headers: html,
      body: `<title>${title}</title><article><h1>${title}</h1><p class="date">12 March 2026, 22:15</p><p>${sentence.repeat(8)}</p></article>`,
    };
  };
  const document = (headers: Readonly<Record<string, string>>, body: () => string) => () => ({ headers, body: body() });
  const pages = (origin: string): Pages => ({
    '/': { headers: html, body: '<title>News</title><p>Nothing is named here.</p>' },
    ...Object.fromEntries(
      Object.entries(leads).map(([path, [status, location]]) => [path, { status, headers: { location } }]),
    ),
    '/feed.xml': document({ ...xml, etag: '"always"' }, () => {
      const items = paths().map(path => `<item><title>A story</title><link>${origin}${path}</link></item>`);
      return `<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`;
    }),
    '/map.xml': document(
      xml,
      () =>
        `<urlset>${paths()
          .map(path => `<url><loc>${origin}${path}</loc></url>`)
          .join('')}</urlset>`,
    ),
    '/all/': document(
      html,
      () =>
        `<ul>${paths()
          .map(path => `<li><h3><a href="${path}">The council of a town meets again today</a></h3>`)
          .join('')}</ul>`,
    ),
    '*': ({ path }) => (path.startsWith('/2026/') ? story(path) : { status: 404 }),
  });
  const site = await startSite(pages);
  return Object.assign(site, {
    publish: () => {
      stories += 1;
    },
  });
}
