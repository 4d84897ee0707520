import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeLatin1, sniffEncoding, toScannable } from '../../../../shared/domain/html/decode-text.ts';
import { linkElements } from '../../../../shared/domain/html/link-element.ts';
import { PageScan } from '../../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../../shared/domain/html/scan-page.ts';
import { attributeText } from '../../../../shared/domain/html/scanned-text.ts';
import { parse5Links } from './parse5-links.ts';

/** Folders of real pages, separated by `:`. ORBWEAVER_CORPUS_PAGES: how many of each (default 300, `all`). */
const roots = (process.env['ORBWEAVER_CORPUS'] ?? '').split(':').filter(root => root !== '');
const sample = process.env['ORBWEAVER_CORPUS_PAGES'] ?? '300';
if (roots.length === 0) console.log('skipped: ORBWEAVER_CORPUS names no folders of pages');

describe.skipIf(roots.length === 0)('the links of real pages', () => {
  it.each(roots)("are those of parse5's tree on %s", { timeout: 3_600_000 }, root => {
    const scan = new PageScan();
    const pages = evenly(pagesUnder(root), sample === 'all' ? Number.POSITIVE_INFINITY : Number(sample));
    expect(pages.length).toBeGreaterThan(0);
    let links = 0;
    let trees = 0;
    for (const file of pages) {
      const body = readFileSync(file);
      const { bytes, encoding } = toScannable(body, sniffEncoding({ body, contentType: 'text/html' }).encoding);
      scanPage(bytes, scan, { elements: linkElements });
      expect({ file, links: linksOf(scan, encoding) }).toEqual({
        file,
        links: parse5Links(decodeLatin1(scan.html, encoding), linkElements),
      });
      links += scan.linkCount;
      trees += scan.usedTree ? 1 : 0;
    }
    console.log(`${root}: ${pages.length} pages, ${links} links, ${trees} pages needed the tree`);
  });
});

function pagesUnder(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const pages = entries.filter(entry => entry.isFile() && /\.html?(?:\.[\w-]+)*$/.test(entry.name));
  return pages.map(entry => join(entry.parentPath, entry.name)).sort();
}

function evenly<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.floor(all.length / step) }, (_, i) => all[Math.floor(i * step)]!);
}

function linksOf(scan: PageScan, encoding: string): string[] {
  const links = Array.from({ length: scan.linkCount }, (_, link) => link);
  return links.map(link => attributeText(scan, link, encoding));
}
