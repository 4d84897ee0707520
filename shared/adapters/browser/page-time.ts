import type { CDPSession } from 'puppeteer-core';
import type { PageRequests } from './page-requests.ts';

/** A page did not answer within its deadline. The browser that holds it is of no use any more. */
export class PageHung extends Error {
  override readonly name = 'PageHung';
}

/** How long a page may compute without an answer of ours under way, ms of real time. */
const deadlineMs = 8_000;

/**
 * The clock of a page (virtual time). It moves only when granted, pauses while a request waits for its answer, and runs
 * as fast as the page can follow.
 */
export class PageTime {
  readonly #session: CDPSession;
  readonly #requests: PageRequests;
  /** When granted time was used up last: a page that lets its time pass does not hang. */
  #lastSign = Number.NEGATIVE_INFINITY;

  constructor(session: CDPSession, requests: PageRequests) {
    this.#session = session;
    this.#requests = requests;
  }

  /** Lets `ms` milliseconds of the page's time pass. Throws `PageHung`. */
  async grant(ms: number, isFirst = false): Promise<void> {
    const expired = new Promise<void>(resolve => {
      this.#session.once('Emulation.virtualTimeBudgetExpired', () => {
        this.#lastSign = performance.now();
        resolve();
      });
    });
    await this.bounded(
      this.#session.send('Emulation.setVirtualTimePolicy', {
        policy: 'pauseIfNetworkFetchesPending',
        budget: ms,
        maxVirtualTimeTaskStarvationCount: 10_000,
        ...(isFirst && { initialVirtualTime: firstInstant }),
      }),
    );
    await this.bounded(expired);
  }

  /** Waits for the page; time in which the page waits for us does not count. Throws `PageHung`. */
  async bounded<T>(work: Promise<T>): Promise<T> {
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const look = () => {
        const quiet = Math.min(this.#requests.quietMs, performance.now() - Math.max(started, this.#lastSign));
        // An event that is awaited of a page that is gone would never come.
        if (this.#session.detached) reject(new Error('Session closed: the page is gone.'));
        else if (this.#requests.underWay === 0 && quiet > deadlineMs) reject(new PageHung('The page does not answer.'));
        else timer = setTimeout(look, 200);
      };
      timer = setTimeout(look, 200);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** 2026-01-01T00:00:00Z in seconds: each load begins at one instant, so that its dates repeat. */
const firstInstant = 1_767_225_600;
