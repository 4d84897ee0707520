import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readRegular } from '../../../shared/adapters/local/open.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import type { resumeLocalCrawl } from '../../embedded/run-crawl.ts';
import { TickLoop } from '../../embedded/tick-loop.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { type ServedNewsSites, serveNewsSites } from '../../example-site/news/serve-news-sites.ts';
import { onInterrupts } from '../commands/interrupts.ts';
import type { RunOptions } from '../commands/run-to-end.ts';
import { exampleOrganizations } from '../mentions/example-organizations.ts';
import { moduleAddress } from '../spec/config-file.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { BadCommand } from '../terminal/print.ts';
import type { KeptAsking } from '../tone/kept-asking.ts';
import { makeWatch, type NewWatchOptions } from './new-watch.ts';
import { endLines, watchLine } from './watch-text.ts';

export interface RunWatchOptions extends Omit<RunOptions, 'example'> {
  readonly once?: true;
  /** Files of its plugins, named again. */
  readonly plugin?: readonly string[];
}

/** The changes that `orbweaver resume` makes to a watch. */
type WatchChanges = Pick<Parameters<typeof resumeLocalCrawl>[0], 'raise' | 'allowHosts' | 'plugins'>;

const lineMs = 5_000;
const [alertMs, askMs] = [2_000, 10_000];

/** `orbweaver watch run`; the exit code. */
export async function runWatch(
  directory: string,
  options: RunWatchOptions,
  changes: WatchChanges = { raise: {} },
): Promise<number> {
  await using _site = await servedAgain(directory);
  return await runToEnd(directory, options, changes);
}

async function runToEnd(
  directory: string,
  { once, quiet, json, plugin = [], logDisplay }: RunWatchOptions,
  changes: WatchChanges = { raise: {} },
): Promise<number> {
  const { resumeLocalCrawl } = await import('../../embedded/run-crawl.ts');
  // Refuses what is no watch.
  await readWatch(directory);
  const crawl = await resumeLocalCrawl({
    ...{ directory, once: once === true },
    plugins: plugin.map(each => moduleAddress(each, process.cwd())),
    ...changes,
  });
  if (logDisplay) crawl.onLogLine(line => process.stderr.write(`${line}\n`));
  const say = (text: string): void => void (quiet ? undefined : process.stderr.write(`${text}\n`));
  let isStopped = false;
  const release = onInterrupts(
    () => {
      say(`Stopping after the requests in flight; go on by: orbweaver watch run ${directory}`);
      isStopped = true;
      crawl.stop();
    },
    () => crawl.stopNow(),
  );
  let shown = '';
  const show = async (): Promise<void> => {
    const line = watchLine(await readWatch(directory), new Date());
    if (line !== shown) say(line);
    shown = line;
  };
  const timer = quiet ? undefined : setInterval(() => void show().catch(() => {}), lineMs);
  let asking: KeptAsking | undefined;
  const alerts = startBeside('Alerts', alertMs, async () => {
    const { sendAlerts } = await import('../../embedded/watch/send-alerts.ts');
    await sendAlerts(directory);
  });
  const tones = startBeside('Tone', askMs, async () => {
    const { KeptAsking: Asking } = await import('../tone/kept-asking.ts');
    asking ??= new Asking(directory, say, () => isStopped);
    await asking.ask();
  });
  try {
    await crawl.run();
  } finally {
    clearInterval(timer);
    await Promise.all([alerts.end(), tones.end()]);
    release();
  }
  const state = await readWatch(directory);
  if (!quiet) for (const line of endLines(state, directory)) say(line);
  process.stdout.write(json ? `${JSON.stringify(state)}\n` : `${directory}\n`);
  return once ? exitCodes.finished : exitCodes.stopped;
}

/** Does work again and again while the watch runs, and once more at its end. A fault is said once; the work is tried again. */
function startBeside(name: string, everyMs: number, work: () => Promise<void>): { end(): Promise<void> } {
  let said = '';
  const onError = (error: unknown): void => {
    const text = `${name}: ${(error as Error).message}\n`;
    if (text !== said) process.stderr.write(text);
    said = text;
  };
  const loop = new TickLoop(work, onError);
  const timer = setInterval(() => loop.soon(), everyMs);
  return {
    end: async () => {
      clearInterval(timer);
      await loop.end();
      await work().catch(onError);
    },
  };
}

const exampleFile = 'example.json';
const exampleShape = z.object({
  begin: z.number().int(),
  ports: z.object({ herald: z.number().int().min(1).max(65_535), courier: z.number().int().min(1).max(65_535) }),
});
/** The bundled sites began so long ago. */
const agesMs = 60 * 3_600_000;

export interface ExampleWatchOptions extends NewWatchOptions, RunWatchOptions {
  readonly out?: string;
}

/** `orbweaver watch --example`: the bundled news sites are on this machine and ours, so no delay unless one is requested. */
export async function watchExample(options: ExampleWatchOptions): Promise<number> {
  const begin = Date.now() - agesMs;
  await using site = await serveNewsSites(begin, Date.now);
  const weakest = readSpec({ delayMs: 0 }, () => '--example');
  const source = Object.values(site.urls);
  const directory = await makeWatch(
    options.out,
    { ...options, source, archive: true, organizations: exampleOrganizations },
    weakest,
  );
  if (directory === undefined) throw new Error('the bundled news sites have nothing to watch');
  const ports = { herald: portOf(site.urls.herald), courier: portOf(site.urls.courier) };
  writeFileSync(join(directory, exampleFile), `${JSON.stringify({ begin, ports })}\n`);
  return await runToEnd(directory, options);
}

/** The bundled sites at their ports, where the directory watches them. */
async function servedAgain(directory: string): Promise<ServedNewsSites | undefined> {
  const file = join(directory, exampleFile);
  if (!existsSync(file)) return undefined;
  const { begin, ports } = readExample(file);
  try {
    return await serveNewsSites(begin, Date.now, ports);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new BadCommand([
      `port ${ports.herald} or ${ports.courier} of the bundled news sites is in use; end what listens there, or begin anew by "orbweaver watch --example".`,
    ]);
  }
}

function readExample(file: string): z.infer<typeof exampleShape> {
  try {
    return exampleShape.parse(JSON.parse(readRegular(file)));
  } catch {
    throw new BadCommand([`${file} is damaged; allowed is {"begin": …, "ports": {"herald": …, "courier": …}}.`]);
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
