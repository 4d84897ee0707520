/** Which of `count` points of a curve are shown: the first, the last, and about `most` as far apart as each other. */
export function shownPages(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / most));
  const pages = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  return pages.at(-1) === count - 1 ? pages : [...pages, count - 1];
}
