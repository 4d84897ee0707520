import { existsSync } from 'node:fs';
import type { Browser, LaunchOptions } from 'puppeteer-core';

/** There is no browser to start. The message says what to do. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

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
 * Chromium has no way to the network of its own: its proxy is a closed port (also for loopback addresses), it resolves no
 * names, and WebRTC and QUIC may not use UDP. What a page asks for is answered by `PageRequests`.
 */
const isolated = [
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];

const quiet = [
  '--block-new-web-contents',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--hide-scrollbars',
  '--lang=en-US',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-first-run',
  '--no-pings',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,InterestFeedContentSuggestions',
];

/** V8's heap of one page, MiB: a page that wants more ends its renderer. */
const pageHeapMb = 512;

export interface ChromiumOptions {
  /** An installed Chrome or Chromium. */
  readonly executable?: string;
}

/** Starts a browser. Throws `NoBrowser` where there is none. Nothing of puppeteer is loaded before the first call. */
export async function startChromium(options: ChromiumOptions = {}): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core');
  const launch: LaunchOptions = {
    executablePath: await executableOf(options),
    args: [...isolated, ...quiet, ...rights(), `--js-flags=--max-old-space-size=${pageHeapMb}`],
    headless: 'shell',
    protocolTimeout: 30_000,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  try {
    return await puppeteer.launch(launch);
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error).split('\n', 1)[0];
    throw new NoBrowser(`Chromium (${launch.executablePath}) does not start: ${why}`, { cause: error });
  }
}

/** As root, and where a program may make no namespaces, Chromium refuses to start with its own sandbox. */
function rights(): readonly string[] {
  return process.platform === 'linux' ? ['--no-sandbox', '--no-zygote'] : [];
}

async function executableOf({ executable }: ChromiumOptions): Promise<string> {
  if (executable !== undefined) {
    if (existsSync(executable)) return executable;
    throw new NoBrowser(
      `browser: ${executable} does not exist; allowed is the path of an installed Chrome or Chromium.`,
    );
  }
  if (process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64')) {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  }
  const installed = usualPlaces.find(place => existsSync(place));
  if (installed !== undefined) return installed;
  throw new NoBrowser('browser: no Chrome or Chromium was found; --browser PATH names an installed one.');
}
