import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ApiClient } from '../../shared/adapters/remote/open.ts';
import { nextPart } from '../../shared/domain/next-part.ts';
import { refusal } from '../../shared/domain/refusal/refusal.ts';
import { answerProblem, Problem } from '../http/request/problem.ts';
import { readBody } from '../http/request/read-request.ts';
import { type ConsoleServer, type ServerOptions, startConsoleServer } from './console-server.ts';

interface RemoteOptions extends Omit<ServerOptions, 'api'> {
  readonly client: ApiClient;
}

/**
 * The console of the crawls of an account: the same page, its calls forwarded to the deployed API with the user's own
 * credentials, which the browser never sees. Throws `BadInput`.
 */
export async function startRemoteConsole(options: RemoteOptions): Promise<ConsoleServer> {
  const app = createRemoteApp(options.client, options.onError);
  return await startConsoleServer({ ...options, api: async request => await app.fetch(request) });
}

/** The headers of an answer that the page or the browser needs. */
const answerHeaders = ['content-type', 'content-disposition', 'retry-after', 'link'];
/** The headers of a request that the API needs. */
const requestHeaders = ['content-type', 'idempotency-key', 'last-event-id', 'accept'];

/** Presigned addresses of uploads that were offered: the page sends its list here, for it may connect nowhere else. */
const mostOffers = 1_000;

export function createRemoteApp(client: ApiClient, onError: (error: unknown) => void): Hono {
  const offers = new Map<string, string>();
  const app = new Hono();
  const contentSecurityPolicy = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] };
  app.use(secureHeaders({ referrerPolicy: 'no-referrer', contentSecurityPolicy, strictTransportSecurity: false }));
  app.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  app.put('/uploads/:name', async context => await sendUpload(offers.get(context.req.param('name')), context.req.raw));
  app.post('/uploads', async context => await offerUpload(await forward(client, context.req.raw), offers));
  app.get('/watches/:id/publications/export', async context => await wholeExport(client, context.req.raw));
  app.all('*', async context => await forward(client, context.req.raw));
  app.onError((error, context) => {
    if (error instanceof Problem) return answerProblem(context, error);
    onError(error);
    return answerProblem(context, troubleOf(error));
  });
  return app;
}

async function forward(client: ApiClient, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const text = hasBody ? new TextDecoder().decode(await readBody(request, { isList: false })) : undefined;
  const headers = chosen(request.headers, requestHeaders);
  const answer = await client.forward(request.method, `${pathname}${search}`, text || undefined, headers);
  const location = locationOf(answer.headers.get('location'));
  const kept = { ...chosen(answer.headers, answerHeaders), ...(location !== undefined && { location }) };
  const isOurs = answer.headers.get('content-type')?.startsWith('application/problem+json') === true;
  if (answer.status >= 400 && !isOurs) throw gatewayProblem(answer.status, await answer.text());
  return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: kept });
}

/** An account gives an export in parts: the browser gets them as one download. */
async function wholeExport(client: ApiClient, request: Request): Promise<Response> {
  const first = await forward(client, request);
  if (first.status !== 200 || first.body === null) return first;
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for (let part = first; ; ) {
      for await (const bytes of part.body ?? []) yield bytes;
      const next = nextPart(part.headers);
      if (next === undefined) return;
      part = await forward(client, new Request(new URL(next, request.url), { headers: request.headers }));
      if (part.status !== 200) throw new Error(`the next part of an export was answered by ${part.status}`);
    }
  };
  const headers = chosen(
    first.headers,
    answerHeaders.filter(name => name !== 'link'),
  );
  return new Response(streamOf(parts()), { headers });
}

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async controller => {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}

/** An address of a file as it is; one of the API without its stage, which this server does not have. */
function locationOf(location: string | null): string | undefined {
  if (location === null) return undefined;
  return URL.canParse(location) ? location : location.replace(/^\/[^/]+\//, '/');
}

function chosen(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(name => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** API Gateway answers for itself with one sentence in `message`. */
function gatewayProblem(status: number, text: string): Problem {
  const [, message = text.slice(0, 200)] = /"message"\s*:\s*"([^"]{1,500})"/i.exec(text) ?? [];
  const known = status as ConstructorParameters<typeof Problem>[0];
  const why =
    status === 403 ? refusal('api-denied', { why: message }) : refusal('api-refused', { status, why: message });
  return new Problem(known, [why]);
}

function troubleOf(error: unknown): Problem {
  const { name, message } = error as Error;
  if (error instanceof RangeError) return new Problem(404, [refusal('no-such-address')]);
  if (name === 'CredentialsProviderError') return new Problem(502, [refusal('no-credentials', { why: message })]);
  return new Problem(502, [refusal('api-silent')]);
}

async function offerUpload(answer: Response, offers: Map<string, string>): Promise<Response> {
  if (answer.status !== 201) return answer;
  const offer = (await answer.json()) as { readonly sitesFrom: string; readonly url: string };
  offers.set(offer.sitesFrom, offer.url);
  for (const [oldest] of offers) if (offers.size > mostOffers) offers.delete(oldest);
  return Response.json({ ...offer, url: `/uploads/${offer.sitesFrom}` }, { status: 201 });
}

async function sendUpload(url: string | undefined, request: Request): Promise<Response> {
  if (url === undefined) throw new Problem(404, [refusal('upload-not-awaited')]);
  const body = (await readBody(request, { isList: true })) as Uint8Array<ArrayBuffer>;
  const answer = await fetch(url, { method: 'PUT', body, redirect: 'error' });
  if (answer.ok) return new Response(null, { status: 204 });
  throw new Problem(400, [refusal('upload-not-taken', { status: answer.status })]);
}
