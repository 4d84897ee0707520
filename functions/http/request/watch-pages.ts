import { pageText } from '../../../shared/domain/html/decode-text.ts';
import { requestIdentityOf } from '../../../shared/domain/http/request-identity.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { builtInParts, type ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { specAt } from '../../../shared/domain/spec/sites/site-numbered.ts';
import type { AskedPage } from '../../../shared/place/watch-service.ts';
import type { Clock } from '../../../shared/ports/ports.ts';
import type { Fetcher } from '../../../shared/ports/request-ports.ts';
import { MemoryRecord } from '../../../shared/steps/page/answer-record.ts';
import type { Lines } from '../../../shared/steps/page/host-lines.ts';
import { PoliteAnswers } from '../../../shared/steps/page/polite-answers.ts';
import { DocumentAsker } from '../../../shared/wings/publications/finding/document-asker.ts';

/** Longer pages are not looked at here: learning rules from them would hold up the server. */
const mostCharacters = 2_000_000;
/** Redirects of a page among them. */
const mostRequests = 6;
/** Watches, and sources with their own user agents, whose pages are remembered. */
const mostOpen = 4;
/** How long what was answered is remembered after it was last of use. */
export const idleMs = 600_000;

interface Asking {
  readonly answers: PoliteAnswers;
  readonly lines: Lines;
  close(): Promise<void>;
  timer: NodeJS.Timeout;
}

/** The parts of a place by which it requests pages for a person. */
export interface AskingPlace {
  readonly clock: Clock;
  openFetcher(spec: ResolvedSpec): Promise<Fetcher>;
  /** Where the requests of a watch wait for their instants. */
  linesOf(watch: string): Lines;
}

/**
 * Pages that a person looks at to make rules, requested as politely as the watch asks and each once: what was answered is
 * remembered for some minutes. The watch itself keeps no page.
 */
export class WatchPages {
  readonly #open = new Map<string, Promise<Asking>>();
  readonly #place: AskingPlace;

  constructor(place: AskingPlace) {
    this.#place = place;
  }

  async page(watch: string, spec: ResolvedSpec, address: string): Promise<AskedPage> {
    const { answers, lines, timer } = await this.#askingOf(watch, specAt(spec, address));
    timer.refresh();
    const asker = new DocumentAsker({
      ask: async url => {
        const answer = await answers.ask({ address: url, kind: 'document', headers: {}, page: url }, lines);
        if (typeof answer !== 'string') return answer;
        return answer === 'robots' || answer === 'private-address' ? answer : 'no-answer';
      },
      robots: async origin => await answers.robotsText(origin, lines),
      mostRequests,
    });
    const asked = await asker.ask(address);
    if (asked.kind === 'none') return asked;
    const html = pageText(asked);
    if (html.length > mostCharacters) return { kind: 'none', address: asked.address, outcome: 'too-large' };
    return { kind: 'page', address: asked.address, html };
  }

  /** Work of the caller among the requests of the watch; its pages are remembered for so much longer. */
  async inLines<T>(watch: string, spec: ResolvedSpec, work: (lines: Lines) => Promise<T>): Promise<T> {
    const { lines, timer } = await this.#askingOf(watch, spec);
    timer.refresh();
    const done = await work(lines);
    timer.refresh();
    return done;
  }

  async close(): Promise<void> {
    for (const [key] of this.#open) await this.#forget(key);
  }

  #askingOf(watch: string, spec: ResolvedSpec): Promise<Asking> {
    const key = JSON.stringify([watch, spec.userAgent]);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#open.keys();
    if (this.#open.size >= mostOpen && oldest !== undefined) void this.#forget(oldest);
    const asking = this.#begin(key, watch, spec);
    this.#open.set(key, asking);
    asking.catch(() => this.#open.delete(key));
    return asking;
  }

  async #begin(key: string, watch: string, spec: ResolvedSpec): Promise<Asking> {
    const { clock, openFetcher, linesOf } = this.#place;
    const fetcher = await openFetcher(spec);
    const delayMs = Math.max(0, ...spec.sites.map(site => site.delayMs));
    // A policy of a plugin would be code of the watch.
    const isKnown = (builtInParts.robots as readonly string[]).includes(spec.robots);
    const policy = robotsPolicyNamed(isKnown ? spec.robots : 'obey');
    const identity = requestIdentityOf(spec);
    return {
      answers: new PoliteAnswers({ fetcher, clock, identity, delayMs, robots: policy, record: new MemoryRecord() }),
      lines: linesOf(watch),
      close: async () => await fetcher.close(),
      timer: setTimeout(() => void this.#forget(key), idleMs).unref(),
    };
  }

  async #forget(key: string): Promise<void> {
    const asking = this.#open.get(key);
    this.#open.delete(key);
    const { timer, close } = (await asking) ?? {};
    clearTimeout(timer);
    await close?.();
  }
}
