/** A user of the deployed API: starts a crawl, waits for it, downloads its files. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Deployment } from './deploy-stack.ts';
import { callApi } from './deployed-api.ts';

/** Throws where the API does not accept it; answers the id. */
export async function startCrawl(deployment: Deployment, spec: object, path = '/crawls'): Promise<string> {
  const { status, body, headers } = await callApi(deployment, 'POST', path, spec);
  const id = body['id'];
  if (status !== 202 || typeof id !== 'string') throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
  if (headers.get('location')?.endsWith(`/crawls/${id}`) !== true) throw new Error('the answer names no Location');
  return id;
}

interface CrawlView {
  readonly state: string;
  readonly finishReason?: string;
  readonly pages?: number;
}

/** Throws where the crawl does not come to this within the time, or fails before. */
export async function untilCrawl(
  deployment: Deployment,
  id: string,
  is: (view: CrawlView) => boolean,
  seconds: number,
): Promise<CrawlView> {
  for (const end = Date.now() + seconds * 1000; ; await wait(500)) {
    const { status, body } = await callApi(deployment, 'GET', `/crawls/${id}`);
    const view = body as unknown as CrawlView;
    if (status === 200 && is(view)) return view;
    if (view.state === 'failed' || Date.now() > end)
      throw new Error(`crawl ${id} after ${seconds} s: ${status} ${JSON.stringify(body)}`);
  }
}

interface ResultFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly url: string;
}

/** Result files by name, byte for byte (as latin1), each of the size and hash that the API tells. */
export async function downloadFiles(deployment: Deployment, id: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (let query = ''; ; ) {
    const { status, body } = await callApi(deployment, 'GET', `/crawls/${id}/results${query}`);
    if (status !== 200) throw new Error(`results of ${id}: ${status} ${JSON.stringify(body)}`);
    for (const file of body['files'] as ResultFile[]) files[file.name] = await download(file);
    if (typeof body['next'] !== 'string') return files;
    query = `?cursor=${encodeURIComponent(body['next'])}`;
  }
}

async function download({ name, size, sha256, url }: ResultFile): Promise<string> {
  const answer = await fetch(url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${bytes.toString('utf8')}`);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (bytes.byteLength !== size || found !== sha256) throw new Error(`${name} is not what the API says it is`);
  return bytes.toString('latin1');
}
