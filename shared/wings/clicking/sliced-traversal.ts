import type { AnswerPage, PageAnswer, PageRequest } from '../../domain/http/page-answer.ts';
import { isHtml } from '../../domain/http/page-type.ts';
import { type FoundAddress, leadsOn } from '../../domain/turn/found-address.ts';
import type { PageToTraverse, SavedTraversal, TraversalResult, TraversalSlice } from '../../ports/page-ports.ts';
import type { AddressPattern } from './address-pattern.ts';
import { AddressSet } from './address-set.ts';
import { followPattern } from './follow-pattern.ts';
import type { TraversalFinds } from './press-judge.ts';
import { Refusals, type SavedRefusals } from './refusals.ts';
import { statesOf, type TraversedPage } from './state-files.ts';
import { Traversal } from './traversal.ts';
import type { TraversalCheckpoint, TraversalEnd } from './traversal-checkpoint.ts';
import type { TraversalDriver } from './traversal-driver.ts';
import { traversalSettings } from './traversal-settings.ts';

/** A driver that can be left for good. */
export interface OpenPage extends TraversalDriver {
  readonly volatile: readonly string[];
  /** After the traversal's end. */
  close(): Promise<void>;
  /** At any time, also in the middle of a press: nothing of the page is loaded any more. */
  abandon(): Promise<void>;
}

export interface PageSource {
  readonly answer: AnswerPage;
  /** The texts that change by themselves, as an earlier driver of this page learnt them. */
  readonly volatile: readonly string[];
  /** Hears of each request that was refused for its method. */
  readonly refused: (method: string, url: string) => void;
}

/** Everything that a later process needs beside the addresses. */
interface SavedState {
  readonly version: 1;
  readonly traversal: TraversalCheckpoint;
  readonly volatile: readonly string[];
  readonly refusals: SavedRefusals;
  readonly data: readonly string[];
  readonly addresses: number;
  readonly dropped: number;
  readonly parts: number;
}

/** The state between two steps. */
interface Mark {
  readonly checkpoint: Uint8Array;
  /** Addresses found until then, since the first slice. */
  readonly kept: number;
}

type Stepped = { readonly end: TraversalEnd | undefined } | { readonly error: unknown };

/** As many as one page may have links. */
const mostAddresses = 200_000;
const mostCharacters = 16 * 1024 * 1024;
const mostData = 10_000;
/** Requests of one load or of one press, at most: a page may make an endless chain of requests. */
const mostRequests = 1_000;
/** A slice that ends in the middle of a step leaves a state that is at most so much older, ms. */
const markMs = 1_000;

/**
 * One traversal, cut into slices. A request that is made when a slice is over waits for the next slice. The page's clock does not
 * move meanwhile, so the page behaves alike however it was cut. Acts of the page after the last whole step are not saved; a
 * worker that continues without the page repeats them.
 */
export class SlicedTraversal implements TraversalFinds {
  readonly #url: string;
  readonly #settings: ReturnType<typeof traversalSettings>;
  readonly #page: OpenPage;
  readonly #traversal: Traversal;
  readonly #seen = new AddressSet();
  /** Addresses that the loaded page named without a link. A later link finds such an address a second time. */
  readonly #named = new Set<string>();
  #twice = 0;
  readonly #refusals: Refusals;
  readonly #data: Set<string>;
  /** Found and not yet handed out. */
  #found: FoundAddress[] = [];
  #handedOut: number;
  #kept: number;
  #characters = 0;
  #dropped: number;
  #parts: number;
  #requests = 0;
  #slice: PageToTraverse | undefined;
  readonly #waiting: (() => void)[] = [];
  #isGivenUp = false;
  readonly #asking = new Set<Promise<unknown>>();
  #step: Promise<Stepped> | undefined;
  #mark: Mark | undefined;
  #markedAt = Number.NEGATIVE_INFINITY;
  /** Monotonic, ms. */
  readonly #now: () => number;

  constructor(
    { url, options }: Pick<PageToTraverse, 'url' | 'options'>,
    saved: SavedTraversal | undefined,
    open: (source: PageSource) => OpenPage,
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    this.#url = url;
    this.#settings = traversalSettings(options);
    const state = saved === undefined ? undefined : decodeState(saved.checkpoint);
    for (const address of saved?.found ?? []) {
      if (!this.#seen.add(address.url)) this.#twice += 1;
      this.#noteNamed(address);
      this.#characters += address.url.length;
    }
    this.#kept = saved?.found.length ?? 0;
    this.#handedOut = this.#kept;
    this.#dropped = state?.dropped ?? 0;
    this.#parts = state?.parts ?? 0;
    this.#refusals = new Refusals(state?.refusals);
    this.#data = new Set(state?.data);
    this.#page = open({
      answer: request => this.#answer(request, true),
      volatile: state?.volatile ?? [],
      refused: (method, address) => this.#refusals.add('methods', method, address),
    });
    this.#traversal = new Traversal(this.#counted(), this, this.#settings, state?.traversal);
  }

  /** Goes on until the traversal ends or the slice is over. */
  async goOn(slice: PageToTraverse): Promise<TraversalSlice> {
    this.#slice = slice;
    this.#wake();
    try {
      const end = await this.#stepsUntil(slice.over);
      if (end !== undefined) return { found: this.#handOut(this.#kept), result: await this.#result(end) };
    } finally {
      this.#slice = undefined;
      // No request of this slice is open any more when its turn is left.
      await Promise.all(this.#asking);
    }
    if (this.#step === undefined) this.#note();
    const mark = this.#mark;
    this.#mark = undefined;
    return mark === undefined ? { found: [] } : { checkpoint: mark.checkpoint, found: this.#handOut(mark.kept) };
  }

  /** Leaves the page as it is; nobody continues it here. */
  async giveUp(): Promise<void> {
    this.#isGivenUp = true;
    this.#wake();
    await this.#page.abandon();
  }

  /** How the traversal ended; undefined: the slice was over before. */
  async #stepsUntil(over: AbortSignal): Promise<TraversalEnd | undefined> {
    const isOver = aborted(over);
    while (!over.aborted) {
      if (this.#step === undefined && this.#now() - this.#markedAt >= markMs) this.#note();
      this.#step ??= settled(this.#traversal.step());
      const stepped = await Promise.race([this.#step, isOver]);
      if (stepped === undefined) return undefined;
      this.#step = undefined;
      if ('error' in stepped) throw stepped.error;
      if (stepped.end !== undefined) return stepped.end;
    }
    return undefined;
  }

  #note(): void {
    this.#markedAt = this.#now();
    const state: SavedState = {
      version: 1,
      traversal: this.#traversal.checkpoint(),
      volatile: this.#page.volatile,
      refusals: this.#refusals.save(),
      data: [...this.#data],
      addresses: this.#kept,
      dropped: this.#dropped,
      parts: this.#parts,
    };
    this.#mark = { checkpoint: Buffer.from(JSON.stringify(state)), kept: this.#kept };
  }

  #handOut(until: number): readonly FoundAddress[] {
    const out = this.#found.splice(0, until - this.#handedOut);
    this.#handedOut += out.length;
    return out;
  }

  async #result(ended: TraversalEnd): Promise<TraversalResult> {
    await this.#page.close();
    const { clicks, unreached, refusedButtons, cutButtons } = this.#traversal.report();
    const refused = this.#refusals.told(refusedButtons, cutButtons);
    const page: TraversedPage = {
      url: this.#url,
      ...{
        ended,
        clicks,
        addresses: this.#kept - this.#twice,
        addressesDropped: this.#dropped,
        listParts: this.#parts,
        unreached,
      },
      refused,
      states: statesOf(this.#traversal.graph, key => this.#traversal.button(key)),
    };
    return {
      notLinks: [...this.#data, ...this.#refusals.addresses('methods')],
      states: Buffer.from(JSON.stringify(page)),
      refused: Refusals.inWords(refused),
    };
  }

  async found(addresses: readonly FoundAddress[]): Promise<readonly boolean[]> {
    const isNew = addresses.map(address => address.url !== this.#url && this.#seen.add(address.url));
    const fresh = addresses.filter((_, index) => isNew[index]);
    for (const [index, address] of addresses.entries()) {
      const isLed = leadsOn(address) && this.#named.has(address.url);
      if (isLed) this.#twice += 1;
      if (isLed || isNew[index]) this.#keep(address);
    }
    if (this.#settings.untilKnown === 0 || fresh.length === 0) return isNew;
    const slice = await this.#sliceAfter(undefined);
    const known = (await slice?.known(fresh.map(({ url }) => url))) ?? [];
    let next = 0;
    return isNew.map(each => each && !known[next++]);
  }

  #keep(address: FoundAddress): void {
    this.#characters += address.url.length;
    if (this.#kept >= mostAddresses || this.#characters > mostCharacters) {
      this.#dropped += 1;
      return;
    }
    this.#kept += 1;
    this.#found.push(address);
    this.#noteNamed(address);
  }

  #noteNamed(address: FoundAddress): void {
    if (leadsOn(address)) this.#named.delete(address.url);
    else this.#named.add(address.url);
  }

  async promoted(pattern: AddressPattern): Promise<void> {
    if (this.#settings.wholeLists) return;
    this.#parts += await followPattern(
      pattern,
      request => this.#answer(request, false),
      this.#url,
      addresses => this.found(addresses),
    );
  }

  /** Waits if no slice is under way. Undefined: there is no answer. */
  async #answer(request: PageRequest, isCounted: boolean): Promise<PageAnswer | undefined> {
    this.#requests += isCounted ? 1 : 0;
    if (isCounted && this.#requests > mostRequests) {
      this.#refusals.add('requests', 'too-many', request.address);
      return undefined;
    }
    for (let before: PageToTraverse | undefined; ; ) {
      const slice = await this.#sliceAfter(before);
      if (slice === undefined) return undefined;
      const answer = await this.#during(slice.answer(request));
      if (answer === 'later') {
        before = slice;
      } else if (typeof answer === 'string') {
        this.#refusals.add('requests', answer, request.address);
        return undefined;
      } else {
        this.#noteData(request.address, answer);
        return answer;
      }
    }
  }

  async #during<T>(asked: Promise<T>): Promise<T> {
    const settledAnswer = asked.catch(() => undefined);
    this.#asking.add(settledAnswer);
    try {
      return await asked;
    } finally {
      this.#asking.delete(settledAnswer);
    }
  }

  #noteData(url: string, { headers }: PageAnswer): void {
    const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    if (!isHtml(type) && this.#data.size < mostData) this.#data.add(url);
  }

  /** The slice under way, or the next one; undefined: there will be none. */
  async #sliceAfter(before: PageToTraverse | undefined): Promise<PageToTraverse | undefined> {
    while (!this.#isGivenUp && (this.#slice === undefined || this.#slice === before)) {
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
    return this.#isGivenUp ? undefined : this.#slice;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The page, with its requests counted from each load and each press on. */
  #counted(): TraversalDriver {
    const anew = <T>(work: () => Promise<T>): Promise<T> => {
      this.#requests = 0;
      return work();
    };
    return {
      observe: () => anew(() => this.#page.observe()),
      load: late => anew(() => this.#page.load(late)),
      press: request => anew(() => this.#page.press(request)),
      neverCut: lists => this.#page.neverCut(lists),
    };
  }
}

async function settled(step: Promise<TraversalEnd | undefined>): Promise<Stepped> {
  try {
    return { end: await step };
  } catch (error) {
    return { error };
  }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return undefined;
  return await new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function decodeState(bytes: Uint8Array): SavedState {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as SavedState;
}
