import { LostObject } from '../../../shared/domain/lost-object.ts';
import {
  checksFolder,
  checksName,
  checksOpenName,
  decodeChecks,
  type ExternalCheck,
  encodeChecks,
} from '../../../shared/domain/protocol/external-check.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { sideBySide } from '../../../shared/domain/side-by-side.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { requestIdentityOf } from '../../../shared/domain/spec/request-identity.ts';
import { hostOf } from '../../../shared/domain/url/scope.ts';
import type { Clock, CrawlLog, FetchAnswer, Fetcher, ObjectStore, Tokens } from '../../../shared/ports.ts';
import { logAnswer } from '../../../shared/steps/fetch/log-answer.ts';
import { MemoryRecord } from '../../../shared/steps/page/answer-record.ts';
import { PoliteAnswers } from '../../../shared/steps/page/polite-answers.ts';
import { TokenLines } from '../../../shared/steps/page/token-lines.ts';
import { checkAddress, checkFile, type Probe } from './check-address.ts';

/** Addresses of a crawl that are requested, and of one host. */
const mostChecked = 20_000;
const mostOfHost = 1_000;
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
  readonly isStopped: () => boolean;
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
}

/**
 * Asks external addresses once, under the tokens of their hosts, and stores what became of them. What is stored is not requested
 * again. Whoever kills it finds the checks of up to five seconds before.
 */
export async function checkExternal(
  ports: CheckPorts,
  spec: ResolvedSpec,
  { external, rich }: WantedChecks,
): Promise<LeftChecks> {
  const { objects, isStopped } = ports;
  const kept = new KeptChecks(objects, ports.clock);
  const known = await kept.read();
  const { asked, beyond } = withinBounds(external);
  const files = rich.slice(0, mostChecked);
  // A file of one site may be an external address of another site: both requests are made.
  const open = [...files.map(asFile), ...asked.map(asPage)].filter(wanted => !known.has(keyOf(wanted)));
  const hosts = Map.groupBy(open, ({ url }) => hostOf(new URL(url)));
  if (open.length > 0) await objects.put(checksOpenName, [Buffer.from('open')]);
  const check = checker(ports, spec);
  let stopped = open.length;
  await sideBySide([...hosts.values()], atOnce, async ofHost => {
    for (const wanted of ofHost) {
      if (isStopped()) return;
      const checked = await check(wanted);
      // The fetcher may have been closed meanwhile.
      if (isStopped()) return;
      stopped -= 1;
      await kept.add(checked);
    }
  });
  await kept.store();
  if (stopped === 0) await objects.remove(checksOpenName);
  return { beyond, beyondRich: rich.length - files.length, stopped };
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

/** Sentences for `crawl.json`; none where all were requested. */
export function leftText({ beyond, beyondRich, stopped }: LeftChecks): readonly string[] {
  const count = (number: number): string => number.toLocaleString('en');
  return [
    ...(beyond > 0
      ? [
          `${count(beyond)} external addresses were not checked: at most ${count(mostChecked)} of a crawl are, and ${count(mostOfHost)} of a host.`,
        ]
      : []),
    ...(beyondRich > 0
      ? [`${count(beyondRich)} linked files were not requested: at most ${count(mostChecked)} of a crawl are.`]
      : []),
    ...(stopped > 0
      ? [`The crawl was stopped before ${count(stopped)} addresses were checked; a resume checks them.`]
      : []),
  ];
}

function checker(
  { clock, fetcher, tokens, log }: CheckPorts,
  spec: ResolvedSpec,
): (wanted: Wanted) => Promise<ExternalCheck> {
  /** By origin. */
  const faults = new Map<string, FetchAnswer & { readonly kind: 'failed' }>();
  const answers = new PoliteAnswers({
    ...{ fetcher, clock, identity: requestIdentityOf(spec), record: new MemoryRecord() },
    delayMs: Math.max(...spec.sites.map(({ delayMs }) => delayMs)),
    robots: robotsPolicyNamed(spec.robots),
    told: ({ address, kind, answer }) => {
      logAnswer({ clock, log }, address, -1, answer);
      if (kind === 'robots' && answer.kind === 'failed') faults.set(new URL(address).origin, answer);
    },
  });
  const lines = new TokenLines(clock, tokens);
  const probe: Probe = async (url, method) => await answers.probe(url, method, lines);
  const host = { robotsFault: (origin: string) => faults.get(origin) };
  return async ({ url, isFile }) => await (isFile ? checkFile : checkAddress)(url, probe, host);
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

  /** Keys of what was checked before. A damaged object is removed, and its addresses are requested again. */
  async read(): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (const name of await this.#objects.list(checksFolder)) {
      if (name === checksOpenName) continue;
      this.#next = Math.max(this.#next, Number(name.slice(checksFolder.length)) + 1);
      try {
        for (const { url, file } of decodeChecks(await this.#objects.get(name)))
          known.add(keyOf({ url, isFile: file !== undefined }));
      } catch (error) {
        if (!(error instanceof LostObject)) throw error;
        await this.#objects.remove(name);
      }
    }
    return known;
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
