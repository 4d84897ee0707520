import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that the benchmark runs, as one whole process, on a site. */
export interface Program {
  readonly name: string;
  /** The command that starts one run; `folder` is empty before it and removed after it. */
  command(origin: string, folder: string): { command: string[]; variables?: Record<string, string> };
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** undici fetching `pathsFile` and throwing it away. */
export function fetchCeiling(pathsFile: string, connections: number): Program {
  return {
    name: 'ceiling',
    command: origin => ({
      command: [process.execPath, here('../crawls/fetch-ceiling.ts'), origin, pathsFile, String(connections)],
    }),
  };
}

/** The product as a user starts it, with its own state folder, so that no run waits for a host's token of another. */
export function orbweaver(start: string, connections: number): Program {
  return orbweaverAs('orbweaver', start, connections);
}

/** The same without waiting for the disk: what `orbweaver` takes beyond it is the price of surviving a power failure. */
export function orbweaverFast(start: string, connections: number): Program {
  return orbweaverAs('orbweaver-fast', start, connections, '--durability', 'fast');
}

/** The same with signatures of all texts, and the report of near duplicates. */
export function orbweaverNear(start: string, connections: number): Program {
  return orbweaverAs('orbweaver-near', start, connections, '--near-duplicates', '0.9');
}

/** The same pages in the order that is learnt, with a budget that no site reaches. */
export function orbweaverLinks(start: string, connections: number): Program {
  return orbweaverAs('orbweaver-links', start, connections, '--order', 'links', '--limit', '1000000');
}

/** The same of another checkout, whose `npm ci` has made its bundle: what a change costs, in one interleaved run. */
export function orbweaverBefore(folder: string, start: string, connections: number): Program {
  return orbweaverAt(join(resolve(folder), 'functions/orbweaver.js'), 'before', start, connections);
}

function orbweaverAs(name: string, start: string, connections: number, ...more: readonly string[]): Program {
  return orbweaverAt(here('../../functions/orbweaver.js'), name, start, connections, ...more);
}

function orbweaverAt(launcher: string, name: string, start: string, connections: number, ...more: string[]): Program {
  return {
    name,
    command: (origin, folder) => ({
      command: [
        launcher,
        ...['crawl', origin + start],
        ...['--delay', '0', '--max-downloads', String(connections)],
        ...['--out', join(folder, 'crawl'), '--quiet', ...more],
      ],
      variables: { ORBWEAVER_STATE: join(folder, 'state') },
    }),
  };
}

/**
 * The peer in `peers/spider`, at its own concurrency: `spider` gets its pages as its documentation shows,
 * `spider-callback` in the cheapest way there is.
 */
export function spiders(binary: string, start: string): Program[] {
  const way = (name: string, argument: string): Program => ({
    name,
    command: origin => ({ command: [binary, origin + start, argument] }),
  });
  return [way('spider', 'subscribe'), way('spider-callback', 'callback')];
}

/** wget2 as a crawler of one site: it follows links of pages and writes the files. GNU time reports its memory. */
export function wget2(start: string, connections: number): Program {
  return {
    name: 'wget2',
    command: (origin, folder) => ({
      command: [
        ...['bash', '-c', 'command time -q -a -o "$BENCH_PEAK_FILE" -f %M "$@" || [ $? -eq 8 ]', 'bash'],
        ...['wget2', '--recursive', '--level=0', '--follow-tags=a', '--no-config', '--quiet', '--tries=1'],
        ...[`--max-threads=${connections}`, '-P', join(folder, 'files'), origin + start],
      ],
    }),
  };
}

/** Whether wget2 and GNU time are installed. */
export function hasWget2(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return ['wget2', 'time'].every(name => folders.some(folder => existsSync(join(folder, name))));
}

/** Where the spider peer was built: BENCH_SPIDER, else Cargo's target folder; undefined where there is none. */
export function findSpider(): string | undefined {
  const named = process.env['BENCH_SPIDER'];
  const target = process.env['CARGO_TARGET_DIR'] ?? here('../peers/spider/target');
  return [named, join(target, 'release/spider-peer')].find(path => path !== undefined && existsSync(path));
}
