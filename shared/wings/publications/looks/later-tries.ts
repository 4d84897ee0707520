const hourS = 3_600;
const dayS = 24 * hourS;
/** Seconds from the first look: 10 minutes, 1 hour, 6 hours, then daily for 14 days. */
const triesS = [600, hourS, 6 * hourS, ...Array.from({ length: 14 }, (_, day) => (day + 1) * dayS)];

/** When an address that gave no publication at `first` (epoch ms) is tried again; undefined after the last try. */
export function nextTry(first: number, now: number): number | undefined {
  const afterS = triesS.find(each => first + each * 1000 > now);
  return afterS === undefined ? undefined : first + afterS * 1000;
}
