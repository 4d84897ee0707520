/**
 * Requests some addresses of one host in entry order: at most `maxInFlight` at once, starts at least `delayMs` apart on
 * the wire. Started entries are always a prefix, so that a cursor can represent them.
 */

import { defined } from '../../domain/defined.ts';
import { isBusy } from '../../domain/http/busy-status.ts';
import { type FetchAnswer, isUnread } from '../../domain/http/fetch-answer.ts';
import type { Jar } from '../../domain/http/gates/gate-cookies.ts';
import { cookiesFor, type GateRules, type GateWalk, gateStep } from '../../domain/http/gates/gate-walk.ts';
import { identityIn, type RequestIdentity } from '../../domain/http/request-identity.ts';
import { type CircuitWatch, watchCircuit } from '../../domain/protocol/circuit.ts';
import {
  classifyAnswer,
  type FetchResult,
  isBudgetPage,
  type PageRules,
} from '../../domain/protocol/classify-answer.ts';
import type { ChunkEntry, Trouble } from '../../domain/protocol/crawl-state.ts';
import type { TurnBodies } from '../../domain/protocol/fetch-memory.ts';
import { noAnswerOf } from '../../domain/protocol/no-answer.ts';
import { protocol } from '../../domain/protocol/protocol.ts';
import { typesOfLook } from '../../domain/protocol/watched-address.ts';
import type { Ports, RequestTerms } from '../../ports/ports.ts';
import type { FetchRequest } from '../../ports/request-ports.ts';
import { type OnStart, TooLate } from '../page/host-lines.ts';
import { Admission } from './admission.ts';
import type { Question, TurnQuestions } from './earlier-answers.ts';
import { logAnswer } from './log-answer.ts';

export type PageResult = Extract<FetchResult, { kind: 'page' }>;

/** A page that the turn has just fetched. */
export interface PageOfTurn {
  /** Index of its entry. */
  readonly index: number;
  readonly entry: ChunkEntry;
  readonly page: PageResult;
  /** Pages of the budget among the earlier results. */
  readonly pagesBefore: number;
}

/** How pages of a turn are rendered. */
export interface TurnRendering {
  /** From now on other turns of this process may use the line. */
  opened(line: OwnLine): void;
  /** The line begins no further request. */
  closed(): void;
  /**
   * The page of an entry if an earlier turn has begun it; it is not requested again. `isFirst`: only a turn's first
   * entry may be a page that is incomplete.
   */
  begun(entry: ChunkEntry, isFirst: boolean): Promise<PageResult | undefined>;
  /** Reports that these entries are committed. */
  committed(entries: readonly ChunkEntry[]): Promise<void>;
  /**
   * Loads a page in a browser before the next entry is requested; the page's requests to the host go through `line`.
   * Undefined: the page could not be completed in this turn.
   */
  render(page: PageOfTurn, line: OwnLine): Promise<PageResult | undefined>;
}

/** The queue in which requests of rendered pages wait for the turn's host. */
export interface OwnLine {
  /** Whether the turn may still make requests. */
  mayAsk(): Promise<boolean>;
  /** Makes a request at its polite instant, one at a time. Throws `TooLate`. */
  run<T>(request: (onStart: OnStart) => Promise<T>): Promise<T>;
  /** Sets a longer delay, which became known after the last request. */
  postpone(ms: number): void;
  /** Makes the host wait for so long, by its own wish. */
  leaveAlone(ms: number): void;
}

export interface PoliteTask extends PageRules, RequestIdentity, RequestTerms {
  readonly entries: readonly ChunkEntry[];
  readonly level: number;
  readonly maxInFlight: number;
  /** The site's cookies of gates at the start of the turn, and its start page. */
  readonly jar: Jar;
  readonly start: string;
  /** State of an earlier turn's walk through the gate of an entry. */
  readonly gateAt?: GateAt;
  /** Monotonic instant before which nothing is requested. */
  readonly notBefore: number;
  /** Monotonic instant after which no request starts. */
  readonly softEnd: number;
  /** Whether the turn waits so long for its next start. */
  mayWait?(waitMs: number): boolean;
  /** Bytes of bodies after which no request begins. */
  readonly mostBytes: number;
  /** Ends open requests. */
  readonly signal: AbortSignal;
  /** robots.txt: an entry that is not allowed is skipped without a request. */
  allows(entry: Pick<ChunkEntry, 'address'>): boolean;
  /** Why an entry is left out for its owner's wish; undefined: it may be requested. Absent: no wish is heeded. */
  wish?(entry: Pick<ChunkEntry, 'address'>): string | undefined;
  /** Whether a person deleted the entry, which is then skipped without a request. May change at any time. */
  isDeleted(entry: ChunkEntry): boolean;
  /** Checked once a second: whether a stop is requested. */
  stopAsked(): Promise<boolean>;
  /** Absent: pages are read as they are sent. */
  readonly rendering?: TurnRendering;
  /** The entries' pages in an earlier crawl; absent if pages are rendered. */
  readonly earlier?: TurnQuestions;
  /** Absent if no other host is requested at the same time. */
  readonly beside?: OrderBesides;
  /** Absent: the place has memory for the bodies of all its turns. */
  readonly bodies?: TurnBodies;
  readonly failuresBefore: number;
  /** Whether the circuit opened at this entry before: then its failures count against the page. */
  isWhereCircuitOpened(index: number): boolean;
}

/** Order of this host's entries among those of hosts that are requested side by side. */
export interface OrderBesides {
  /** `wait`: the entry is too far ahead of other hosts; `over`: this turn does not request it. */
  stateOf(index: number): 'begin' | 'wait' | 'over';
  begun(index: number): void;
  took(bytes: number): void;
}

export interface PoliteOutcome {
  /** One for each entry that counts: a prefix of the entries. */
  readonly results: readonly FetchResult[];
  /** Failures in a row up to the last result. */
  readonly failures: number;
  readonly circuitOpened: boolean;
  /** The wait that the host requested. */
  readonly retryAfterMs: number;
  /** The first request that gave no answer. */
  readonly noAnswer?: NonNullable<Trouble['noAnswer']>;
  /** The unfinished walk through the gate of the first entry without a result. */
  readonly gateAt?: GateAt;
  /** Monotonic instant of the last start; absent if nothing was requested. */
  readonly lastStart?: number;
}

type GateAt = NonNullable<Trouble['gateAt']>;

/** An entry that is requested once more. */
interface Again {
  readonly index: number;
  readonly entry: ChunkEntry;
  /** How the second request differs from the first. */
  readonly patience: Pick<FetchRequest, 'tolerant'> & { readonly isWhole?: true; readonly walk?: GateWalk };
}

type Watching = Pick<Ports, 'clock' | 'fetcher' | 'log'>;

export async function fetchPolitely(ports: Watching, task: PoliteTask): Promise<PoliteOutcome> {
  return await new PoliteRun(ports, task).run();
}

class PoliteRun {
  private readonly ports: Watching;
  private readonly task: PoliteTask;
  private readonly results: (FetchResult | undefined)[];
  private readonly circuit: CircuitWatch;
  private counted = 0;
  private inFlight = 0;
  private wakeUp: (() => void) | undefined;
  private failure: { readonly error: unknown } | undefined;
  private cut: number | undefined;
  /** Entries with useless answers, which are requested once more in their places. */
  private readonly again: Again[] = [];
  /** The entry whose page could not be completed in this turn. */
  private late: number | undefined;
  /** With rendering only one request is open at a time. Resolves when all waiting requests are over. */
  private gate: Promise<void> = Promise.resolve();
  private leaveGate: () => void = () => undefined;
  private readonly line: OwnLine = {
    mayAsk: async () => await this.mayStart(),
    run: async request => await this.ask(request),
    postpone: ms => {
      this.nextStart += ms;
    },
    leaveAlone: ms => {
      this.retryAfterMs = Math.max(this.retryAfterMs, ms);
    },
  };
  private bytes = 0;
  private retryAfterMs = 0;
  private noAnswer: Pick<Trouble, 'noAnswer'> = {};
  private lastStart: number | undefined;
  private nextStart: number;
  private lastLook = Number.NEGATIVE_INFINITY;
  private stopped = false;

  constructor(ports: Watching, task: PoliteTask) {
    this.ports = ports;
    this.task = task;
    this.results = new Array(task.entries.length);
    this.circuit = watchCircuit(task.failuresBefore, index => task.isWhereCircuitOpened(index));
    this.nextStart = task.notBefore;
  }

  async run(): Promise<PoliteOutcome> {
    const { rendering } = this.task;
    rendering?.opened(this.line);
    try {
      await this.fetchAll();
    } catch (error) {
      this.failure ??= { error };
    }
    rendering?.closed();
    // All requests must end before the token is given back, also those of other turns on this line.
    while (this.inFlight > 0) await this.oneFinished();
    await this.gate;
    if (this.failure !== undefined) throw this.failure.error;
    this.cut ??= this.circuit.see(this.results);
    const results = this.results.slice(0, this.cut ?? this.late ?? this.counted) as FetchResult[];
    return {
      results,
      ...this.gateAfter(results.length),
      failures: this.circuit.failures,
      circuitOpened: this.cut !== undefined,
      retryAfterMs: this.retryAfterMs,
      ...this.noAnswer,
      ...(this.lastStart !== undefined && { lastStart: this.lastStart }),
    };
  }

  private gateAfter(counted: number): Pick<PoliteOutcome, 'gateAt'> {
    const open = this.again.find(({ index }) => index === counted);
    const walk = open?.patience.walk;
    return walk === undefined ? {} : { gateAt: { identity: open!.entry.identity, walk } };
  }

  private async fetchAll(): Promise<void> {
    for (const [index, entry] of this.task.entries.entries()) {
      if (!(await this.askAgain())) break;
      if (!this.isPassedOver(index, entry) && this.isAllowed(index, entry)) {
        const known = this.task.earlier?.known?.(entry);
        if (known !== undefined) {
          if (!(await this.mayStart())) break;
          this.take(index, known);
          this.counted = index + 1;
          this.task.beside?.begun(index);
          continue;
        }
        const begun = await this.begun(index, entry);
        if (begun !== undefined) {
          if (!(await this.mayStart())) break;
          this.goOn(index, entry, begun);
        } else {
          if (!(await this.isItsTurn(index)) || !(await this.reachedStart())) break;
          if (this.task.beside?.stateOf(index) === 'over') break;
          // Checked again, because the wait may have been long.
          if (!this.isPassedOver(index, entry)) await this.start(index, entry, this.firstPatience(entry));
          else this.leaveGate();
        }
      }
      this.counted = index + 1;
      this.task.beside?.begun(index);
    }
    await this.untilAllAnswered();
  }

  /** False if no request may start any more. */
  private async askAgain(): Promise<boolean> {
    while (this.again.length > 0) {
      if (!(await this.reachedStart())) return false;
      const { index, entry, patience } = this.again.shift()!;
      await this.start(index, entry, patience);
    }
    return true;
  }

  private async untilAllAnswered(): Promise<void> {
    let mayAsk = true;
    while (this.inFlight > 0 || (mayAsk && this.again.length > 0)) {
      if (mayAsk && this.again.length > 0) mayAsk = await this.askAgain();
      else await this.oneFinished();
    }
    for (const { index } of this.again) this.leaveLate(index);
  }

  private isPassedOver(index: number, entry: ChunkEntry): boolean {
    const isDeleted = this.task.isDeleted(entry);
    if (isDeleted) this.results[index] = { kind: 'skipped', reason: 'deleted' };
    return isDeleted;
  }

  private isAllowed(index: number, entry: ChunkEntry): boolean {
    const wish = this.task.allows(entry) ? this.task.wish?.(entry) : '';
    if (wish === undefined) return true;
    this.results[index] =
      wish === '' ? { kind: 'skipped', reason: 'robots' } : { kind: 'skipped', reason: 'preference', detail: wish };
    return false;
  }

  /** Waits for the entries of other hosts; false if no request may start any more. */
  private async isItsTurn(index: number): Promise<boolean> {
    const { beside } = this.task;
    if (beside === undefined) return true;
    while (beside.stateOf(index) === 'wait' && (await this.mayStart()))
      await this.ports.clock.sleep(protocol.aheadLookMs);
    return beside.stateOf(index) === 'begin';
  }

  /** Waits for a free place and for the delay; false if no request may start any more. */
  private async reachedStart(): Promise<boolean> {
    // Rendered pages follow each other, so that recorded answers serve the next page.
    const { rendering, maxInFlight } = this.task;
    while (this.inFlight >= (rendering === undefined ? maxInFlight : 1)) await this.oneFinished();
    if (rendering === undefined) return await this.reachedInstant();
    this.leaveGate = await this.enterGate();
    const isReached = await this.reachedInstant();
    if (!isReached) this.leaveGate();
    return isReached;
  }

  /** Waits until no request is open. Returns a function that lets the next one start. */
  private async enterGate(): Promise<() => void> {
    const before = this.gate;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    await before;
    return resolve;
  }

  private async reachedInstant(): Promise<boolean> {
    const { clock } = this.ports;
    while (await this.mayStart()) {
      const wait = Math.max(this.nextStart - clock.monotonic(), this.isCrowdedOut() ? protocol.roomLookMs : 0);
      if (wait <= 0) return true;
      if (this.task.mayWait?.(wait) === false) return false;
      // In slices, so that a stop is noticed during a long delay.
      await clock.sleep(Math.min(wait, protocol.stopLookMs));
    }
    return false;
  }

  private async mayStart(): Promise<boolean> {
    const { clock } = this.ports;
    if (clock.monotonic() - this.lastLook >= protocol.stopLookMs) {
      this.lastLook = clock.monotonic();
      this.stopped = await this.task.stopAsked();
    }
    const { bodies } = this.task;
    const full = this.bytes >= this.task.mostBytes || (bodies?.isEmpty() === false && bodies.isRoomFull());
    const refused = (this.cut ?? this.late) !== undefined || this.retryAfterMs > 0 || this.failure !== undefined;
    if (this.stopped || full || refused || this.task.signal.aborted) return false;
    // Read after the check, which may have taken longer than the lease.
    return Math.max(this.nextStart, clock.monotonic()) < this.task.softEnd;
  }

  /** The turn holds nothing, and the others leave no room: it waits, for each of them ends. */
  private isCrowdedOut(): boolean {
    const { bodies } = this.task;
    return bodies?.isEmpty() === true && bodies.isRoomFull();
  }

  private firstPatience({ identity }: ChunkEntry): Again['patience'] {
    const { gateAt } = this.task;
    return gateAt?.identity === identity ? { walk: gateAt.walk } : {};
  }

  /** With rendering, pages come one after the other, so all earlier ones are done. */
  private async begun(index: number, entry: ChunkEntry): Promise<PageResult | undefined> {
    const { rendering } = this.task;
    if (rendering === undefined) return undefined;
    while (this.inFlight > 0) await this.oneFinished();
    return await rendering.begun(entry, index === 0);
  }

  /** Continues an entry whose page exists, without a request. */
  private goOn(index: number, entry: ChunkEntry, page: PageResult): void {
    void this.underWay(this.takeRendered(index, entry, page));
  }

  private async underWay(work: Promise<void>): Promise<void> {
    this.inFlight += 1;
    try {
      await work;
    } catch (error) {
      this.failure ??= { error };
    } finally {
      this.inFlight -= 1;
      this.wakeUp?.();
    }
  }

  private async start(index: number, entry: ChunkEntry, patience: Again['patience']): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.lastStart = this.ports.clock.monotonic();
    void this.underWay(this.fetchOne({ index, entry, patience }, written.resolve).finally(written.resolve));
    if (this.task.delayMs === 0) return;
    // The next delay begins when this request went out on the wire.
    await written.promise;
    this.nextStart = this.lastStart + this.task.delayMs;
  }

  private async fetchOne(again: Again, written: () => void): Promise<void> {
    const room = new Admission(this.ports.clock, this.task);
    try {
      await this.fetchInto(room, again, written);
    } finally {
      room.end();
    }
  }

  private async fetchInto(room: Admission, { index, entry, patience }: Again, written: () => void): Promise<void> {
    const { task, ports } = this;
    const { isWhole, walk, ...tolerance } = patience;
    const question = this.question(entry, isWhole);
    const { next: address, jar } = walk ?? { next: entry.address, jar: task.jar };
    const asked = await this.fetchPage(entry, written, {
      ...room.asked,
      ...{ ...tolerance, address, cookie: await cookiesFor(jar, address, ports.clock.now()) },
      // Validators belong to the page, not to redirects on the way to it.
      ...defined({ fields: address === entry.address ? (question?.fields ?? entry.look?.fields) : undefined }),
    });
    if (room.isRefused) {
      this.leaveLate(index);
      return;
    }
    logAnswer(ports, { ...task, address }, asked);
    if (isUnread(asked)) {
      this.again.push({ index, entry, patience: { ...patience, tolerant: true } });
      return;
    }
    const step = await gateStep(this.gateRules(entry), walk, asked);
    if (step.kind === 'ask') {
      this.again.push({ index, entry, patience: { ...(isWhole && { isWhole }), walk: step.walk } });
      return;
    }
    const { answer, given } = step;
    const judged = question === undefined ? undefined : task.earlier!.judge(question, answer);
    if (judged?.kind === 'again') {
      this.again.push({ index, entry, patience: { ...patience, isWhole: true } });
      return;
    }
    if (this.noAnswer.noAnswer === undefined) this.noAnswer = noAnswerOf(entry.address, answer);
    const result = judged?.kind === 'unchanged' ? judged.result : classifyAnswer(entry, answer, task);
    if (asked.kind === 'answered' && isBusy(asked.status))
      this.retryAfterMs = Math.max(this.retryAfterMs, Math.min(asked.retryAfterMs ?? 0, protocol.probeLongestMs));
    await this.takeRendered(
      index,
      entry,
      given === undefined || result.kind === 'retry' ? result : { ...result, given },
    );
  }

  private gateRules({ address }: ChunkEntry): GateRules {
    const { jar, start, noCookies, allows } = this.task;
    return {
      ...{ asked: address, jar, isAlwaysWalked: address === start, now: this.ports.clock.now() },
      ...(noCookies === true && { noCookies }),
      mayAsk: next => allows({ address: next }),
    };
  }

  /** The entry's page in an earlier crawl. `isWhole`: it is requested without conditions. */
  private question(entry: ChunkEntry, isWhole = false): Question | undefined {
    const question = this.task.earlier?.question(entry);
    if (question === undefined || !isWhole) return question;
    const { fields: _, ...whole } = question;
    return whole;
  }

  private async takeRendered(index: number, entry: ChunkEntry, result: FetchResult): Promise<void> {
    const { rendering } = this.task;
    const taken =
      result.kind === 'page' && rendering !== undefined
        ? await rendering.render({ index, entry, page: result, pagesBefore: this.pagesBefore(index) }, this.line)
        : result;
    if (taken === undefined) this.leaveLate(index);
    else this.take(index, taken);
  }

  private leaveLate(index: number): void {
    this.late = Math.min(this.late ?? index, index);
  }

  private pagesBefore(index: number): number {
    return this.results.slice(0, index).filter(result => result !== undefined && isBudgetPage(result)).length;
  }

  private async fetchPage(
    entry: ChunkEntry,
    written: () => void,
    asked: Pick<FetchRequest, 'address' | 'cookie' | 'tolerant' | 'fields' | 'admit'>,
  ): Promise<FetchAnswer> {
    const { task, ports, leaveGate } = this;
    const answer = ports.fetcher.fetch({
      ...identityIn(task),
      purpose: 'page',
      ...(asked.address === entry.address && { attempt: entry.attempt }),
      pageTypes: typesOfLook(entry.look, task.pageTypes),
      ...asked,
      signal: task.signal,
      onStart: at => {
        this.lastStart = Math.max(this.lastStart ?? at, at);
        written();
      },
    });
    return await answer.finally(leaveGate);
  }

  private async ask<T>(request: (onStart: OnStart) => Promise<T>): Promise<T> {
    const leaveGate = await this.enterGate();
    try {
      if (!(await this.reachedInstant())) throw new TooLate('the turn may request nothing more');
      return await request(at => {
        this.lastStart = Math.max(this.lastStart ?? at, at);
        this.nextStart = at + this.task.delayMs;
      });
    } finally {
      leaveGate();
    }
  }

  private take(index: number, result: FetchResult): void {
    this.results[index] = result;
    if (result.kind === 'page') {
      this.bytes += bytesOf(result);
      this.task.beside?.took(bytesOf(result));
      this.task.bodies?.hold(bytesOf(result));
    }
    this.cut ??= this.circuit.see(this.results);
  }

  private async oneFinished(): Promise<void> {
    await new Promise<void>(resolve => {
      this.wakeUp = resolve;
    });
    this.wakeUp = undefined;
  }
}

function bytesOf({ body, rendering }: PageResult): number {
  if (rendering?.kind !== 'rendered') return body.byteLength;
  const { raw, clicks } = rendering;
  return body.byteLength + raw.byteLength + (clicks?.found.byteLength ?? 0) + (clicks?.states.byteLength ?? 0);
}
