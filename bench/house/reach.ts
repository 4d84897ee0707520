/**
 * Which files work for one thing more: the same program runs with and without it under V8's coverage, and a function
 * works for it if every run with it calls the function more often than any run without it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OwnFile, type OwnFunction, projectFolder, type Reference } from './own-files.ts';

export interface Reach {
  /** Files of which a function works for it. */
  readonly ran: number;
  /**
   * Those of them with a working function that refers to a function or class of another file that works. The others are
   * leaves: their names say what they do.
   */
  readonly handOn: number;
  /** Those of them that hand it to a file that hands it on, too: who follows the way opens these. */
  readonly road: number;
}

/** Timers tick more or less often in one run, so there are several. */
const runs = 3;

/** `program` is run with the first argument, without the thing, and with the second. */
export function reachOf(
  program: string,
  [without, having]: readonly [string, string],
  files: readonly OwnFile[],
): Reach {
  const callsWithout = Array.from({ length: runs }, () => callsOf(program, without));
  const callsHaving = Array.from({ length: runs }, () => callsOf(program, having));
  const working = new Map<string, number[]>();
  for (const name of callsHaving[0]!.keys()) {
    const least = Math.min(...callsHaving.map(calls => calls.get(name) ?? 0));
    const most = Math.max(...callsWithout.map(calls => calls.get(name) ?? 0));
    if (least <= most) continue;
    const [path, start] = [name.slice(0, name.indexOf('#')), Number(name.slice(name.lastIndexOf('@') + 1))];
    working.set(path, [...(working.get(path) ?? []), start]);
  }
  const ran = files.filter(({ path }) => working.has(path));
  const declared = new Map(files.map(file => [file.path, file.declared]));
  const works = ({ path, name }: Reference): boolean => {
    const { start, end } = declared.get(path)?.get(name) ?? { start: 0, end: 0 };
    return working.get(path)?.some(at => start <= at && at < end) ?? false;
  };
  const thatRefer = (among: readonly OwnFile[], to: (reference: Reference) => boolean): readonly OwnFile[] =>
    among.filter(({ path, code }) => working.get(path)!.some(start => functionAt(code, start)?.refersTo.some(to)));
  const handOn = thatRefer(ran, works);
  const onward = new Set(handOn.map(({ path }) => path));
  const road = thatRefer(handOn, reference => onward.has(reference.path) && works(reference));
  return { ran: ran.length, handOn: handOn.length, road: road.length };
}

/** The innermost function that begins at `start`, or whose name does. */
function functionAt(code: OwnFile['code'], start: number): OwnFunction | undefined {
  return code.findLast(each => each.start <= start && start < each.bodyStart);
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly [{ readonly startOffset: number; readonly count: number }];
    }[];
  }[];
}

/** How often each function of ours was called, on all threads together. */
function callsOf(program: string, argument: string): ReadonlyMap<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-reach-'));
  const coverage = join(folder, 'coverage');
  try {
    execFileSync(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), argument, folder], {
      env: { ...process.env, NODE_V8_COVERAGE: coverage, ORBWEAVER_STATE: join(folder, 'state') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const calls = new Map<string, number>();
    for (const name of readdirSync(coverage)) addCalls(calls, readFileSync(join(coverage, name), 'utf8'));
    return calls;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function addCalls(calls: Map<string, number>, text: string): void {
  const { result } = JSON.parse(text) as Coverage;
  for (const { url, functions } of result.filter(script => script.url.startsWith('file:'))) {
    const path = relative(projectFolder, fileURLToPath(url)).replaceAll('\\', '/');
    for (const { functionName, ranges } of functions) {
      const [{ startOffset, count }] = ranges;
      // The function at the beginning of a file is the file itself: it runs when it is loaded.
      if (functionName === '' && startOffset === 0) continue;
      const name = `${path}#${functionName}@${startOffset}`;
      calls.set(name, (calls.get(name) ?? 0) + count);
    }
  }
}
