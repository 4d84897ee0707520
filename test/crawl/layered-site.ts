import {
  type LoopbackSite,
  type Pages,
  page,
  redirect,
  type SiteSettings,
  startSite,
} from '../servers/loopback-site.ts';

const width = 30;

/**
 * About `levels * 30` pages with redirects, duplicates, external and bad links on each level. The first segment of a
 * path names the phase in which it is asked for: `l3` = linked pages of level 3, `t3` = targets of redirects there.
 */
export async function startLayeredSite(levels: number, settings: SiteSettings = {}): Promise<LoopbackSite> {
  const pages: Record<string, Pages[string]> = { '/': page('start', ...linksInto(1)) };
  for (let level = 1; level <= levels; level += 1) {
    for (let n = 0; n < width; n += 1) pages[`/l${level}/${n}`] = pageAt(level, n, level < levels);
    for (let n = 0; n < 3; n += 1) pages[`/t${level}/${n}`] = page(`target ${level} ${n}`, '/', `/l${level}/1`);
  }
  return await startSite(pages, settings);
}

function pageAt(level: number, n: number, hasMore: boolean): Pages[string] {
  if (n % 10 === 9) return redirect(`/t${level}/${Math.floor(n / 10)}`);
  // Every seventh page has the content of its neighbour.
  const content = n % 7 === 6 ? n - 1 : n;
  const more = hasMore ? linksInto(level + 1).filter((_, index) => (index + content) % 3 === 0) : [];
  return page(
    `page ${level} ${content}`,
    ...more,
    `/l${level}/${(content + 1) % width}`,
    `/l${level + 1}/missing-${content % 4}`,
    `http://other-${content % 5}.example/${level}`,
    `javascript:${level}`,
    // Other spellings of the start page and of what redirects lead to.
    `/?from-${content % 3}=`,
    `/t${level}/${content % 3}?`,
  );
}

function linksInto(level: number): string[] {
  return Array.from({ length: width }, (_, n) => `/l${level}/${n}`);
}
