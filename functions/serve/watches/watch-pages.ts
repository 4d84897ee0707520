import { localClock, openLocalFetcher } from '../../../shared/adapters/local/open.ts';
import { pageText } from '../../../shared/domain/html/decode-text.ts';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { remember } from '../../../shared/domain/remember.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { requestIdentityOf } from '../../../shared/domain/spec/request-identity.ts';
import type { AskedPage } from '../../../shared/place/watch-service.ts';
import { MemoryRecord } from '../../../shared/steps/page/answer-record.ts';
import type { Lines } from '../../../shared/steps/page/host-lines.ts';
import { PoliteAnswers } from '../../../shared/steps/page/polite-answers.ts';
import { TokenLines } from '../../../shared/steps/page/token-lines.ts';
import { DocumentAsker } from '../../../shared/wings/publications/finding/document-asker.ts';
import { isWorthWatching, whyNothing } from '../../../shared/wings/publications/finding/nothing-found.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import { findAtNewSource } from '../../embedded/watch/find-at-source.ts';
import { hostTokensOf } from '../../embedded/watch/host-tokens.ts';
import type { SourceToSeek } from './local-watch-service.ts';

/** Longer pages are not looked at here: what learns from them would hold up the server. */
const mostCharacters = 2_000_000;
/** Redirects of a page among them. */
const mostRequests = 6;
/** Watches whose pages are remembered, and how long after the last of them was asked for. */
const mostOpen = 4;
const idleMs = 600_000;
const mostFound = 16;

interface Asking {
  readonly answers: PoliteAnswers;
  readonly lines: Lines;
  close(): Promise<void>;
  timer: NodeJS.Timeout;
}

/** A watch of this machine. */
interface OwnWatch {
  readonly directory: string;
  readonly spec: ResolvedSpec;
}

/**
 * Pages that a person looks at to make rules, asked for as politely as the watch asks, under the tokens of their hosts, and each
 * once: what was answered is remembered for some minutes. The watch itself keeps no page.
 */
export class WatchPages {
  readonly #open = new Map<string, Promise<Asking>>();
  /** What was found at sources that may be added next, by watch and address. */
  readonly #found = new Map<string, { readonly at: number; readonly found: SourceFindings }>();

  /** What there is at a source that the watch does not have yet. `isNew`: what was found some minutes ago does not do. Throws `BadInput`. */
  async find(watch: OwnWatch, source: SourceToSeek, isNew: boolean): Promise<SourceFindings> {
    const { address: url, requests, browser } = source;
    const key = `${watch.directory} ${url}`;
    const kept = this.#found.get(key);
    if (!isNew && kept !== undefined && Date.now() - kept.at < idleMs) return kept.found;
    const { lines, timer } = await this.#askingOf(watch);
    timer.refresh();
    const how = { ...(browser === undefined ? {} : { browser }), lines };
    const { found, fault } = await findAtNewSource(watch.spec, { url, mostRequests: requests, ...how });
    timer.refresh();
    if (!isWorthWatching(found)) throw new BadInput([whyNothing(found, fault)]);
    remember(this.#found, key, { at: Date.now(), found }, mostFound);
    return found;
  }

  async page(watch: OwnWatch, address: string): Promise<AskedPage> {
    const { answers, lines, timer } = await this.#askingOf(watch);
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

  async close(): Promise<void> {
    for (const [watch] of this.#open) await this.#forget(watch);
  }

  #askingOf({ directory: watch, spec }: OwnWatch): Promise<Asking> {
    const known = this.#open.get(watch);
    if (known !== undefined) return known;
    const [oldest] = this.#open.keys();
    if (this.#open.size >= mostOpen && oldest !== undefined) void this.#forget(oldest);
    const asking = this.#begin(watch, spec);
    this.#open.set(watch, asking);
    asking.catch(() => this.#open.delete(watch));
    return asking;
  }

  async #begin(watch: string, spec: ResolvedSpec): Promise<Asking> {
    const fetcher = await openLocalFetcher(spec);
    const clock = localClock();
    const delayMs = Math.max(0, ...spec.sites.map(site => site.delayMs));
    const policy = robotsPolicyNamed(spec.robots);
    const identity = requestIdentityOf(spec);
    return {
      answers: new PoliteAnswers({ fetcher, clock, identity, delayMs, robots: policy, record: new MemoryRecord() }),
      lines: new TokenLines(clock, hostTokensOf(watch)),
      close: async () => await fetcher.close(),
      timer: setTimeout(() => void this.#forget(watch), idleMs).unref(),
    };
  }

  async #forget(watch: string): Promise<void> {
    const asking = this.#open.get(watch);
    this.#open.delete(watch);
    const { timer, close } = (await asking) ?? {};
    clearTimeout(timer);
    await close?.();
  }
}
