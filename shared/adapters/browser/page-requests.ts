import type { CDPSession, Protocol } from 'puppeteer-core';
import type { AnswerPage, PageAnswer, PageRequest } from '../../domain/http/page-answer.ts';
import type { FoundBy } from '../../domain/turn/found-address.ts';
import { isDangerousAddress } from '../../wings/clicking/button-choice.ts';
import { headerAddresses, styleAddresses } from './answer-addresses.ts';
import { TakenAnswers } from './taken-answers.ts';

/**
 * Acts of a page that were refused, by kind: the method of a request; `dangerous`; `dialog`; `popup`, `history` and
 * `navigation` beyond those whose addresses are noted.
 */
export type Refusals = Map<string, number>;

const passedOn = new Set(['accept', 'accept-language', 'cookie', 'referer', 'x-requested-with', 'content-type']);
/** Set by the browser from the body that it is given. */
const ownHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);
const unread = new Set<Protocol.Network.ResourceType>([
  'Image',
  'Media',
  'Font',
  'Ping',
  'TextTrack',
  'EventSource',
  'Prefetch',
]);
const mostNavigations = 50;

/**
 * Answers every request of a page, in a single place. Every request is answered, whatever happens: the page would wait
 * forever otherwise. The first document is requested; a later navigation is noted and answered 204, which leaves the
 * page as it is. Frames of the page's origin get their first document too, up to a number. Pictures, media and fonts are noted and not requested. Nothing but GET is requested.
 */
export class PageRequests {
  readonly refused: Refusals = new Map();
  readonly #session: CDPSession;
  readonly #answer: AnswerPage;
  readonly #found: (url: string, by: FoundBy) => void;
  readonly #asked: (url: string) => void;
  readonly #refused: (method: string, url: string) => void;
  readonly #mainFrame: string;
  readonly #taken: TakenAnswers;
  #framesLeft: number;
  /** Frames that have their document, as a page has. */
  readonly #framesSeen = new Set<string>();
  #page = '';
  #isOpen = false;
  #documentSeen = false;
  #navigations = 0;
  #underWay = 0;
  /** Resolves when the page has taken the answer to the latest request. */
  #last: Promise<void> = Promise.resolve();
  #lastActivity = performance.now();
  #answered = 0;
  /** The status of the document that the page was loaded from; undefined: it could not be had. */
  documentStatus: number | undefined;
  documentType = '';

  constructor(
    session: CDPSession,
    mainFrame: string,
    { answer, frames }: { readonly answer: AnswerPage; readonly frames: number },
    notes: {
      readonly found: (url: string, by: FoundBy) => void;
      readonly asked: (url: string) => void;
      readonly refused: (method: string, url: string) => void;
    },
  ) {
    this.#session = session;
    this.#taken = new TakenAnswers(session, () => {
      this.#lastActivity = performance.now();
    });
    this.#mainFrame = mainFrame;
    this.#answer = answer;
    this.#framesLeft = frames;
    this.#found = notes.found;
    this.#asked = notes.asked;
    this.#refused = notes.refused;
  }

  /** How many requests wait for their answers; those whose answers wait for the page are not among them. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Requests whose answers were there so far. */
  get answered(): number {
    return this.#answered;
  }

  /** Milliseconds since the page last asked, or had something of an answer, and since the last answer was there for it. */
  get quietMs(): number {
    return performance.now() - this.#lastActivity;
  }

  async start(page: string): Promise<void> {
    this.#page = page;
    this.#session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.url !== 'about:blank') this.#framesSeen.add(frame.id);
    });
    this.#session.on('Fetch.requestPaused', event => void this.#handle(event));
    await this.#session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
  }

  /** From now on a navigation of the main frame leaves the page as it is. */
  close(): void {
    this.#isOpen = false;
    this.#documentSeen = true;
  }

  open(): void {
    this.#isOpen = true;
  }

  refuse(kind: string): void {
    this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
  }

  /** Answers reach the page in the order of its requests, however long each took: the page is the same in every run. */
  async #handle(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    // The page answers us nothing while it is about to leave.
    const before = this.#isLeaving(event) ? undefined : this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (before !== undefined) this.#last = promise;
    this.#underWay += 1;
    this.#lastActivity = performance.now();
    let answer: PageAnswer = failed;
    try {
      answer = await this.#decide(event);
    } finally {
      // From now on it waits for the page, which may hang.
      this.#underWay -= 1;
      this.#answered += 1;
      this.#lastActivity = performance.now();
      await before;
      await this.#fulfil(event, answer);
      resolve();
    }
  }

  #isLeaving({ resourceType, frameId }: Protocol.Fetch.RequestPausedEvent): boolean {
    return resourceType === 'Document' && frameId === this.#mainFrame && this.#documentSeen;
  }

  async #decide(event: Protocol.Fetch.RequestPausedEvent): Promise<PageAnswer> {
    const { request, resourceType, frameId } = event;
    const { url, method } = request;
    if (!/^https?:/i.test(url)) return noContent;
    if (method === 'OPTIONS') return preflight(request);
    const isMain = resourceType === 'Document' && frameId === this.#mainFrame;
    if (this.#isLeaving(event)) this.#navigations += 1;
    const isKept = !isMain || this.#navigations <= mostNavigations;
    if (method !== 'GET' && method !== 'HEAD') {
      if (isKept) this.#found(url, isMain ? 'click' : 'request');
      this.#refused(method, url);
      this.refuse(method);
      return noContent;
    }
    if (isMain && this.#isOpen && !this.#documentSeen) return await this.#document(url, request);
    if (isKept) this.#found(url, isMain ? 'click' : 'request');
    else this.refuse('navigation');
    if (!isMain && isDangerousAddress(url)) {
      this.refuse('dangerous');
      return noContent;
    }
    if (resourceType === 'Document' && !isMain) return await this.#frame(url, event);
    if (resourceType === 'Document' || method === 'HEAD' || isUnread(resourceType, request)) return noContent;
    if (resourceType === 'XHR' || resourceType === 'Fetch') this.#asked(url);
    const answer = await this.#answer(this.#requestOf(url, kindOf(resourceType), request));
    if (answer !== undefined && resourceType === 'Stylesheet') {
      for (const named of styleAddresses(answer.body, url)) this.#found(named, 'load');
    }
    return answer ?? failed;
  }

  async #document(url: string, request: Protocol.Network.Request): Promise<PageAnswer> {
    const answer = await this.#answer(this.#requestOf(url, 'document', request));
    this.documentStatus = answer?.status;
    if (answer === undefined) return failed;
    for (const named of headerAddresses(answer, url)) this.#found(named, 'load');
    const isRedirect = answer.status >= 300 && answer.status < 400;
    if (isRedirect) return answer;
    this.documentType = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    this.#documentSeen = true;
    this.#page = url;
    return answer;
  }

  async #frame(url: string, { request, frameId }: Protocol.Fetch.RequestPausedEvent): Promise<PageAnswer> {
    if (request.method !== 'GET' || new URL(url).origin !== new URL(this.#page).origin) return noContent;
    if (this.#framesLeft === 0 || this.#framesSeen.has(frameId)) return noContent;
    this.#framesLeft -= 1;
    return (await this.#answer(this.#requestOf(url, 'document', request))) ?? failed;
  }

  #requestOf(url: string, kind: PageRequest['kind'], { headers }: Protocol.Network.Request): PageRequest {
    const passed = Object.entries(headers).filter(([name]) => passedOn.has(name.toLowerCase()));
    return { address: url.split('#', 1)[0]!, kind, headers: Object.fromEntries(passed), page: this.#page };
  }

  /** Resolves when the page has taken the answer. */
  async #fulfil(event: Protocol.Fetch.RequestPausedEvent, { status, headers, body }: PageAnswer): Promise<void> {
    const { requestId } = event;
    const responseHeaders = headers
      .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value }));
    const answer = { requestId, responseCode: status, responseHeaders, body: Buffer.from(body).toString('base64') };
    await this.#taken.answer(event, async () => await this.#session.send('Fetch.fulfillRequest', answer));
  }
}

const nothing = new Uint8Array(0);
const noContent: PageAnswer = { status: 204, headers: [], body: nothing };
const failed: PageAnswer = { status: 502, headers: [['content-type', 'text/plain']], body: nothing };

/** The other origin's answer says whether it may be asked; asking needs no further request here. */
function preflight({ headers }: Protocol.Network.Request): PageAnswer {
  const named = (name: string) => Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '*';
  return {
    status: 204,
    headers: [
      ['access-control-allow-origin', named('origin')],
      ['access-control-allow-credentials', 'true'],
      ['access-control-allow-headers', named('access-control-request-headers')],
      ['access-control-allow-methods', 'GET'],
    ],
    body: nothing,
  };
}

/** An event stream may be requested as anything. */
function isUnread(type: Protocol.Network.ResourceType, { headers }: Protocol.Network.Request): boolean {
  return unread.has(type) || Object.values(headers).includes('text/event-stream');
}

function kindOf(type: Protocol.Network.ResourceType): PageRequest['kind'] {
  if (type === 'Script') return 'script';
  if (type === 'Stylesheet') return 'style';
  return 'data';
}
