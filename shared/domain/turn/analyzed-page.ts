import { createRequire } from 'node:module';
import type { CheerioAPI } from 'cheerio';
import { decodeLatin1 } from '../html/decode-text.ts';
import { isTreeBearable } from '../html/link-tree.ts';
import type { AnalyzedPage } from './page-analyzer.ts';

interface PageBytes extends Pick<AnalyzedPage, 'url' | 'level' | 'contentType' | 'header'> {
  readonly bytes: Uint8Array;
  readonly encoding: string;
}

/** Text and tree are made when an analyzer first uses them, once for all analyzers. */
export function analyzedPage({ bytes, encoding, ...page }: PageBytes): AnalyzedPage {
  let text: string | undefined;
  const html = (): string =>
    (text ??= decodeLatin1(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), encoding));
  let parsed: CheerioAPI | undefined;
  return { ...page, html, tree: () => (parsed ??= parseTree(html())) };
}

type LoadTree = (html: string) => CheerioAPI;

let loadTree: LoadTree | undefined;

/** For a program in one bundled file, which cannot load a package later: `bundled-trees.ts` passes it in advance. */
export function useTrees(load: LoadTree): void {
  loadTree = load;
}

/** Most characters of a page for cheerio, which uses some 30 bytes for each. */
const longestParsed = 4_000_000;

/**
 * cheerio is loaded when the first tree is requested: most crawls need none. cheerio has no limits of time or memory.
 */
export function parseTree(html: string): CheerioAPI {
  loadTree ??= (createRequire(import.meta.url)('cheerio') as typeof import('cheerio')).load;
  const beginning = html.slice(0, longestParsed);
  return loadTree(isTreeBearable(beginning) ? beginning : '');
}
