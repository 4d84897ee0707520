import { isBusyAnswer } from '../../../shared/domain/http/busy-status.ts';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import { requestIdentityOf } from '../../../shared/domain/http/request-identity.ts';
import { LostObject } from '../../../shared/domain/lost-object.ts';
import {
  checksFolder,
  checksName,
  checksOpenName,
  decodeChecks,
  type ExternalCheck,
  encodeChecks,
  statusText,
} from '../../../shared/domain/protocol/external-check.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { sideBySide } from '../../../shared/domain/side-by-side.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { hostOf } from '../../../shared/domain/url/scope.ts';
import type { Clock, CrawlLog, ObjectStore, Tokens } from '../../../shared/ports/ports.ts';
import type { Fetcher } from '../../../shared/ports/request-ports.ts';
import { logAnswer } from '../../../shared/steps/fetch/log-answer.ts';
import { MemoryRecord } from '../../../shared/steps/page/answer-record.ts';
import { PoliteAnswers } from '../../../shared/steps/page/polite-answers.ts';
import { TokenLines } from '../../../shared/steps/page/token-lines.ts';
import { checkAddress, checkFile, noAnswerText, noHostText, type Probe } from './check-address.ts';

/** Addresses of a crawl that are requested, and of one host. */
const mostChecked = 20_000;
const mostOfHost = 1_000;
/** The checks of a host end after so long, ms. */
const longestOfHostMs = 60 * 60_000;
/** A host that gives so many addresses in a row no answer, or is too busy for them, is not asked any more. */
const mostSilent = 5;
const silentText = `its host gave no answer ${mostSilent} times in a row`;
/** Tries for an address at a busy host. */
const busyTries = 3;
const busyTexts: readonly string[] = [429, 503].map(status => statusText(status));
/** Hosts that are asked at the same time. */
const atOnce = 32;
/** Checks are stored together, or after so long, ms. */
const storedTogether = 100;
const storedAfterMs = 5_000;

interface CheckPorts {
  readonly clock: Clock;
  readonly fetcher: Fetcher;
  readonly tokens: Pick<Tokens, 'takeToken' | 'returnToken' | 'wantToken'>;
  readonly objects: Pick<ObjectStore, 'get' | 'put' | 'remove' | 'list'>;
  /** Ends the checks, and open requests with them. */
  readonly signal: AbortSignal;
  readonly told: (checks: { readonly done: number; readonly of: number }) => void;
  readonly log: Pick<CrawlLog, 'fetched' | 'failed'>;
}

/** Addresses to request: external ones, and rich files of the crawl's own sites. */
interface WantedChecks {
  readonly external: readonly string[];
  readonly rich: readonly string[];
}

/** How many addresses are left: beyond the bounds, and not requested before a stop. */
export interface LeftChecks {
  readonly beyond: number;
  readonly beyondRich: number;
  readonly stopped: number;
  /** Checks that are forgotten, since no host at all was found. Absent: some was. */
  readonly offline?: number;
}

/** So many hosts that cannot be found, and no other, are the fault of this machine's network. */
const fewestHosts = 3;
/** RFC 2606 and RFC 6761: names that nobody finds. */
const reserved = /\.(?:test|example|invalid|localhost|local)$/;

function isOffline(checks: ReadonlyMap<string, ExternalCheck>): boolean {
  const hosts = new Set<string>();
  for (const { url, status } of checks.values()) {
    if (status !== noHostText) return false;
    const { hostname } = new URL(url);
    if (!reserved.test(hostname)) hosts.add(hostname);
  }
  return hosts.size >= fewestHosts;
}

/**
 * Asks external addresses once, under the tokens of their hosts, and stores what became of them. An address with a stored result
 * is not requested again. After a kill, checks are lost from the last five seconds at most.
 */
export async function checkExternal(
  ports: CheckPorts,
  spec: ResolvedSpec,
  { external, rich }: WantedChecks,
): Promise<LeftChecks> {
  const { objects, signal } = ports;
  const kept = new KeptChecks(objects, ports.clock);
  const known = await kept.read();
  const { asked, beyond } = withinBounds(external);
  const files = rich.slice(0, mostChecked);
  // A file of one site may be an external address of another site: both requests are made.
  const all = [...files.map(asFile), ...asked.map(asPage)];
  const hosts = Map.groupBy(all, ({ url }) => hostOf(new URL(url)));
  let stopped = all.filter(wanted => !known.has(keyOf(wanted))).length;
  if (stopped > 0) await objects.put(checksOpenName, [Buffer.from('open')]);
  const check = checker(ports, spec);
  await sideBySide([...hosts.values()], atOnce, async ofHost => {
    const patience = new HostPatience(ports.clock);
    for (const wanted of ofHost) {
      const before = known.get(keyOf(wanted));
      if (before === undefined && (signal.aborted || patience.isOver)) return;
      const checked = before ?? patience.unasked(wanted) ?? (await check(wanted));
      // An answer that came to no end says nothing.
      if (before === undefined && signal.aborted) return;
      patience.heard(checked);
      if (before !== undefined) continue;
      stopped -= 1;
      ports.told({ done: all.length - stopped, of: all.length });
      await kept.add(checked);
    }
  });
  await kept.store();
  const left = { beyond, beyondRich: rich.length - files.length };
  if (stopped === 0 && isOffline(await kept.read())) {
    await kept.forget();
    return { ...left, stopped: 0, offline: all.length };
  }
  if (stopped === 0) await objects.remove(checksOpenName);
  return { ...left, stopped };
}

/** How much one host may hold up the end of the crawl. Its answers do not depend on the run that asks. */
class HostPatience {
  readonly #clock: Clock;
  readonly #end: number;
  #silent = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#end = clock.monotonic() + longestOfHostMs;
  }

  /** The rest is left to a resume. */
  get isOver(): boolean {
    return this.#clock.monotonic() >= this.#end;
  }

  /** The result for an address that is not requested, because its host is silent. */
  unasked({ url, isFile }: Wanted): ExternalCheck | undefined {
    if (this.#silent < mostSilent) return undefined;
    return { url, state: 'not-asked', status: silentText, ...(isFile && { file: {} }) };
  }

  heard({ state, status, target }: ExternalCheck): void {
    if (status === silentText) return;
    const isSilent = status === noAnswerText || (state === 'not-asked' && busyTexts.includes(status));
    this.#silent = isSilent && target === undefined ? this.#silent + 1 : 0;
  }
}

interface Wanted {
  readonly url: string;
  readonly isFile: boolean;
}

const asFile = (url: string): Wanted => ({ url, isFile: true });
const asPage = (url: string): Wanted => ({ url, isFile: false });

function keyOf({ url, isFile }: Wanted): string {
  return `${isFile ? 'file' : 'page'} ${url}`;
}

const ends = {
  stop: 'The crawl was stopped',
  'time-limit': 'The time limit came',
  host: 'The hour for a host was over',
};

/** Sentences for `crawl.json`; none if all were requested. `end`: what came first. */
export function leftText(
  { beyond, beyondRich, stopped, offline = 0 }: LeftChecks,
  end: keyof typeof ends,
): readonly string[] {
  const count = (number: number): string => number.toLocaleString('en');
  return [
    ...(offline > 0
      ? [
          `No host of ${count(offline)} external addresses was found: is this machine offline? None counts as checked; a resume checks them.`,
        ]
      : []),
    ...(beyond > 0
      ? [
          `${count(beyond)} external addresses were not checked: at most ${count(mostChecked)} of a crawl are, and ${count(mostOfHost)} of a host.`,
        ]
      : []),
    ...(beyondRich > 0
      ? [`${count(beyondRich)} linked files were not requested: at most ${count(mostChecked)} of a crawl are.`]
      : []),
    ...(stopped > 0 ? [`${ends[end]} before ${count(stopped)} addresses were checked; a resume checks them.`] : []),
  ];
}

function checker(
  { clock, fetcher, tokens, log, objects, signal }: CheckPorts,
  spec: ResolvedSpec,
): (wanted: Wanted) => Promise<ExternalCheck> {
  /** By origin. */
  const faults = new Map<string, FetchAnswer>();
  const answers = new PoliteAnswers({
    ...{ fetcher, clock, objects, identity: requestIdentityOf(spec), record: new MemoryRecord(), signal },
    // An archive gives the same each time.
    busyTries: spec.fromWarc === undefined ? busyTries : 1,
    delayMs: Math.max(...spec.sites.map(({ delayMs }) => delayMs)),
    robots: robotsPolicyNamed(spec.robots),
    told: ({ address, kind, answer, terms }) => {
      logAnswer({ clock, log }, { address, level: -1, ...terms }, answer);
      if (kind !== 'robots') return;
      const isFault = answer.kind === 'failed' || answer.status >= 500 || isBusyAnswer(answer);
      if (isFault) faults.set(new URL(address).origin, answer);
      else faults.delete(new URL(address).origin);
    },
  });
  const lines = new TokenLines(clock, tokens, { signal });
  const probing = (): Probe => {
    const way = { jar: [] };
    return async (url, method) => await answers.probe(url, method, lines, way);
  };
  const host = { robotsFault: (origin: string) => faults.get(origin) };
  return async ({ url, isFile }) => await (isFile ? checkFile : checkAddress)(url, probing(), host);
}

function withinBounds(addresses: readonly string[]): { readonly asked: readonly string[]; readonly beyond: number } {
  const ofHosts = new Map<string, number>();
  const asked: string[] = [];
  for (const address of addresses) {
    const host = hostOf(new URL(address));
    const count = ofHosts.get(host) ?? 0;
    if (count >= mostOfHost || asked.length >= mostChecked) continue;
    ofHosts.set(host, count + 1);
    asked.push(address);
  }
  return { asked, beyond: addresses.length - asked.length };
}

/** Checks as objects of the crawl, some in each. */
class KeptChecks {
  readonly #objects: CheckPorts['objects'];
  readonly #clock: Clock;
  #next = 0;
  #waiting: ExternalCheck[] = [];
  #storedAt: number;

  constructor(objects: CheckPorts['objects'], clock: Clock) {
    this.#objects = objects;
    this.#clock = clock;
    this.#storedAt = clock.monotonic();
  }

  /** The earlier checks, by key. A damaged object is removed, and its addresses are requested again. */
  async read(): Promise<ReadonlyMap<string, ExternalCheck>> {
    const known = new Map<string, ExternalCheck>();
    for (const name of await this.#objects.list(checksFolder)) {
      if (name === checksOpenName) continue;
      this.#next = Math.max(this.#next, Number(name.slice(checksFolder.length)) + 1);
      try {
        for (const check of decodeChecks(await this.#objects.get(name)))
          known.set(keyOf({ url: check.url, isFile: check.file !== undefined }), check);
      } catch (error) {
        if (!(error instanceof LostObject)) throw error;
        await this.#objects.remove(name);
      }
    }
    return known;
  }

  /** As if nothing had been requested yet. */
  async forget(): Promise<void> {
    for (const name of await this.#objects.list(checksFolder))
      if (name !== checksOpenName) await this.#objects.remove(name);
  }

  async add(check: ExternalCheck): Promise<void> {
    this.#waiting.push(check);
    const isTime = this.#clock.monotonic() - this.#storedAt >= storedAfterMs;
    if (isTime || this.#waiting.length >= storedTogether) await this.store();
  }

  async store(): Promise<void> {
    this.#storedAt = this.#clock.monotonic();
    if (this.#waiting.length === 0) return;
    const checks = this.#waiting;
    this.#waiting = [];
    this.#next += 1;
    await this.#objects.put(checksName(this.#next - 1), [encodeChecks(checks)]);
  }
}
