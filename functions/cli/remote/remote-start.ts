import { randomUUID } from 'node:crypto';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { decodeSetting } from '../../../shared/domain/spec/decode-setting.ts';
import { mostInlineSites } from '../../../shared/domain/spec/site-count.ts';
import { demandSomething, gatherSpec } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { formatCount, formatDuration } from '../terminal/amounts.ts';
import { type Remote, type RemoteOptions, remoteApi } from './remote-api.ts';
import { settingsToSend, sitesAsTable, specToSend } from './remote-spec.ts';
import { watchCrawl } from './remote-watch.ts';

export interface RemoteStartOptions extends RemoteOptions, OptionValues {
  readonly input?: string;
  readonly config?: string;
  readonly watch?: true;
  readonly pagesPerSite?: string;
}

/** `orbweaver remote start`: prints the id; the exit code. */
export async function remoteStart(urls: readonly string[], options: RemoteStartOptions): Promise<number> {
  const spec = await specOf(urls, options);
  const api = await remoteApi(options);
  const order = spec.sites.length > mostInlineSites ? await uploadedOrder(api, spec) : specToSend(spec);
  // A request whose answer was lost may be sent again by a program in between.
  const headers = { 'idempotency-key': randomUUID() };
  const started = await api.call<{ id: string }>('POST', 'crawls', order, headers);
  process.stdout.write(options.json ? `${JSON.stringify(started)}\n` : `${started.id}\n`);
  if (options.watch) return await watchCrawl(api, started.id, options);
  process.stderr.write(`The crawl is queued; watch it by: orbweaver remote watch ${started.id}\n`);
  return 0;
}

/** `orbweaver remote estimate`. */
export async function remoteEstimate(urls: readonly string[], options: RemoteStartOptions): Promise<void> {
  const spec = await specOf(urls, options);
  const api = await remoteApi(options);
  const assumed =
    options.pagesPerSite === undefined ? {} : { pagesPerSite: decodeSetting('number', options.pagesPerSite) };
  const estimate = await api.call<Estimate>('POST', 'estimate', { ...specToSend(spec), ...assumed });
  process.stdout.write(options.json ? `${JSON.stringify(estimate)}\n` : estimateText(estimate));
}

interface Estimate {
  readonly pages: number;
  readonly seconds: number;
  readonly dollars: number;
  readonly assumptions: readonly { readonly message: string }[];
}

function estimateText({ pages, seconds, dollars, assumptions }: Estimate): string {
  const amounts = `${formatCount(pages)} pages, ${formatDuration(seconds * 1000)}, $${dollars.toFixed(4)}`;
  return [amounts, ...assumptions.map(({ message }) => message), ''].join('\n');
}

async function specOf(urls: readonly string[], options: RemoteStartOptions): Promise<ResolvedSpec> {
  const { input, config } = options;
  const sources = {
    urls,
    options,
    partsAreElsewhere: true as const,
    ...(input === undefined ? {} : { input }),
    ...(config === undefined ? {} : { config }),
  };
  demandSomething(sources);
  const { spec, notices } = await gatherSpec(sources);
  for (const notice of notices) process.stderr.write(`Note: ${notice}\n`);
  return spec;
}

async function uploadedOrder(api: Remote, spec: ResolvedSpec): Promise<object> {
  const list = Buffer.from(sitesAsTable(spec.sites));
  const upload = await api.call<{ sitesFrom: string; url: string }>('POST', 'uploads', { sizeBytes: list.byteLength });
  const answer = await fetch(upload.url, { method: 'PUT', body: list });
  if (!answer.ok) throw new Error(`the list of sites could not be uploaded: ${answer.status}`);
  return { ...settingsToSend(spec), sitesFrom: upload.sitesFrom };
}
