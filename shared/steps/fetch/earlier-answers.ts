/**
 * Pages of an earlier crawl are requested conditionally, so that unchanged ones are not sent again. As a check some
 * pages are requested whole, and a host with wrong validators is not trusted any more.
 */

import type { FetchAnswer } from '../../domain/http/fetch-answer.ts';
import { conditionalFields } from '../../domain/http/validators.ts';
import type { FetchResult } from '../../domain/protocol/classify-answer.ts';
import type { ChunkEntry } from '../../domain/protocol/crawl-state.ts';
import type { EarlierPage } from '../../domain/turn/kept-page.ts';
import { type Judgement, judgeAnswer } from '../../domain/turn/unchanged-page.ts';
import { wordHash } from '../../domain/word-hash.ts';
import type { CrawlLog, Ports } from '../../ports/ports.ts';
import type { EarlierPages } from '../../ports/request-ports.ts';

/** A request for a page of an earlier crawl. */
export interface Question {
  readonly earlier: EarlierPage;
  /** Header fields of the request; absent if the page is requested whole. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface TurnQuestions {
  /**
   * The result in place of a request; undefined: the entry must be requested. Absent: the earlier crawl is another one.
   */
  known?(entry: ChunkEntry): FetchResult | undefined;
  /** Undefined: the entry is requested like any other. */
  question(entry: ChunkEntry): Question | undefined;
  judge(question: Question, answer: FetchAnswer): Exclude<Judgement, { kind: 'other' }> | undefined;
}

interface Reporting extends Pick<Ports, 'clock'> {
  readonly log: Pick<CrawlLog, 'note'>;
}

/** The first pages of a host are requested whole. */
const firstSamples = 3;
/** Share of further pages that are requested whole, chosen by identity: one in so many. */
const sampleEvery = 25;
/** A process's knowledge of earlier answers; losing it costs only requests. */
export class EarlierAnswers {
  private readonly ports: Reporting;
  private readonly pages: EarlierPages;
  private readonly isArchived: boolean;
  private readonly sampled = new Map<string, number>();
  private readonly taken = new Map<string, number>();

  /** `isArchived`: an archive answers, which has one answer for each address, so a check is impossible. */
  constructor(ports: Reporting, pages: EarlierPages, isArchived: boolean) {
    this.ports = ports;
    this.pages = pages;
    this.isArchived = isArchived;
  }

  /** The questions for one turn. `home`: the site's place (`homeOf`). */
  of(site: number, home: string, host: string): TurnQuestions {
    const { known } = this.pages;
    return {
      ...(known !== undefined && { known: entry => (entry.attempt > 1 ? undefined : known(site, home, entry)) }),
      question: entry => this.question(home, host, entry),
      judge: (question, answer) => this.judge({ host, site }, question, answer),
    };
  }

  private question(home: string, host: string, entry: ChunkEntry): Question | undefined {
    if (entry.look !== undefined || this.pages.known !== undefined) return undefined;
    const { identity, attempt } = entry;
    const earlier = this.pages.find(home, entry);
    if (earlier === undefined) return undefined;
    const fields = conditionalFields(earlier.answer);
    const isWhole = Object.keys(fields).length === 0 || attempt > 1 || this.isSample(host, identity);
    return { earlier, ...(!isWhole && { fields }) };
  }

  private isSample(host: string, identity: string): boolean {
    if (this.isArchived) return false;
    if (this.pages.isDisbelieved(host)) return true;
    const sampled = this.sampled.get(host) ?? 0;
    if (sampled >= firstSamples) return wordHash(withoutPort(identity)) % sampleEvery === 0;
    this.sampled.set(host, sampled + 1);
    return true;
  }

  private judge(
    at: { readonly host: string; readonly site: number },
    { earlier, fields }: Question,
    answer: FetchAnswer,
  ): Exclude<Judgement, { kind: 'other' }> | undefined {
    const judged = judgeAnswer(earlier, fields !== undefined, answer);
    if (judged.kind === 'other') {
      if (judged.lied && !this.isArchived && !this.pages.isDisbelieved(at.host)) this.disbelieve(at);
      return undefined;
    }
    if (judged.kind === 'unchanged' && judged.result.unchanged?.by === 'not-loaded')
      this.taken.set(at.host, (this.taken.get(at.host) ?? 0) + 1);
    return judged;
  }

  private disbelieve({ host, site }: { readonly host: string; readonly site: number }): void {
    this.pages.disbelieve(host);
    const taken = this.taken.get(host) ?? 0;
    const before =
      taken === 0
        ? ''
        : ` ${taken.toLocaleString('en')} pages were taken as unchanged before that, and may have changed.`;
    const text = `${host} says of a page that it is unchanged, and it has changed: all its pages are requested whole from now on.${before}`;
    this.ports.log.note({ time: this.ports.clock.now(), site, text });
  }
}

/** The choice of samples does not depend on the port. */
function withoutPort(identity: string): string {
  return identity.replace(/^(https?:\/\/(?:\[[^\]]*\]|[^/:]+)):\d+/, '$1');
}
