/** A news site whose scripts fetch each article; requests for the data fail for as long as the test says so. */
import { type LoopbackSite, type Pages, startSite } from '../loopback-site.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
/** A way in which requests fail, for each article. */
export const failures = ['unavailable', 'busy', 'broken'] as const;
const statuses = { unavailable: 503, busy: 429, broken: 500 } as const;

export interface FailingDataSite extends LoopbackSite {
  isFailing: boolean;
  /** How often a sentence of each article changed. */
  edits: number;
}

const script = `
const name = location.pathname.split('/')[2].split('-')[0], root = document.getElementById('root');
fetch('/api/' + name).then(answer => answer.ok ? answer.json() : Promise.reject(answer.status)).then(
  ({ title, sentences }) => {
    document.title = title;
    root.innerHTML = '<article><h1>' + title + '</h1>' + sentences.map(each => '<p>' + each + '</p>').join('') + '</article>';
  },
  () => { root.innerHTML = '<h1>Something went wrong</h1><p>The article could not be loaded. Please try again later.</p>'; });`;

export async function serveFailingData(): Promise<FailingDataSite> {
  const state = { isFailing: true, edits: 0 };
  const dataOf = (name: keyof typeof statuses) => () => {
    if (state.isFailing) return { status: statuses[name], headers: { 'content-type': 'application/json' }, body: '{}' };
    const sentences = Array.from(
      { length: 6 },
      (_, n) =>
        `In sentence ${n + (n < state.edits ? 90 : 0)} the council speaks of the ${name} bridge, and all of the town listens to it with care.`,
    );
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Vote on the ${name} bridge`, sentences }),
    };
  };
  const pages = (origin: string): Pages => ({
    '/': {
      headers: html,
      body: '<title>Post</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"><h1>Post</h1>',
    },
    '/feed.xml': {
      headers: { 'content-type': 'application/rss+xml' },
      body: `<rss version="2.0"><channel><title>Post</title>${failures
        .map(name => `<item><title>Vote</title><link>${origin}/news/${name}-vote-of-the-council.html</link></item>`)
        .join('')}</channel></rss>`,
    },
    '/app.js': { headers: { 'content-type': 'text/javascript' }, body: script },
    ...Object.fromEntries(
      failures.flatMap(name => [
        [
          `/news/${name}-vote-of-the-council.html`,
          { headers: html, body: '<title>Post</title><div id="root"></div><script src="/app.js"></script>' },
        ],
        [`/api/${name}`, dataOf(name)],
      ]),
    ),
  });
  return Object.assign(state, await startSite(pages));
}
