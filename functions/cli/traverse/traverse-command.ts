import { type Browsers, openBrowsers, openPageDriver, type PageDriver } from '../../../shared/adapters/browser/open.ts';
import { localAnswers, localClock, localProcesses, openLocalFetcher } from '../../../shared/adapters/local/open.ts';
import type { PageAnswer, PageRequest } from '../../../shared/domain/http/page-answer.ts';
import { pageIdentityIn, requestIdentityOf } from '../../../shared/domain/http/request-identity.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { traverseDefaults } from '../../../shared/domain/spec/traverse-options.ts';
import type { FoundAddress } from '../../../shared/domain/turn/found-address.ts';
import { gexfOf, graphmlOf } from '../../../shared/files/graph-file.ts';
import { MemoryRecord, StoredRecord } from '../../../shared/steps/page/answer-record.ts';
import { HostLines } from '../../../shared/steps/page/host-lines.ts';
import { PoliteAnswers } from '../../../shared/steps/page/polite-answers.ts';
import type { AddressPattern } from '../../../shared/wings/clicking/address-pattern.ts';
import { AddressSet } from '../../../shared/wings/clicking/address-set.ts';
import { followPattern } from '../../../shared/wings/clicking/follow-pattern.ts';
import type { TraversalFinds } from '../../../shared/wings/clicking/press-judge.ts';
import { counted, type ToldRefusals } from '../../../shared/wings/clicking/refusals.ts';
import { type PageState, statesGraph, statesOf } from '../../../shared/wings/clicking/state-files.ts';
import { Traversal, type TraversalReport } from '../../../shared/wings/clicking/traversal.ts';
import type { TraversalEnd } from '../../../shared/wings/clicking/traversal-checkpoint.ts';
import { type TraversalSettings, traversalSettings } from '../../../shared/wings/clicking/traversal-settings.ts';
import type { PageSettings } from '../../embedded/saved-traversal.ts';
import { onInterrupts } from '../commands/interrupts.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import { readLines } from '../spec/read-text.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { type FoundLine, TraversalDirectory } from './traversal-directory.ts';

export interface TraverseOptions extends OptionValues {
  readonly browser?: string;
  readonly known?: string;
  readonly out?: string;
  readonly json?: true;
}

/** A checkpoint is written this often, ms: a run that is killed repeats what came after the last one. */
const checkpointMs = 1_000;

/** `orbweaver traverse`: clicks through one page and prints what came to light. */
export async function traverse(address: string, options: TraverseOptions): Promise<number> {
  const { spec } = await gatherSpec({ urls: [address], options });
  const url = spec.sites[0]!.url;
  const settings = traversalSettings(spec.traverseOptions);
  const directory = options.out === undefined ? undefined : await TraversalDirectory.open(options.out, url);
  const fetcher = await openLocalFetcher(spec);
  const browsers = openBrowsers({
    processes: localProcesses(),
    ...(options.browser !== undefined && { executable: options.browser }),
  });
  const run = new TraverseRun(url, spec, settings, options, directory, fetcher, browsers);
  const release = onInterrupts(
    () => run.stop(),
    () => process.exit(exitCodes.stopped),
  );
  try {
    await run.begin(options.known);
    return await run.toEnd();
  } finally {
    release();
    await run.close();
    await browsers.close();
    await fetcher.close();
    await directory?.close();
  }
}

interface TraverseResult extends Pick<TraversalReport, 'clicks' | 'loads' | 'unreached'> {
  readonly states: readonly PageState[];
  readonly requests: number;
  readonly partsWithoutBrowser: number;
  readonly ended: TraversalEnd | 'stopped';
  /** Links that differ from the page only behind `#`: they are no further addresses, and no press led there. */
  readonly hashes: number;
  readonly refused: Omit<ToldRefusals, 'buttons'> & {
    readonly buttons: Readonly<Record<string, readonly string[]>>;
    readonly breakdowns: number;
  };
}

const endTexts: Readonly<Record<TraverseResult['ended'], string>> = {
  done: 'nothing is left to press',
  clicks: 'the limit of presses was reached (--clicks)',
  states: 'the limit of states was reached (--states)',
  failed: 'the page could not be loaded',
  browser: 'the page made the browser fail again and again',
  stopped: 'stopped; with --out the same command goes on',
};

/** How an address was found, and after which buttons. */
function textOfLine({ url, by, path }: FoundLine): string {
  return `${[by.padEnd(7), url, ...path.map(text => `[${text}]`)].join(' ')}\n`;
}

/** The work that was done, and the work that was refused. `addresses`: how many were found. */
function textOf(result: TraverseResult, addresses: number): string {
  const refused = [
    ...Object.entries(result.refused.methods).map(([what, n]) =>
      what === what.toUpperCase() ? counted(n, `${what} request`) : `${n} times ${what}`,
    ),
    ...Object.entries(result.refused.requests).map(([why, n]) => `${counted(n, 'request')} (${why})`),
    ...Object.entries(result.refused.buttons).map(([why, texts]) => `${counted(texts.length, 'button')} (${why})`),
    ...(result.refused.buttonsCut === 0
      ? []
      : [`${counted(result.refused.buttonsCut, 'button')} of one state (--buttons)`]),
  ];
  const done = [
    ...[counted(addresses, 'address'), counted(result.clicks, 'press'), counted(result.loads, 'load')],
    ...[counted(result.states.length, 'state'), counted(result.requests, 'request')],
  ];
  const unreached = result.unreached === 0 ? '' : `, ${result.unreached} states not reached again`;
  return [
    '',
    `${done.join(', ')}${unreached}.`,
    ...(result.hashes === 0 ? [] : [hashText(result.hashes)]),
    ...(refused.length === 0 ? [] : [`Refused: ${refused.join(', ')}.`]),
    `Ended: ${endTexts[result.ended]}.`,
    '',
  ].join('\n');
}

function hashText(hashes: number): string {
  return `Left out: ${counted(hashes, 'link')} that ${hashes === 1 ? 'differs' : 'differ'} from the page only behind #, for a server sees one address.`;
}

/** Prints in pieces: a list may have a million addresses. */
async function printAll(texts: AsyncIterable<string>): Promise<void> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < 65_536) continue;
    await print(piece);
    piece = '';
  }
  await print(piece);
}

/** Done too where nobody reads any more. */
function print(text: string): Promise<void> {
  return new Promise(resolve => process.stdout.write(text, () => resolve()));
}

class TraverseRun implements TraversalFinds {
  readonly #url: string;
  readonly #settings: TraversalSettings;
  readonly #directory: TraversalDirectory | undefined;
  readonly #answers: PoliteAnswers;
  readonly #hosts: HostLines;
  readonly #driver: PageDriver;
  readonly #traversal: Traversal;
  readonly #page: PageSettings;
  readonly #json: boolean;
  readonly #known = new AddressSet();
  #addresses = 0;
  /** Without a directory to keep them. */
  readonly #lines: FoundLine[] = [];
  #patterns = 0;
  #isStopped = false;

  constructor(
    url: string,
    spec: ResolvedSpec,
    settings: TraversalSettings,
    options: TraverseOptions,
    directory: TraversalDirectory | undefined,
    fetcher: Awaited<ReturnType<typeof openLocalFetcher>>,
    browsers: Browsers,
  ) {
    this.#url = url;
    this.#settings = settings;
    this.#directory = directory;
    this.#json = options.json === true;
    const identity = requestIdentityOf(spec);
    const { out } = options;
    const record = out === undefined ? new MemoryRecord() : new StoredRecord(localAnswers(out, 'fast'));
    const clock = localClock();
    this.#hosts = new HostLines(clock);
    this.#answers = new PoliteAnswers({
      ...{ fetcher, clock, identity, delayMs: spec.sites[0]!.delayMs },
      ...{ robots: robotsPolicyNamed(spec.robots), record },
    });
    const { loadMs, windowMs, idleMs } = spec.traverseOptions ?? traverseDefaults;
    this.#page = { ...pageIdentityIn(identity), loadMs, windowMs, idleMs, buttons: settings.buttons };
    const volatile = directory?.saved?.volatile ?? [];
    this.#driver = openPageDriver({ url, answer: request => this.#answer(request), volatile, ...this.#page }, browsers);
    this.#traversal = new Traversal(this.#driver, this, settings, directory?.saved?.traversal);
  }

  /** `file`: addresses that are known from elsewhere. They are not listed, and they end lists (`--until-known`). */
  async begin(file: string | undefined): Promise<void> {
    for await (const { url } of this.#found()) if (this.#known.add(url)) this.#addresses += 1;
    if (file === undefined) return;
    for (const { line } of await readLines('--known', file)) this.#known.add(line.trim());
  }

  /** After the step under way `toEnd` ends. */
  stop(): void {
    this.#isStopped = true;
  }

  async toEnd(): Promise<number> {
    let saved = performance.now();
    let end: TraversalEnd | undefined;
    while (end === undefined && !this.#isStopped) {
      end = await this.#traversal.step();
      if (performance.now() - saved < checkpointMs) continue;
      await this.#save();
      saved = performance.now();
    }
    await this.#save();
    await this.#writeResults(end ?? 'stopped');
    if (end === undefined) return exitCodes.stopped;
    return end === 'failed' ? exitCodes.nothingCrawled : exitCodes.finished;
  }

  found(addresses: readonly FoundAddress[], path: readonly string[]): Promise<readonly boolean[]> {
    const unknown = addresses.map(({ url, by }) => {
      if (url === this.#url || !this.#known.add(url)) return false;
      this.#addresses += 1;
      const line = { url, by, path };
      if (this.#directory === undefined) this.#lines.push(line);
      else this.#directory.add(line);
      return true;
    });
    return Promise.resolve(unknown);
  }

  async *#found(): AsyncGenerator<FoundLine> {
    if (this.#directory === undefined) yield* this.#lines;
    else yield* this.#directory.lines();
  }

  async promoted(pattern: AddressPattern, path: readonly string[]): Promise<void> {
    if (this.#settings.wholeLists) return;
    this.#patterns += await followPattern(
      pattern,
      request => this.#answer(request),
      this.#url,
      addresses => this.found(addresses, path),
    );
  }

  #answer(request: PageRequest): Promise<PageAnswer | undefined> {
    return this.#answers.answer(request, this.#hosts);
  }

  async #save(): Promise<void> {
    const traversal = this.#traversal.checkpoint();
    const { volatile } = this.#driver;
    await this.#directory?.save({ url: this.#url, traversal, volatile, settings: this.#page });
  }

  async #writeResults(end: TraverseResult['ended']): Promise<void> {
    await this.#driver.close();
    const result = this.#result(end);
    const { states } = result;
    if (this.#directory !== undefined) {
      const { host } = new URL(this.#url);
      const name = `graph/${host.replaceAll(':', '_')}.states`;
      await this.#directory.write(`${name}.json`, `${JSON.stringify(states, null, 1)}\n`);
      const graph = statesGraph(this.#url, states);
      await this.#directory.write(`${name}.gexf`, [...gexfOf(graph)].join(''));
      await this.#directory.write(`${name}.graphml`, [...graphmlOf(graph)].join(''));
    }
    if (this.#json) await this.#printJson(result);
    else await printAll(this.#texts(result));
  }

  async *#texts(result: TraverseResult): AsyncGenerator<string> {
    for await (const line of this.#found()) yield textOfLine(line);
    yield textOf(result, this.#addresses);
  }

  async #printJson(result: TraverseResult): Promise<void> {
    const found = () => this.#found();
    const url = JSON.stringify(this.#url);
    async function* parts(): AsyncGenerator<string> {
      let before = `{"url":${url},"urls":[`;
      for await (const line of found()) {
        yield before + JSON.stringify(line);
        before = ',';
      }
      yield `${before === ',' ? '' : before}],${JSON.stringify(result).slice(1)}\n`;
    }
    await printAll(parts());
  }

  #result(end: TraverseResult['ended']): TraverseResult {
    const { clicks, loads, unreached, refusedButtons, cutButtons, breakdowns } = this.#traversal.report();
    const buttons = Object.fromEntries(
      Map.groupBy(refusedButtons, ({ why }) => why)
        .entries()
        .map(([why, all]) => [why, all.map(({ text }) => text)]),
    );
    return {
      states: statesOf(this.#traversal.graph, key => this.#traversal.button(key)),
      ...{ clicks, loads, requests: this.#answers.asked, partsWithoutBrowser: this.#patterns },
      ended: end,
      unreached,
      hashes: [...this.#driver.hashes].filter(hash => !this.#known.has(`${this.#url}${hash}`)).length,
      refused: {
        methods: Object.fromEntries(this.#driver.refused),
        requests: Object.fromEntries(this.#answers.refused),
        buttons,
        buttonsCut: cutButtons,
        breakdowns,
      },
    };
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }
}
