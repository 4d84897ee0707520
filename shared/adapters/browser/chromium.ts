import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, LaunchOptions } from 'puppeteer-core';
import { type Allowance, allowance, BadInput, refusedValue } from '../../domain/refusal/refusal.ts';
import type { Processes } from '../../ports/ports.ts';
import { BrowserFolder, hasBundledChromium, removeProfile } from './browser-folder.ts';
import { watchMemory } from './memory-watch.ts';

/** Where Chromium and Chrome are installed on Linux, macOS and Windows. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Chromium has no own way to the network: its proxy is a closed port (also for loopback addresses), it resolves no names, and
 * WebRTC and QUIC may not use UDP. `PageRequests` answers the requests of a page.
 */
const isolated = [
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];

const quiet = (
  '--block-new-web-contents --disable-background-networking --disable-component-update ' +
  '--disable-default-apps --disable-dev-shm-usage --disable-domain-reliability --disable-extensions ' +
  '--disable-gpu --disable-sync --hide-scrollbars --lang=en-US --metrics-recording-only --mute-audio ' +
  '--no-first-run --no-pings ' +
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,InterestFeedContentSuggestions'
).split(' ');

/** A machine with much to do takes seconds to start one. */
const longestStartMs = 30_000;

const lastWordsMs = 500;
const mostSaid = 2_000;

/** Node speaks of each process that it makes. */
const newProcesses = 'child_process';

/** V8's heap of one page, MiB: a page that wants more ends its renderer. */
const pageHeapMb = 512;

export interface ChromiumOptions {
  /** An installed Chrome or Chromium. */
  readonly executable?: string;
  /** Says whose profiles are left over. */
  readonly processes: Processes;
  /** It goes to the network by itself; `window`: a person sees it. Absent: it has no way to the network. */
  readonly outside?: { readonly window: boolean; readonly proxy?: string };
  /** Inside of a Lambda function, where no program may give up rights for the programs that it starts. */
  readonly inLambda?: boolean;
}

/** A browser with its own profile. */
export interface RunningChromium {
  readonly browser: Browser;
  /** Its pages cannot have a context each, so it is good for a single load. */
  readonly isForOneLoad: boolean;
  /** Ends all its processes at once, however busy they are, and removes its profile. */
  end(): Promise<void>;
}

/**
 * Starts a browser. Throws `BadInput` where there is none. Nothing of puppeteer is loaded before the first call.
 *
 * The browser listens to a pipe of this process and ends when the pipe does, so that none outlives a process that was
 * killed. The profile of such a browser is removed at the next start.
 */
export async function startChromium(options: ChromiumOptions): Promise<RunningChromium> {
  const { default: puppeteer } = await import('puppeteer-core');
  const folder = new BrowserFolder(options.processes);
  const { inLambda = false } = options;
  if (inLambda) await folder.amazonLinux();
  const executablePath = await executableOf(options, folder);
  const start = async (): Promise<RunningChromium> => {
    const userDataDir = await folder.newProfile();
    const launch = launchOptions(executablePath, userDataDir, options);
    try {
      return running(await launched(() => puppeteer.launch(launch), userDataDir), userDataDir, inLambda);
    } catch (error) {
      await removeProfile(userDataDir);
      throw error;
    }
  };
  try {
    // A machine without memory kills what is new; the next start may have more luck.
    return await start().catch(error => (error instanceof KilledAtStart ? start() : Promise.reject(error)));
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error).split('\n', 1)[0];
    throw noBrowser(allowance('browser-start', { path: executablePath, why: why! }));
  }
}

/** Somebody has ended the program before it was a browser. */
class KilledAtStart extends Error {}

function launchOptions(
  executablePath: string,
  userDataDir: string,
  { inLambda = false, outside }: ChromiumOptions,
): LaunchOptions {
  const ways = outside?.proxy === undefined ? [] : [`--proxy-server=${outside.proxy}`];
  return {
    ...{ executablePath, userDataDir, pipe: true },
    args: [
      ...(outside === undefined ? isolated : ways),
      // A person's window has scroll bars, and opens others for the login of an organization.
      ...(outside?.window === true ? [] : quiet),
      ...rights(inLambda),
      `--js-flags=--max-old-space-size=${pageHeapMb}`,
    ],
    headless: outside?.window === true ? false : 'shell',
    protocolTimeout: 30_000,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // The files that it shares among its processes are there, and some stay when it is killed.
    env: { ...process.env, TMPDIR: userDataDir },
  };
}

/**
 * The browser that `launch` starts. Throws if its program cannot be started, ends, or does not speak as a browser does in time;
 * then no process of it is left.
 */
async function launched(launch: () => Promise<Browser>, profile: string): Promise<Browser> {
  // Puppeteer hands out the process of a browser that has started, and of no other.
  const started = new Set<ChildProcess>();
  const failure = Promise.withResolvers<never>();
  const note = (message: unknown): void => {
    const { process: child } = message as { readonly process: ChildProcess };
    child.once('error', error => isOf(child, profile) && failure.reject(error));
    child.once('spawn', () => isOf(child, profile) && void endOf(child).then(failure.reject));
    started.add(child);
  };
  const late = () => failure.reject(new Error(`it does not answer within ${longestStartMs / 1_000} seconds`));
  const timer = setTimeout(late, longestStartMs);
  subscribe(newProcesses, note);
  try {
    const browser = launch().catch(async (error: unknown) => {
      // Puppeteer sees the pipe close, and nothing of what the program said.
      await Promise.race([failure.promise, wait(2 * lastWordsMs)]);
      throw error;
    });
    return await Promise.race([browser, failure.promise]);
  } catch (error) {
    for (const child of started) if (isOf(child, profile)) await killGroup(child);
    throw error;
  } finally {
    // The process may end later.
    failure.promise.catch(() => undefined);
    unsubscribe(newProcesses, note);
    clearTimeout(timer);
  }
}

/** Why a program has ended, with the last thing that it said: often the library that the system lacks. */
async function endOf(child: ChildProcess): Promise<Error> {
  let said = '';
  child.stderr?.on('data', data => {
    said = (said + String(data)).slice(-mostSaid);
  });
  const closed = once(child, 'close');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  // Its child processes may hold its output open.
  await Promise.race([closed, wait(lastWordsMs, undefined, { ref: false })]);
  const line = said.trim().split('\n').at(-1)!;
  const why = `it has ended with ${signal ?? `code ${code}`}${line === '' ? '' : `: ${line}`}`;
  return signal === null ? new Error(why) : new KilledAtStart(why);
}

function isOf({ spawnargs }: ChildProcess, profile: string): boolean {
  return spawnargs.some(argument => argument === `--user-data-dir=${profile}`);
}

function running(browser: Browser, profile: string, isForOneLoad: boolean): RunningChromium {
  const child = browser.process()!;
  // Puppeteer's own listener, which came first, has killed the browser by then.
  const atExit = () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  process.once('exit', atExit);
  const unwatch = watchMemory(child.pid!, isForOneLoad);
  const end = async (): Promise<void> => {
    unwatch();
    await killGroup(child);
    await browser.disconnect();
    await removeProfile(profile);
    process.off('exit', atExit);
  };
  // Once: later, the number of the group may be that of other processes.
  let ending: Promise<void> | undefined;
  return { browser, isForOneLoad, end: () => (ending ??= end()) };
}

/** The first process of a browser leads a group: the renderers are of it too. */
async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const exit = isOver ? undefined : once(child, 'exit');
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await exit;
}

/**
 * As root, and where a program may make no namespaces, Chromium refuses to start with its own sandbox. In Lambda it cannot
 * start further processes (`prctl(PR_SET_NO_NEW_PRIVS)` fails), so pages live in its first process. Then a page with a
 * its own context ends it.
 */
function rights(inLambda: boolean): readonly string[] {
  if (process.platform !== 'linux') return [];
  return [
    '--no-sandbox',
    '--no-zygote',
    ...(inLambda ? ['--single-process', '--in-process-gpu', '--disable-software-rasterizer'] : []),
  ];
}

async function executableOf({ executable, outside }: ChromiumOptions, folder: BrowserFolder): Promise<string> {
  if (executable !== undefined) {
    if (existsSync(executable)) return executable;
    throw noBrowser(allowance('browser-path', { path: executable }));
  }
  // The bundled one has no windows.
  const mayBeBundled = outside?.window !== true && process.platform === 'linux' && process.arch === 'x64';
  if (mayBeBundled && hasBundledChromium()) return await folder.chromium();
  const installed = usualPlaces.find(place => existsSync(place));
  if (installed !== undefined) return installed;
  throw noBrowser(allowance('no-browser'));
}

function noBrowser(why: Allowance): BadInput {
  return new BadInput([refusedValue('browser', undefined, why)]);
}
