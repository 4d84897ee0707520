import { execFileSync } from 'node:child_process';
import {
  afterLook,
  type LookHistory,
  newHistory,
  nextLook,
} from '../../shared/wings/publications/looks/look-history.ts';
import { seededRandom } from '../adaptive/seeded-random.ts';

/**
 * Replays histories of publications under intervals that learn and under fixed ones: `npm run bench:intervals`. The commits of
 * this repository are a recorded history; the others are drawn: a newsroom with days and nights, a slow institute, bursts.
 */
const hourMs = 3_600_000;
const seenWithinMs = 15 * 60_000;
const bounds = { leastS: 300, mostS: 86_400 };

interface Replay {
  readonly looks: number;
  readonly seen: number;
}

/** The clock of a replay looks at `due`, learns, and asks `next` when to look again. */
function replay(times: readonly number[], next: (history: LookHistory, at: number) => number): Replay {
  let history = newHistory;
  let since = times[0]! - hourMs;
  let due = times[0]!;
  let looks = 0;
  let seen = 0;
  let first = 0;
  const end = times.at(-1)!;
  while (due <= end) {
    const found: number[] = [];
    while (first < times.length && times[first]! <= due) found.push(times[first++]!);
    looks += 1;
    seen += found.filter(time => due - time <= seenWithinMs).length;
    history = afterLook(history, { at: due, since, times: found, found: found.length });
    since = due;
    due = next(history, due);
  }
  return { looks, seen };
}

/** `rate(at)`: publications an hour; drawn by thinning. */
function drawn(seed: number, days: number, most: number, rate: (at: number) => number): readonly number[] {
  const random = seededRandom(seed);
  const start = Date.UTC(2017, 8, 11);
  const times: number[] = [];
  for (let at = start; at < start + days * 24 * hourMs; ) {
    at += (-Math.log(1 - random()) / most) * hourMs;
    if (random() * most < rate(at)) times.push(Math.round(at));
  }
  return times;
}

const hourOf = (at: number): number => new Date(at).getUTCHours();
const isWorkday = (at: number): boolean => ![0, 6].includes(new Date(at).getUTCDay());

const histories: Readonly<Record<string, readonly number[]>> = {
  'commits of this repository': execFileSync('git', ['log', '--format=%ct'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(seconds => Number(seconds) * 1000)
    .toSorted((a, b) => a - b),
  'newsroom, 8 to 20 h': drawn(1, 60, 6, at => (hourOf(at) >= 8 && hourOf(at) < 20 ? 6 : 0.2)),
  'agency, day and night': drawn(2, 30, 12, () => 12),
  'institute, 3 a workday': drawn(3, 200, 1, at => (isWorkday(at) && hourOf(at) >= 9 && hourOf(at) < 17 ? 0.4 : 0.001)),
  'bursts of an hour a day': drawn(4, 60, 20, at => (hourOf(at) === 15 ? 20 : 0.05)),
};

for (const [name, times] of Object.entries(histories)) {
  const learnt = replay(times, (history, at) => nextLook(history, at, bounds));
  const spanS = (times.at(-1)! - times[0]!) / 1000;
  // As many looks, at equal distances.
  const intervalS = Math.max(1, spanS / learnt.looks);
  const fixed = replay(times, (_, at) => at + intervalS * 1000);
  const share = ({ seen }: Replay) => `${((100 * seen) / times.length).toFixed(1)} %`;
  process.stdout.write(
    `${name.padEnd(28)} ${String(times.length).padStart(6)} publications, ${String(learnt.looks).padStart(6)} looks: ` +
      `within 15 min learnt ${share(learnt)}, every ${Math.round(intervalS / 60)} min ${share(fixed)}\n`,
  );
}
