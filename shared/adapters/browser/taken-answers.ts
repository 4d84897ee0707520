import type { CDPSession, Protocol } from 'puppeteer-core';

/** Requests that are known to be the page's, at most: of those of its workers the browser reports to the workers' sessions only. */
const mostKnown = 10_000;
/** How long one answer may delay the next, ms of real time: less than the limit for a page that hangs. */
const longestMs = 5_000;
/** A page that answers us, and has no head after so long, ms of real time, will have none: its frame was removed. */
const headMs = 1_000;
/** How long answers of a page are awaited in vain, all together, ms of real time. Then no answer waits for another any more. */
const mostInVainMs = 20_000;
/** So often the page answers us, without another part of a body, before nobody is taken to read that body. */
const stillRounds = 3;

/** An answer that is on its way. */
interface Sent {
  /** How many parts of it the page has had. */
  parts: number;
  isOver: boolean;
  readonly head: PromiseWithResolvers<void>;
  readonly end: PromiseWithResolvers<void>;
}

/** Says when the page has taken an answer. Of two answers that are on their way at once, either may be the first. */
export class TakenAnswers {
  readonly #session: CDPSession;
  readonly #alive: () => void;
  readonly #known = new Set<string>();
  readonly #sent = new Map<string, Sent>();
  #inVainMs = 0;

  /** `alive` is called when the page shows that it goes on. */
  constructor(session: CDPSession, alive: () => void) {
    this.#session = session;
    this.#alive = alive;
    session.on('Network.requestWillBeSent', event => this.#asks(event));
    session.on('Network.responseReceived', ({ requestId }) => this.#head(requestId));
    session.on('Network.dataReceived', ({ requestId }) => this.#part(requestId));
    session.on('Network.loadingFinished', ({ requestId }) => this.#over(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#over(requestId));
  }

  /** Answers a request by `send`. Resolves when the page has taken the answer, and where there is no way to know. Never throws. */
  async answer(event: Protocol.Fetch.RequestPausedEvent, send: () => Promise<void>): Promise<void> {
    const { networkId = '' } = event;
    const sent = { parts: 0, isOver: false, head: Promise.withResolvers<void>(), end: Promise.withResolvers<void>() };
    this.#sent.set(networkId, sent);
    try {
      const isKnown = this.#known.delete(networkId);
      await send();
      if (this.#inVainMs < mostInVainMs) await this.#bounded(this.#taken(sent, event, isKnown), longestMs);
    } catch {
      // The page, or this request of it, is gone: nobody waits for the answer.
    } finally {
      this.#sent.delete(networkId);
    }
  }

  async #taken(sent: Sent, { networkId = '', resourceType }: Protocol.Fetch.RequestPausedEvent, isKnown: boolean) {
    // The session of the page hears nothing of scripts of workers, which are 'Other'.
    if (resourceType === 'Other') return;
    // The browser's events about a request come before the page's answer to us.
    if (!isKnown) {
      await this.#round();
      if (!this.#known.delete(networkId)) return;
    }
    await this.#bounded(sent.head.promise, headMs);
    await Promise.race([sent.head.promise, this.#round()]);
    // The scripts of a document run before its body ends, and may wait for the next answer.
    if (resourceType === 'Document') return;
    // If scripts look at the head only, the body has no end.
    for (let still = 0; still < stillRounds && !sent.isOver; ) {
      const { parts } = sent;
      await Promise.race([sent.end.promise, this.#round()]);
      still = sent.parts === parts ? still + 1 : 0;
    }
  }

  /** Resolves when the page has done what it had to do before. */
  async #round(): Promise<void> {
    await this.#session.send('Runtime.evaluate', { expression: '0' });
    this.#alive();
  }

  #asks({ requestId, redirectResponse }: Protocol.Network.RequestWillBeSentEvent): void {
    // A request that follows a redirect has the id of the one before.
    if (redirectResponse !== undefined) this.#over(requestId);
    this.#known.add(requestId);
    const [oldest] = this.#known;
    if (this.#known.size > mostKnown) this.#known.delete(oldest!);
  }

  #head(requestId: string): void {
    this.#sign(requestId)?.head.resolve();
  }

  #part(requestId: string): void {
    const sent = this.#sign(requestId);
    if (sent !== undefined) sent.parts += 1;
  }

  #over(requestId: string): void {
    const sent = this.#sign(requestId);
    if (sent === undefined) return;
    sent.isOver = true;
    sent.head.resolve();
    sent.end.resolve();
  }

  #sign(requestId: string): Sent | undefined {
    const sent = this.#sent.get(requestId);
    if (sent !== undefined) this.#alive();
    return sent;
  }

  /** Resolves with `work`, or after `ms`. */
  async #bounded(work: Promise<void>, ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(() => {
        this.#inVainMs += ms;
        resolve();
      }, ms);
    });
    await Promise.race([work, late]).finally(() => clearTimeout(timer));
  }
}
