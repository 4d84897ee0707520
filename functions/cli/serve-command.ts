import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentLayer, readSettings } from '../../shared/domain/spec/resolve/environment-layer.ts';
import { onInterrupts } from './commands/interrupts.ts';
import { exitCodes, failureOf } from './terminal/exit-codes.ts';
import { openBrowser } from './terminal/open-browser.ts';
import { BadCommand, formatCounted } from './terminal/print.ts';

export interface ServeOptions {
  readonly root: string;
  readonly port: string;
  readonly host: string;
  /** Private hosts that all crawls of the server may ask. */
  readonly allowHost?: readonly string[];
  readonly lang?: string;
  /** Crawls of an account: the name of its stack, or `true` where there is one. */
  readonly remote?: string | true;
  readonly api?: string;
  /** Opens the page in a browser; `--no-open` leaves it out. */
  readonly open?: boolean;
}

/** How long a crawl may take to end after its requests in flight and to write its results; it goes on without us. */
const stopWaitMs = 60_000;

/** `orbweaver serve`: until Ctrl-C. The exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  return options.remote === undefined && options.api === undefined
    ? await serveLocal(options)
    : await serveRemote(options);
}

/** The same page for the crawls of a deployed stack. */
async function serveRemote({ remote, api, ...options }: ServeOptions): Promise<number> {
  const { remoteClient } = await import('./remote/remote-api.ts');
  const { startRemoteConsole } = await import('../serve/remote-console.ts');
  const stack = typeof remote === 'string' ? { stack: remote } : {};
  const { client, address } = await remoteClient({ ...stack, ...(api !== undefined && { api }) });
  const served = await startRemoteConsole({ ...addressOf(options), client, onError: showError });
  showLink(served, options);
  process.stderr.write(`Crawls of ${address.href}. Ctrl-C ends the server; the crawls go on.\n`);
  await interrupts().first;
  await served.close();
  return exitCodes.finished;
}

async function serveLocal(options: ServeOptions): Promise<number> {
  const { startLocalConsole } = await import('../serve/local-console.ts');
  const { serveExampleSite } = await import('../example-site/serve-example-site.ts');
  const root = resolve(options.root);
  const served = await startLocalConsole({
    ...{ ...addressOf(options), root, onError: showError, allowHosts: allowedHosts(options) },
    serveExample: async () => await serveExampleSite(),
  });
  showLink(served, options);
  const isThere = existsSync(root) ? '' : ', a folder that is not there yet: the first crawl makes it';
  process.stderr.write(`Crawls of ${root}${isThere}. Ctrl-C ends the server.\n`);
  const { ScheduledRuns } = await import('../serve/scheduled-runs.ts');
  const scheduled = new ScheduledRuns(root, text => process.stderr.write(`${text}\n`));
  const { first, second } = interrupts();
  await first;
  await scheduled.close();
  const running = await served.stopCrawls();
  if (running > 0) {
    const crawls = formatCounted(running, 'crawl');
    process.stderr.write(`Stopping ${crawls} after the requests in flight; Ctrl-C again leaves without waiting.\n`);
    await Promise.race([served.crawlsEnded(), sleep(stopWaitMs, undefined, { ref: false }), second]);
  }
  await served.close();
  return exitCodes.finished;
}

/** The hosts of the option, else of the variable. Throws `BadInput`. */
function allowedHosts({ allowHost }: ServeOptions): readonly string[] {
  const given =
    allowHost === undefined ? environmentLayer(process.env) : readSettings({ allowHosts: allowHost }, 'option');
  return given.spec.allowHosts ?? [];
}

/** The link goes to stdout, for programs; the token is behind #, which no browser sends anywhere. */
function showLink(
  { origin, token }: { origin: string; token: string },
  { lang, open = true }: Pick<ServeOptions, 'lang' | 'open'>,
): void {
  const language = lang === undefined ? '' : `?lang=${lang}`;
  const link = `${origin}/${language}#token=${token}`;
  process.stdout.write(`${link}\n`);
  const { platform, env, stdout } = process;
  if (open) openBrowser(link, { platform, env, isTerminal: stdout.isTTY });
}

/** Throws `BadCommand`. */
function addressOf({ host, port, lang }: Pick<ServeOptions, 'host' | 'port' | 'lang'>): {
  host: string;
  port: number;
} {
  const faults = [
    ...(loopback.includes(host) ? [] : [`--host: ${host} is refused; allowed are ${loopback.join(', ')}.`]),
    ...(/^\d{1,5}$/.test(port) && Number(port) < 65_536
      ? []
      : [`--port: ${port} is refused; allowed is 0 to 65535, 0 being any free one.`]),
    ...(lang === undefined || languages.includes(lang)
      ? []
      : [`--lang: ${lang} is refused; allowed are ${languages.join(', ')}.`]),
  ];
  if (faults.length > 0) throw new BadCommand(faults);
  return { host, port: Number(port) };
}

/** Nobody else's machine may ask: what the page can do is as much as its user can. */
const loopback = ['127.0.0.1', 'localhost', '::1'];
const languages = ['en', 'ru'];

function showError(error: unknown): void {
  process.stderr.write(failureOf(error, Boolean(process.env['ORBWEAVER_DEBUG'])).text);
}

/** The first and the second Ctrl-C. */
function interrupts(): { readonly first: Promise<void>; readonly second: Promise<void> } {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onInterrupts(first.resolve, second.resolve);
  return { first: first.promise, second: second.promise };
}
