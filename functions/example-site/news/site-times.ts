/** Minutes east of UTC in which both sites write. */
export const siteOffset = 180;

/** The time on the sites' clocks, as if it were UTC. */
export function siteTime(at: number): Date {
  return new Date(at + siteOffset * 60_000);
}

/** `2017/09/12`. */
export function dayPath(at: number, separator = '/'): string {
  return siteTime(at).toISOString().slice(0, 10).replaceAll('-', separator);
}

/** `2017-09-12T15:34:00+03:00`. */
export function isoTime(at: number): string {
  return `${siteTime(at).toISOString().slice(0, 19)}+03:00`;
}

/** `Tue, 12 Sep 2017 15:34:00 +0300`. */
export function mailTime(at: number): string {
  return siteTime(at).toUTCString().replace('GMT', '+0300');
}
