import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRenderer } from '../../../../shared/adapters/browser/open.ts';
import { PageRequests } from '../../../../shared/adapters/browser/page-requests.ts';
import { localProcesses } from '../../../../shared/adapters/local/open.ts';
import type { AnswerPage, PageAnswer } from '../../../../shared/domain/http/page-answer.ts';
import type { RenderedPage, Renderer } from '../../../../shared/ports/page-ports.ts';

const origin = 'http://127.0.0.1:9';
const twenty = Array.from({ length: 20 }, (_, n) => `${n}`);
/** Keeps the page busy, so that what is sent to it meanwhile waits there. Dates stand still in a page that computes. */
const busy = 'for (let n = 0, x = 0; n < 100_000_000; n += 1) x += n % 7;';
const say = `<body><script>const say = text => { document.body.append(document.createTextNode(text + ' ')); };</script>`;
const each = (work: string) => `${say}<script async src="/busy.js"></script><script>
  for (let n = 0; n < 20; n += 1) { ${work} }</script>`;

const pages: Readonly<Record<string, string>> = {
  scripts: `${say}<script async src="/busy.js"></script>${twenty.map(n => `<script async src="/say/${n}.js"></script>`).join('')}`,
  images: each(`const image = new Image(); image.onerror = () => say(n); image.src = '/image/' + n;`),
  requests: each(
    `const asked = new XMLHttpRequest(); asked.onload = () => say(n); asked.open('GET', '/' + n); asked.send();`,
  ),
  bodies: each(`fetch('/' + n).then(answer => answer.text()).then(() => say(n));`),
  heads: each(`fetch('/' + n).then(() => say(n));`),
  redirects: each(`fetch('/redirect/' + n).then(answer => answer.text()).then(() => say(n));`),
  preflights: each(
    `fetch('http://localhost:9/' + n, { headers: { 'x-requested-with': 'x' } }).then(answer => answer.text()).then(() => say(n));`,
  ),
};

async function answerOf({ address }: { readonly address: string }): Promise<PageAnswer> {
  const { pathname } = new URL(address);
  const [, folder, name = ''] = pathname.split('/');
  const sent = (type: string, body: string): PageAnswer => ({
    status: 200,
    headers: [
      ['content-type', type],
      ['access-control-allow-origin', '*'],
    ],
    body: Buffer.from(body),
  });
  if (folder === 'page') return sent('text/html', `<!doctype html>${pages[name]}`);
  if (folder === 'frame') return sent('text/html', `<script>fetch('/in-frame').then(answer => answer.text())</script>`);
  if (folder === 'busy.js') return sent('text/javascript', busy);
  if (folder === 'hang.js') return sent('text/javascript', 'for (;;);');
  if (folder === 'say') return sent('text/javascript', `say(${Number.parseInt(name, 10)});`);
  if (folder === 'redirect') return { status: 302, headers: [['location', `/${name}`]], body: Buffer.from('') };
  return sent('text/plain', 'data');
}

// Beside three other test files two of these ten failed once in two runs: of a worker nobody knows when it has its answer, and the browser may tell late
// what the page has taken. Without waiting for the page, nearly each rendering of the first page fails.
describe.skipIf(process.platform !== 'linux')('answers to a page', { retry: 3 }, () => {
  let renderer: Renderer;
  beforeAll(() => {
    renderer = openRenderer({ processes: localProcesses() });
  });
  afterAll(async () => await renderer.close());

  const rendered = async (html: string, answer: AnswerPage = answerOf): Promise<RenderedPage> => {
    const address = `${origin}/page/this`;
    const document: PageAnswer = { status: 200, headers: [['content-type', 'text/html']], body: Buffer.from(html) };
    return await renderer.render({
      ...{ address, userAgent: 'test' },
      answer: async request => (request.address === address ? document : await answer(request)),
    });
  };
  const wordsOf = (page: RenderedPage): readonly string[] => {
    const html = page.kind === 'rendered' ? Buffer.from(page.html).toString() : page.kind;
    const text = html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, '');
    return text.trim().split(/\s+/);
  };

  test.each(Object.entries(pages))('reach it in the order of its requests though it is busy: %s', async (_, html) => {
    expect(wordsOf(await rendered(html))).toEqual(twenty);
  });

  test('reach it in that order though the first takes longest', async () => {
    const late = Promise.withResolvers<void>();
    const page = await rendered(pages['bodies']!, async request => {
      if (request.address === `${origin}/0`) await late.promise;
      if (request.address === `${origin}/19`) late.resolve();
      return await answerOf(request);
    });
    expect(wordsOf(page)).toEqual(twenty);
  });

  test('do not wait for what is given up, for frames that are gone, for workers, or for a page that leaves', async () => {
    const page = await rendered(`${say}<iframe id=gone src="/frame"></iframe><script>
      const ended = new AbortController();
      const work = "fetch('${origin}/in-worker').then(answer => answer.text()).then(postMessage)";
      new Worker(URL.createObjectURL(new Blob([work]))).onmessage = () => say('worked');
      new Worker('/idle.js');
      fetch('/head').then(() => { gone.remove(); ended.abort(); location.href = '/went'; return fetch('/behind'); })
        .then(answer => answer.text()).then(() => say('behind'));
      fetch('/given-up', { signal: ended.signal }).catch(() => say('given-up'));</script>`);
    expect([...wordsOf(page)].sort()).toEqual(['behind', 'given-up', 'worked']);
    expect(page).toMatchObject({ kind: 'rendered', went: [`${origin}/went`] });
  });

  test('that end its time leave it hanging, though further answers wait', async () => {
    const page = await rendered(`${say}<script async src="/hang.js"></script><script>
      for (let n = 0; n < 5; n += 1) fetch('/' + n).then(answer => answer.text());</script>`);
    expect(page).toEqual({ kind: 'hung' });
  });
});

/** A browser's side of a session, by hand. */
class Session extends EventEmitter {
  readonly answered: string[] = [];
  /** Whether the page answers us. */
  isAlive = false;

  async send(method: string, { requestId = '' }: { readonly requestId?: string }): Promise<unknown> {
    if (method === 'Fetch.fulfillRequest') this.answered.push(requestId);
    if (method === 'Runtime.evaluate' && !this.isAlive) await new Promise(() => undefined);
    return {};
  }

  asks(name: string, resourceType = 'Fetch'): void {
    this.emit('Network.requestWillBeSent', { requestId: name });
    const request = { url: `${origin}/${name}`, method: 'GET', headers: {} };
    this.emit('Fetch.requestPaused', { requestId: name, networkId: name, request, resourceType, frameId: 'main' });
  }
}

describe('an answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const started = async (): Promise<Session> => {
    const session = new Session();
    const nothing = () => undefined;
    const notes = { found: nothing, asked: nothing, refused: nothing };
    const requests = new PageRequests(session as unknown as CDPSession, 'main', { answer: answerOf, frames: 0 }, notes);
    await requests.start(`${origin}/`);
    requests.close();
    for (const name of ['one', 'two', 'three']) session.asks(name);
    await settled();
    return session;
  };
  const settled = async () => {
    for (let n = 0; n < 20; n += 1) await turn();
  };

  test('is sent when the page has taken the whole one before', async () => {
    const session = await started();
    expect(session.answered).toEqual(['one']);
    session.emit('Network.responseReceived', { requestId: 'one' });
    session.emit('Network.dataReceived', { requestId: 'one' });
    await settled();
    expect(session.answered).toEqual(['one']);
    session.emit('Network.loadingFinished', { requestId: 'one' });
    await settled();
    expect(session.answered).toEqual(['one', 'two']);
    session.emit('Network.loadingFailed', { requestId: 'two' });
    await settled();
    expect(session.answered).toEqual(['one', 'two', 'three']);
  });

  test('is sent when a page that goes on reads no body of the one before', async () => {
    const session = await started();
    session.isAlive = true;
    await settled();
    expect(session.answered).toEqual(['one']);
    session.emit('Network.responseReceived', { requestId: 'one' });
    await settled();
    expect(session.answered).toEqual(['one', 'two']);
  });

  test('is sent after a second where a page that goes on is not given the one before', async () => {
    const session = await started();
    session.isAlive = true;
    vi.advanceTimersByTime(999);
    await settled();
    expect(session.answered).toEqual(['one']);
    vi.advanceTimersByTime(1);
    await settled();
    expect(session.answered).toEqual(['one', 'two']);
  });

  test('is sent after five seconds where the page shows nothing', async () => {
    const session = await started();
    vi.advanceTimersByTime(4_999);
    await settled();
    expect(session.answered).toEqual(['one']);
    vi.advanceTimersByTime(1);
    await settled();
    expect(session.answered).toEqual(['one', 'two']);
  });

  test('waits no more for the one before when a page has let us wait for 20 seconds in vain', async () => {
    const session = await started();
    session.isAlive = true;
    const names = Array.from({ length: 200 }, (_, n) => `more ${n}`);
    for (const name of names) session.asks(name);
    for (let s = 0; s < 20; s += 1) {
      await settled();
      expect(session.answered.length).toBe(s + 1);
      vi.advanceTimersByTime(1_000);
    }
    await vi.waitUntil(() => session.answered.length === 203, 60_000);
  });

  test('is sent at once to a page that leaves: until then it tells nothing', async () => {
    const session = await started();
    session.asks('went', 'Document');
    await settled();
    expect(session.answered).toEqual(['one', 'went']);
  });
});
