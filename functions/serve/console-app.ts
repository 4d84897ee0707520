/**
 * The parts that `orbweaver serve` adds to an API, local or deployed: the files of the page, the session, and the guard against
 * strangers.
 */

import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { allowance, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import { Problem, problemAnswer } from '../http/request/problem.ts';
import { type PageFile, pageFile } from './page-files.ts';
import type { SessionGuard } from './session-guard.ts';

interface ConsoleOptions {
  readonly guard: SessionGuard;
  /** Answers what is no file of the page; who asks has shown the token. */
  readonly api: (request: Request) => Promise<Response>;
  /** Takes what is nobody's fault but ours. */
  readonly onError: (error: unknown) => void;
}

/** Scripts, styles, pictures and requests of this server alone; nothing inline, no frames, no forms that are sent. */
const pagePolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

export function createConsoleApp({ guard, api, onError }: ConsoleOptions): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    guard.demandOwnOrigin(context.req.raw);
    await next();
  });
  const headers = secureHeaders({
    contentSecurityPolicy: pagePolicy,
    referrerPolicy: 'no-referrer',
    // Plain http on loopback: there is nothing to be strict about.
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
  });
  app.get('/', headers, async context => await givePageFile(context, 'index.html'));
  app.get('/console/:name{.+}', headers, async context => await givePageFile(context, context.req.param('name')));
  app.get('/:name{shared/.+}', headers, async context => await givePageFile(context, context.req.param('name')));
  app.post('/session', headers, context => {
    guard.demandToken(context.req.raw);
    return context.body(null, 204, { 'set-cookie': guard.cookie(), 'cache-control': 'no-store' });
  });
  // Its address is the secret: readers of feeds send no token.
  app.get('/watches/:id/feeds/:name', etag(), async context => await api(context.req.raw));
  app.all('*', async context => {
    guard.demandToken(context.req.raw);
    return await api(context.req.raw);
  });
  app.onError(problemAnswer(onError));
  return app;
}

async function givePageFile(context: Context, name: string): Promise<Response> {
  const file = await pageFile(name);
  if (file === undefined) throw new Problem(404, [refusedValue('', name, allowance('no-page-file'))]);
  // Looked at again each time: a newer version of the page never meets an older part of it.
  context.header('cache-control', 'no-cache');
  context.header('etag', file.etag);
  return isKnown(context, file) ? context.body(null, 304) : context.body(file.body, 200, { 'content-type': file.type });
}

/** RFC 9110, section 13.1.2. */
function isKnown(context: Context, { etag }: PageFile): boolean {
  const known = (context.req.header('if-none-match') ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''));
  return known.includes(etag);
}
