import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import { builtScript } from './framework-scripts.ts';
import { PageRuns } from './page-runs.ts';
import { ReplayedSite, suiteSites } from './replayed-site.ts';

/** Six ways to show a hundred quotes, ten a page. */
export const quoteSites = ['/', '/js/', '/js-delayed/', '/js-onclick/', '/scroll', '/tableful/'] as const;

export interface QuotesRun {
  readonly site: string;
  /** Different quotes that the documents after their loads, and what was requested, had in them. */
  readonly quotes: number;
  readonly pages: number;
  readonly clicks: number;
  readonly seconds: number;
}

/** Clicks through the replayed sites from their start pages on. */
export async function runQuotes(): Promise<readonly QuotesRun[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-quotes-'));
  writeFileSync(join(folder, 'jquery.js'), builtScript('jquery-itself'));
  const site = await ReplayedSite.start('quotes.jsonl.gz', folder);
  const runs = await PageRuns.open(`${site.origin}/`);
  try {
    const all: QuotesRun[] = [];
    for (const start of quoteSites) all.push(await runSite(site.origin, start, runs));
    return all;
  } finally {
    await runs.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runSite(origin: string, start: string, runs: PageRuns): Promise<QuotesRun> {
  const texts: string[] = [];
  const onAnswer = (url: string, body: Uint8Array) => {
    if (url.includes('/api/')) texts.push(plain(JSON.stringify(JSON.parse(Buffer.from(body).toString('utf8')))));
  };
  const onLoaded = (html: string) => {
    const $ = load(html);
    $('script').remove();
    texts.push(plain($('body').text()));
  };
  const queue = new Set([start]);
  let [clicks, seconds] = [0, 0];
  for (const path of queue) {
    const run = await runs.run(`${origin}${path}`, { onAnswer, onLoaded });
    clicks += run.clicks;
    seconds += run.seconds;
    for (const url of run.found) {
      const page = new RegExp(`^${start}page/\\d+/$`).exec(new URL(url).pathname)?.[0];
      // The first page has two addresses.
      if (page !== undefined && page !== `${start}page/1/` && url.startsWith(origin)) queue.add(page);
    }
  }
  const truth = quoteTexts();
  const quotes = truth.filter(quote => texts.some(text => text.includes(quote))).length;
  return { site: start, quotes, pages: queue.size, clicks, seconds };
}

function quoteTexts(): readonly string[] {
  const lines = readFileSync(new URL('quotes.truth.jsonl', suiteSites), 'utf8').split('\n');
  return lines.filter(line => line !== '').map(line => plain((JSON.parse(line) as { readonly text: string }).text));
}

/** Letters and digits only: how quotation marks and blanks are written does not matter. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
