import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { watchStalls } from './arrivals.ts';

/** The answer for a page: its HTML, or an answer in full. */
export type PageAnswer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** Follows the body again and again, 10 times a second, without an end. */
      readonly drip?: string;
    };

/** A page is an answer, a function of the request (its number counts the requests for this address, from 1), or by hand. */
export type SitePage =
  | PageAnswer
  | ((asked: { readonly path: string; readonly nth: number; readonly headers: IncomingHttpHeaders }) => PageAnswer);

export interface Asked {
  /** Path and query. */
  readonly path: string;
  readonly method: string;
  readonly userAgent: string;
  /** `performance.now()` of the server. */
  readonly atMs: number;
}

export interface LoopbackSite {
  readonly origin: string;
  /** As in file names: `127.0.0.1_4711`. */
  readonly fileName: string;
  readonly asked: readonly Asked[];
  /** Paths asked for, in order, without robots.txt. */
  paths(): string[];
  /** Most requests that were open at once. */
  readonly mostOpen: number;
  close(): Promise<void>;
}

export interface SiteSettings {
  /** How long each answer takes, or what says so at the time. */
  readonly answerAfterMs?: number | (() => number);
  readonly port?: number;
  /** Another address of the loopback network than 127.0.0.1. */
  readonly host?: string;
  /** Told of each request before it is answered. */
  readonly onAsked?: (asked: Asked) => void;
}

export type Pages = Readonly<Record<string, SitePage>>;

/**
 * A site on loopback, one page per address (path and query). An address that is not there answers 404, robots.txt too; `*` answers
 * for all addresses that have no page of their own.
 */
export async function startSite(
  pages: Pages | ((origin: string) => Pages),
  settings: SiteSettings = {},
): Promise<LoopbackSite> {
  const asked: Asked[] = [];
  const times = new Map<string, number>();
  let table: Pages = {};
  let open = 0;
  let mostOpen = 0;

  watchStalls();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '/';
    const line = {
      path,
      method: request.method ?? '',
      userAgent: request.headers['user-agent'] ?? '',
      atMs: performance.now(),
    };
    asked.push(line);
    settings.onAsked?.(line);
    const nth = (times.get(path) ?? 0) + 1;
    times.set(path, nth);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    const page = Object.hasOwn(table, path) ? table[path] : path === '/robots.txt' ? undefined : table['*'];
    const answer = typeof page === 'function' ? page({ path, nth, headers: request.headers }) : page;
    const { answerAfterMs: after = 0 } = settings;
    setTimeout(
      () => {
        open -= 1;
        send(response, answer ?? { status: 404, body: 'nothing here' });
      },
      typeof after === 'number' ? after : after(),
    );
  };
  const server = createServer(handle);
  const { host = '127.0.0.1' } = settings;
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port ?? 0, host, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
  const origin = `http://${host}:${port}`;
  table = typeof pages === 'function' ? pages(origin) : pages;

  return {
    origin,
    fileName: `${host}_${port}`,
    asked,
    paths: () => asked.map(({ path }) => path).filter(path => path !== '/robots.txt'),
    get mostOpen() {
      return mostOpen;
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, answer: PageAnswer): void {
  const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
  if (typeof answer === 'string' || answer.drip === undefined) return void response.end(body);
  const { drip } = answer;
  response.write(body);
  const dripping = setInterval(() => response.write(drip), 100);
  response.on('close', () => clearInterval(dripping));
}

/** A page with a title that no other page has, and one link per address. */
export function page(title: string, ...links: readonly string[]): string {
  const anchors = links.map(link => `<a href="${link}">to ${link}</a>`);
  return `<!doctype html><title>${title}</title><p>${anchors.join('\n')}`;
}

export function redirect(to: string, status = 302): PageAnswer {
  return { status, headers: { location: to } };
}
