import { sniffEncoding } from '../../domain/html/decode-text.ts';
import type { PageAnswer } from '../../domain/http/page-answer.ts';
import { pageIdentityIn, requestIdentityOf } from '../../domain/http/request-identity.ts';
import type { PageClicks, Rendering } from '../../domain/protocol/classify-answer.ts';
import type { ChunkEntry, Phase } from '../../domain/protocol/crawl-state.ts';
import { protocol } from '../../domain/protocol/protocol.ts';
import { remember } from '../../domain/remember.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { type TraverseOptions, traverseDefaults } from '../../domain/spec/traverse-options.ts';
import { type FoundAddress, leadsOn } from '../../domain/turn/found-address.ts';
import { createMatcher } from '../../domain/url/matching-addresses.ts';
import type { PageToTraverse, TraversalAnswer, TraversalResult, Traverser } from '../../ports/page-ports.ts';
import type { OwnLine, PageResult } from '../fetch/fetch-politely.ts';
import type { TurnView } from '../fetch/turn.ts';
import { type Lines, TooLate } from '../page/host-lines.ts';
import type { SiteParts } from './render-worker.ts';
import { SavedSlices } from './saved-slices.ts';

type Rendered = Extract<Rendering, { kind: 'rendered' }>;

/** How many addresses' claims are read at once. */
const readAtOnce = 100;
const mostPhases = 100;

/** The first slice of a visit is short and each further one twice as long, so that a crash loses little. */
const firstSliceMs = 2_000;

/**
 * The pages of one turn that are clicked through. The turn runs slices of a page's traversal until the traversal or the
 * turn ends.
 */
export class TurnTraversals {
  readonly #view: TurnView;
  readonly #traverser: Traverser | undefined;
  readonly #parts: SiteParts;
  readonly #phase: Phase;
  readonly #isTraversed: (url: string) => boolean;
  readonly #slices = new Map<string, SavedSlices>();
  /** Addresses that pages of looks request: parts of lists, which are not new publications themselves. */
  readonly #asked = new Set<string>();

  constructor(view: TurnView, traverser: Traverser | undefined, parts: SiteParts, phase: Phase) {
    this.#view = view;
    this.#traverser = traverser;
    this.#parts = parts;
    this.#phase = phase;
    this.#isTraversed = createMatcher(view.rules.spec.traverse ?? []);
  }

  matches({ identity, look }: ChunkEntry): boolean {
    return look === undefined
      ? this.#isTraversed(identity)
      : look.kind === 'traversal' && this.#traverser !== undefined;
  }

  /** The page of an earlier turn, if its traversal has begun; it is not requested again. */
  async begun(entry: ChunkEntry): Promise<PageResult | undefined> {
    return this.matches(entry) ? await this.#slicesOf(entry).page() : undefined;
  }

  /** Undefined: a later turn runs the next slice. */
  async goOn(entry: ChunkEntry, page: PageResult, lines: Lines, line: OwnLine): Promise<PageResult | undefined> {
    const { rendering } = page;
    // A page that a browser cannot load has no buttons.
    if (rendering?.kind !== 'rendered') return page;
    const slices = this.#slicesOf(entry);
    if (!(await slices.hasPage())) await slices.putPage(entry, page);
    for (let sliceMs = firstSliceMs; ; sliceMs *= 2) {
      const run = new SliceRun(this.#view, rendering, entry.address, this.#parts, lines, line);
      const clicks = await this.#slice(entry, slices, run, sliceMs);
      if (clicks !== undefined) return { ...page, rendering: { ...rendering, clicks } };
      // A later turn gets the answer for which a request waits.
      if (run.isLate || !(await line.mayAsk())) return undefined;
    }
  }

  /** Runs one slice. Undefined: the traversal has not ended. */
  async #slice(entry: ChunkEntry, slices: SavedSlices, run: SliceRun, mostMs: number): Promise<PageClicks | undefined> {
    const last = await slices.last();
    const name = slices.nameAfter(last, this.#view.turn.lease.attempt);
    let after = last;
    const slice = await run.during(mostMs, over =>
      this.#traverser!.goOn({
        ...this.#toTraverse(entry, run),
        ...{ after: last, name, over },
        saved: async () => {
          const saved = await slices.read(last);
          if (saved === undefined) after = '';
          return saved;
        },
      }),
    );
    if (slice.checkpoint !== undefined)
      await slices.put(name, after, { checkpoint: slice.checkpoint, found: slice.found });
    run.demandNoFailure();
    if (slice.result === undefined) return undefined;
    const earlier = (await slices.read(after))?.found ?? [];
    this.#tell(entry, slice.result);
    return clicksOf([...earlier, ...slice.found], slice.result);
  }

  /** Removes the stored slices of the pages. */
  async committed(entries: readonly ChunkEntry[]): Promise<void> {
    for (const { identity } of entries) await this.#slices.get(identity)?.remove();
  }

  #slicesOf({ identity, look }: ChunkEntry): SavedSlices {
    const { turn, row } = this.#view;
    const level = look === undefined ? 0 : this.#phase.level;
    const slices = this.#slices.get(identity) ?? new SavedSlices(turn.worker.ports.objects, row.site, identity, level);
    this.#slices.set(identity, slices);
    return slices;
  }

  #toTraverse(
    { address, identity, look }: ChunkEntry,
    run: SliceRun,
  ): Omit<PageToTraverse, 'after' | 'name' | 'over' | 'saved'> {
    const { row, rules, crawl } = this.#view;
    const options = rules.spec.traverseOptions ?? traverseDefaults;
    return {
      ...{ key: `${row.crawl} ${row.site} ${identity} ${look === undefined ? 0 : this.#phase.level}`, url: address },
      ...pageIdentityIn(requestIdentityOf(rules.spec)),
      options: look === undefined ? options : optionsOfLook(options, crawl.spec),
      answer: async request => {
        if (look !== undefined) this.#asked.add(request.address);
        return await run.answer(request);
      },
      known: async addresses => await this.#known(addresses),
    };
  }

  #tell({ address }: ChunkEntry, { refused }: TraversalResult): void {
    const { clock, log } = this.#view.turn.worker.ports;
    if (refused === '') return;
    log.failed({ time: clock.now(), address, reason: 'traversal', detail: `not done: ${refused}` });
  }

  /**
   * Whether addresses were claimed before the phase of the page began. Claims of this phase do not count, so the answer
   * is the same in every run.
   */
  async #known(addresses: readonly string[]): Promise<readonly boolean[]> {
    const { turn, row, home, rules } = this.#view;
    const { level } = this.#phase;
    const bounds = rules.bounds(row.site, home.start);
    const identities = addresses.map(address =>
      bounds.belongs(new URL(address)) ? rules.normalize(new URL(address)) : undefined,
    );
    const asked = [...new Set(identities.filter(url => url !== undefined))];
    const known = new Set<string>();
    const first = await this.#firstTurn();
    for (let i = 0; i < asked.length; i += readAtOnce) {
      const some = asked.slice(i, i + readAtOnce);
      const standings = await turn.worker.ports.store.readLevels(row.crawl, row.site, some);
      for (const [index, standing] of standings.entries()) {
        const isKnown = standing !== undefined && standing.level <= level && standing.turn < first;
        if (isKnown) known.add(some[index]!);
      }
    }
    return identities.map((url, index) => (url !== undefined && known.has(url)) || this.#asked.has(addresses[index]!));
  }

  /** The first turn of this phase; the phases of turns only rise. */
  async #firstTurn(): Promise<number> {
    const { turn, row } = this.#view;
    const { firstTurns } = this.#parts;
    const key = `${this.#phase.level}.${this.#phase.round}`;
    const known = firstTurns.get(key);
    if (known !== undefined) return known;
    let [from, to] = [1, row.turn + 1];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const taken = await turn.worker.ports.store.readTaken(row.crawl, row.site, middle);
      if (taken !== undefined && isFrom(taken.phase, this.#phase)) to = middle;
      else from = middle + 1;
    }
    remember(firstTurns, key, from, mostPhases);
    return from;
  }
}

/** Most clicks of one look, without and with the archive behind a list. */
const [clicksOfLook, clicksOfArchive] = [30, 1_000];
/** New publications are on top of a list, so after so many known addresses in a row the rest is known. */
const knownOfLook = 10;

/** A list is clicked through as far as it is new and as the watch's settings allow. */
function optionsOfLook(options: TraverseOptions, { watch }: Pick<ResolvedSpec, 'watch'>): TraverseOptions {
  const clicks = watch?.archive === true ? clicksOfArchive : clicksOfLook;
  return { ...options, clicks, untilKnown: options.untilKnown || knownOfLook, wholeLists: true, pairs: 0 };
}

function isFrom(phase: Phase, first: Phase): boolean {
  return phase.level === first.level ? phase.round >= first.round : phase.level > first.level;
}

/** Links that came without a press are among them: the page may have got some after its document was taken. */
function clicksOf(found: readonly FoundAddress[], { notLinks, states }: TraversalResult): PageClicks {
  const excluded = new Set(notLinks);
  const urls = new Set(found.filter(each => leadsOn(each) && !excluded.has(each.url)).map(({ url }) => url));
  return { found: Buffer.from([...urls].join('\n')), states };
}

/** One slice of one page, as long as the turn may request pages of its host. */
class SliceRun {
  readonly #view: TurnView;
  readonly #rendering: Rendered;
  readonly #document: string;
  readonly #parts: SiteParts;
  readonly #lines: Lines;
  readonly #line: OwnLine;
  readonly #over = new AbortController();
  #failure: { readonly error: unknown } | undefined;
  /** Whether a request was not possible in this turn. */
  isLate = false;

  constructor(view: TurnView, rendering: Rendered, document: string, parts: SiteParts, lines: Lines, line: OwnLine) {
    this.#view = view;
    this.#rendering = rendering;
    this.#document = document;
    this.#parts = parts;
    this.#lines = lines;
    this.#line = line;
  }

  /** `mostMs`: its longest duration. */
  async during<T>(mostMs: number, work: (over: AbortSignal) => Promise<T>): Promise<T> {
    const watching = this.#watch(mostMs);
    try {
      return await work(this.#over.signal);
    } finally {
      this.#over.abort();
      await watching;
    }
  }

  demandNoFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #watch(mostMs: number): Promise<void> {
    const { clock } = this.#view.turn.worker.ports;
    const { signal } = this.#over;
    const end = clock.monotonic() + mostMs;
    try {
      while (!signal.aborted && clock.monotonic() < end && (await this.#line.mayAsk()))
        await clock.sleep(Math.min(protocol.stopLookMs, end - clock.monotonic()), signal);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#over.abort();
  }

  /** Never throws: the page would wait forever. */
  async answer(request: Parameters<PageToTraverse['answer']>[0]): Promise<TraversalAnswer> {
    if (request.address === this.#document)
      return documentOf({ body: this.#rendering.raw, contentType: this.#rendering.rawType });
    if (this.#over.signal.aborted) return 'later';
    try {
      return await this.#parts.answers.ask(request, this.#lines, this.#view.home.jar);
    } catch (error) {
      if (error instanceof TooLate) this.isLate = true;
      else this.#failure ??= { error };
      this.#over.abort();
      return 'later';
    }
  }
}

/** As it was sent, with the encoding that we detected, so that the browser uses the same. */
export function documentOf({ body, contentType }: Pick<PageResult, 'body' | 'contentType'>): PageAnswer {
  const { encoding } = sniffEncoding({ body, contentType });
  return { status: 200, headers: [['content-type', `text/html; charset=${encoding}`]], body };
}
