/** Pages of a site on disk with their links, for orders of pages: the first ones in breadth-first order. */
import { readFileSync } from 'node:fs';
import { sniffEncoding, toScannable } from '../../shared/domain/html/decode-text.ts';
import { linkFeatures, pageFeatures, placeOf } from '../../shared/domain/html/link-features.ts';
import { PageScan } from '../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../shared/domain/html/scan-page.ts';
import { anchorText, attributeText, baseTexts } from '../../shared/domain/html/scanned-text.ts';
import { defaultNormalization } from '../../shared/domain/url/normalization-rules.ts';
import { createLinkResolver } from '../../shared/domain/url/resolve-link.ts';
import type { GraphPage, SiteGraph } from '../../shared/wings/sets/simulate/site-graph.ts';
import { fileOf, ORIGIN, type SiteFolder } from './read-site.ts';

export function readGraph(site: SiteFolder, mostPages: number): SiteGraph {
  const resolver = createLinkResolver({ site: { origin: ORIGIN, schemes: 'same' }, rules: defaultNormalization });
  const scan = new PageScan();
  const externalNumbers = new Map<string, number>();
  const numbers = new Map<string, number>();
  const queue: { address: string; file: string }[] = [];
  const pages: GraphPage[] = [];
  const features: number[][] = [];
  const numberOf = (address: string): number | undefined => {
    const file = fileOf(site.root, address);
    if (file === undefined) return undefined;
    const known = numbers.get(file);
    if (known !== undefined) return known;
    numbers.set(file, queue.length);
    queue.push({ address, file });
    return queue.length - 1;
  };
  numberOf(ORIGIN + site.start);
  for (const { address, file } of queue) {
    if (pages.length >= mostPages) break;
    const body = readFileSync(file);
    const sniffed = sniffEncoding({ body, contentType: 'text/html' });
    const { bytes, encoding } = toScannable(body, sniffed.encoding);
    scanPage(bytes, scan, { elements: ['a'] });
    const base = baseTexts(scan, encoding).find(text => URL.canParse(text, address));
    const page = resolver.forBase(base === undefined ? address : new URL(base, address).href, encoding);
    const outside = new Set<number>();
    const found: { link: number; page: number; target: string }[] = [];
    const inside = new Set<number>();
    for (let link = 0; link < scan.linkCount; link += 1) {
      const meaning = page.resolve(attributeText(scan, link, encoding));
      if (meaning.kind === 'external') {
        const known = externalNumbers.get(meaning.identity) ?? externalNumbers.size;
        externalNumbers.set(meaning.identity, known);
        outside.add(known);
      } else if (meaning.kind === 'internal') {
        const number = numberOf(meaning.address);
        if (number === undefined || inside.has(number)) continue;
        inside.add(number);
        found.push({ link, page: number, target: meaning.identity });
      }
    }
    const ofPage = pageFeatures(address, outside.size);
    const links = found.flatMap(({ link, page: number, target }) => {
      const context = { anchor: anchorText(scan, link, encoding), place: placeOf(scan, link), target };
      return [number, features.push(linkFeatures(context, ofPage)) - 1];
    });
    pages.push({ externals: [...outside], links });
  }
  return { pages, features };
}
