/** Lists of one month, whatever they are called: `/2025/03/`, `/archive/2025-03`, `/news/2025.03.html`. */

const monthAtEnd = /(?<=\/)(19[89]\d|20\d\d)([/.-])(0?[1-9]|1[0-2])(?=\/?$|\.\w{2,5}$)/;

/** The list of the month before that of `address`, written in the same way; undefined if it is the list of no month. */
export function monthBefore(address: string): string | undefined {
  const url = new URL(address);
  const [found, year, separator, month] = monthAtEnd.exec(url.pathname) ?? [];
  if (found === undefined) return undefined;
  const before = 12 * Number(year) + Number(month) - 2;
  const name = String((before % 12) + 1).padStart(month!.length, '0');
  url.pathname = url.pathname.replace(monthAtEnd, `${Math.floor(before / 12)}${separator}${name}`);
  return url.href;
}
