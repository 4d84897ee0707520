/**
 * The cost of pages in a browser in an AWS account: the handlers of the account, called as AWS calls them, with MiniStack for the
 * services. The time of the browser function is measured on this machine; prices are those of the list.
 */
import '../../test/pure/functions/quiet-logs.ts';
import { awsPrices } from '../../shared/adapters/aws/aws-prices.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { names } from '../../shared/names.ts';
import { Account } from '../../test/account/account.ts';
import { openAwsPlace } from '../../test/account/aws/aws-place.ts';
import { startMiniStack } from '../../test/emulator/ministack.ts';
import { type LoopbackSite, startSite } from '../../test/servers/loopback-site.ts';
import { formatTable } from '../measured/table.ts';

/** Memory of the function, GB (infra/settings.ts). */
const memoryGb = 2;

export interface RenderedCount {
  readonly kind: string;
  readonly pages: number;
  readonly invocations: number;
  /** Of the function with the browser, all invocations. */
  readonly seconds: number;
}

/** A page of 20 KB whose links come from a script and a request for data, with three buttons. */
async function startScriptedSite(pages: number): Promise<LoopbackSite> {
  const filler = '<p>Text of a page as long as pages are.</p>'.repeat(450);
  const buttons = [1, 2, 3].map(n => `<button onclick="this.after('text ${n}')">button ${n}</button>`).join('');
  const script = `fetch('/data/' + location.pathname.slice(1)).then(r => r.json()).then(all => all.forEach(n => {
    const a = document.createElement('a'); a.href = '/' + n; a.textContent = 'page ' + n; document.body.append(a); }));`;
  return await startSite({
    '/app.js': { headers: { 'content-type': 'text/javascript' }, body: script },
    '*': ({ path }) => {
      if (!path.startsWith('/data/'))
        return `<!doctype html><title>${path}</title><h1>${path}</h1>${filler}${buttons}<script src="/app.js"></script>`;
      const n = Number(path.slice('/data/'.length));
      const next = [2 * n + 1, 2 * n + 2].filter(each => each < pages);
      return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(next) };
    },
  });
}

export async function countRendered(
  hosts: number,
  pagesPerHost: number,
  delayMs: number,
): Promise<readonly RenderedCount[]> {
  await using emulator = await startMiniStack();
  await using place = await openAwsPlace(emulator.endpoint);
  const counts: RenderedCount[] = [];
  const kinds: Readonly<Record<string, CrawlSpec>> = {
    'rendered, no delay': { render: 'always', delayMs: 0 },
    [`rendered, delay ${delayMs} ms`]: { render: 'always', delayMs },
    'clicked through, no delay': { traverse: ['.'], delayMs: 0 },
  };
  for (const [kind, spec] of Object.entries(kinds))
    counts.push({ kind, ...(await countOne(new Account(place), hosts, pagesPerHost, spec)) });
  return counts;
}

async function countOne(
  account: Account,
  hosts: number,
  pagesPerHost: number,
  more: CrawlSpec,
): Promise<Omit<RenderedCount, 'kind'>> {
  const sites = await Promise.all(Array.from({ length: hosts }, () => startScriptedSite(pagesPerHost)));
  try {
    process.env[names.allowHosts] = sites.map(({ origin }) => new URL(origin).host).join(',');
    const starts = sites.map(({ origin }) => ({ url: `${origin}/0` }));
    await account.toTheEnd({ kind: 'start', spec: { sites: starts, formats: ['csv'], ...more } });
    const took = account.took.get('browser') ?? [];
    const seconds = took.reduce((sum, ms) => sum + ms, 0) / 1000;
    return { pages: hosts * pagesPerHost, invocations: took.length, seconds };
  } finally {
    for (const site of sites) await site.close();
  }
}

/** Of the function with the browser. */
export function dollarsPerMillion({ pages, invocations, seconds }: RenderedCount): number {
  const dollars = seconds * memoryGb * awsPrices.browserGbSecond + invocations * awsPrices.lambdaRequest;
  return (dollars / pages) * 1e6;
}

export function renderedTable(counts: readonly RenderedCount[]): string {
  const rows = counts.map(count => {
    const { kind, pages, invocations, seconds } = count;
    const shares = [
      (seconds / pages).toFixed(2),
      ((seconds * memoryGb) / pages).toFixed(2),
      dollarsPerMillion(count).toFixed(0),
    ];
    return [`${pages} pages, ${kind}`, String(invocations), ...shares];
  });
  return formatTable(['pages in a browser', 'invocations', 's per page', 'GB-s', '$ per million pages, Lambda'], rows);
}
