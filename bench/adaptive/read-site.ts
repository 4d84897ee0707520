/**
 * The external links that each page of a site on disk adds to a target set: new external links in breadth-first order, by the
 * same scanner and link rules as a crawl.
 */
import type { Buffer } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sniffEncoding, toScannable } from '../../shared/domain/html/decode-text.ts';
import { PageScan } from '../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../shared/domain/html/scan-page.ts';
import { attributeText, baseTexts } from '../../shared/domain/html/scanned-text.ts';
import { defaultNormalization } from '../../shared/domain/url/normalization-rules.ts';
import { createLinkResolver } from '../../shared/domain/url/resolve-link.ts';
import type { ResolvedLink } from '../../shared/domain/url/resolved-link.ts';

/** A folder of HTML files served as a site. */
export interface SiteFolder {
  readonly name: string;
  /** Debian package that brings it. */
  readonly debian: string;
  readonly root: string;
  /** Path of the first page. */
  readonly start: string;
}

export const ORIGIN = 'http://127.0.0.1:8080';
const HTML = /\.html?$/i;

/**
 * New external links of each page, at most `mostPages` pages. A page is an HTML file that links from the start page
 * reach, taken once; other files and missing ones are passed over.
 */
export function readSite(site: SiteFolder, mostPages: number): number[] {
  const resolver = createLinkResolver({ site: { origin: ORIGIN, schemes: 'same' }, rules: defaultNormalization });
  const scan = new PageScan();
  const externals = new Set<string>();
  const files = new Set<string>();
  const queue: { address: string; file: string }[] = [];
  const rewards: number[] = [];

  const enqueue = (address: string): void => {
    const file = fileOf(site.root, address);
    if (file === undefined || files.has(file)) return;
    files.add(file);
    queue.push({ address, file });
  };
  const read = (address: string, body: Buffer): void => {
    const known = externals.size;
    for (const link of linksOf(address, body)) {
      if (link.kind === 'internal') enqueue(link.address);
      else if (link.kind === 'external') externals.add(link.identity);
    }
    rewards.push(externals.size - known);
  };
  function* linksOf(address: string, body: Buffer): Generator<ResolvedLink> {
    const sniffed = sniffEncoding({ body, contentType: 'text/html' });
    const { bytes, encoding } = toScannable(body, sniffed.encoding);
    scanPage(bytes, scan, { elements: ['a'] });
    const base = baseTexts(scan, encoding).find(text => URL.canParse(text, address));
    const page = resolver.forBase(base === undefined ? address : new URL(base, address).href, encoding);
    for (let link = 0; link < scan.linkCount; link += 1) {
      yield page.resolve(attributeText(scan, link, encoding));
    }
  }

  enqueue(ORIGIN + site.start);
  for (const { address, file } of queue) {
    if (rewards.length >= mostPages) break;
    read(address, readFileSync(file));
  }
  return rewards;
}

/** The HTML file that a static server would send for the address. */
export function fileOf(root: string, address: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(new URL(address).pathname);
  } catch {
    return undefined; // malformed escapes name no file
  }
  const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
  const entry = statSync(file, { throwIfNoEntry: false });
  if (entry?.isDirectory()) return fileOf(root, `${address}/`);
  return entry?.isFile() && HTML.test(file) ? file : undefined;
}
