import { createHash } from 'node:crypto';

interface Run {
  readonly root: string;
  readonly crawl: string;
  /** Origins by what they are called. */
  readonly places: Readonly<Record<string, string>>;
}

/** Characters of an answer that are kept as they are; the rest by its digest. */
const mostShown = 1_000;

/** Values that depend on when and how fast the test ran. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/(?!2024)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, '<time>'],
  [/(?!2024)20\d\d-\d\d-\d\d/g, '<day>'],
  [/\b1(?:7[4-9]|8\d)\d{10}\b/g, '<ms>'],
  [/(?<= )\d\d:\d\d:\d\d\b/g, '<clock>'],
  [/(?<="(?:elapsedMs|pagesPerSecond|size)":)[\d.]+/g, '<amount>'],
  [/(?<=\bsite, )\d+ s/g, '<seconds>'],
];

/** A text of which nothing depends on when and where it was written: stored instants are of 2024, others are of the present. */
export function steady(text: string, { root, crawl, places }: Run): string {
  let steadied = text
    .replaceAll(/"next":"(?<cursor>[\w-]{9,})"/g, (_, cursor: string) => `"next":${Buffer.from(cursor, 'base64url')}`)
    .replaceAll(root, 'ROOT')
    .replaceAll(crawl, 'CRAWL');
  for (const [name, origin] of Object.entries(places)) {
    const { host } = new URL(origin);
    steadied = steadied
      .replaceAll(origin, `http://${name}`)
      .replaceAll(host, name)
      .replaceAll(host.replace(':', '_'), name);
  }
  for (const [pattern, name] of passing) steadied = steadied.replaceAll(pattern, name);
  if (steadied.length <= mostShown) return steadied;
  const digest = createHash('sha256').update(steadied).digest('hex').slice(0, 16);
  return `${steadied.slice(0, mostShown)}… ${steadied.length} characters ${digest}`;
}
