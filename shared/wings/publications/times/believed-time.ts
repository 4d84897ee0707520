import { detached } from '../../../domain/url/detached-string.ts';
import { readStatedTime, type StatedTime } from './stated-time.ts';

/** Why a stated time is not trusted. */
export type TimeFault = 'bad-date' | 'future-date' | 'old-date';

/** Further ahead than this no time of a publication is trusted, ms: zones that nobody said are within it. */
const mostAheadMs = 48 * 3_600_000;
/** The first page of the Web is of 1990; 1970 is what a missing date becomes. */
const earliest = Date.UTC(1990, 0, 1);

export interface TimeOptions {
  /** Now, epoch ms: times far ahead of it are not trusted. */
  readonly nowMs: number;
  /** Of times that name none; UTC without it. */
  readonly zone?: string;
}

/** The time that `words` state, if it is trusted; `fault` gets the reason why it is not. Undefined too where there are no words. */
export function believedTime(
  words: string | undefined,
  { nowMs, zone }: TimeOptions,
  fault: (why: TimeFault) => void,
): StatedTime | undefined {
  if (words === undefined || words === '') return undefined;
  const time = readStatedTime(words, zone);
  const why = time === undefined ? faultOfUnread(words, nowMs) : faultOf(Date.parse(time.at), nowMs);
  if (why !== undefined) fault(why);
  return why !== undefined || time === undefined ? undefined : { ...time, words: detached(time.words) };
}

/** Dates of later centuries are not read, but `Date` may know what they mean. */
function faultOfUnread(words: string, nowMs: number): TimeFault {
  return faultOf(Date.parse(words), nowMs) === 'future-date' ? 'future-date' : 'bad-date';
}

function faultOf(at: number, nowMs: number): TimeFault | undefined {
  if (at > nowMs + mostAheadMs) return 'future-date';
  return at < earliest ? 'old-date' : undefined;
}
