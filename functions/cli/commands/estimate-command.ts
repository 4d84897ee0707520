import { assumptionText } from '../../../shared/report/assumption-text.ts';
import { estimateCrawl } from '../../../shared/report/crawl-usage.ts';
import { countListed } from '../../embedded/sitemaps/count-listed.ts';
import { askedSpec } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { BadCommand } from '../terminal/print.ts';
import { estimateText } from './estimate-text.ts';

export interface EstimateOptions extends OptionValues {
  readonly input?: string;
  readonly config?: string;
  readonly pagesPerSite?: string;
  readonly offline?: true;
  readonly json?: true;
}

/** `orbweaver estimate`: what limits and delays say before a crawl, and what the sitemaps of the sites list. */
export async function estimate(urls: readonly string[], options: EstimateOptions): Promise<void> {
  const assumed = options.pagesPerSite === undefined ? {} : { pagesPerSite: pagesOf(options.pagesPerSite) };
  const spec = await askedSpec(urls, options);
  const listed = options.offline === true ? {} : { listed: await countListed(spec) };
  const { usage: _, ...estimated } = estimateCrawl(spec, { ...assumed, ...listed });
  const assumptions = estimated.assumptions.map(each => ({ ...each, message: assumptionText(each) }));
  const told = { ...estimated, assumptions };
  process.stdout.write(options.json ? `${JSON.stringify(told)}\n` : estimateText(told));
  if (listed.listed?.size === 0) process.stderr.write('No sitemap was found.\n');
}

/** Throws `BadCommand`. */
function pagesOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new BadCommand([`--pages-per-site: ${text} is refused; allowed is a whole number from 1 to 999999999.`]);
}
