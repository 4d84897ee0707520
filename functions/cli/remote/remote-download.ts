import { createHash } from 'node:crypto';
import type { ReadableStream } from 'node:stream/web';
import { openLocalSink } from '../../../shared/adapters/local/open.ts';
import type { ResultFile, ResultSink } from '../../../shared/ports/result-ports.ts';
import { formatBytes, formatCounted } from '../terminal/print.ts';
import { crawlPath, type Remote, type RemoteOptions, remoteApi } from './remote-api.ts';

interface RemoteFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly url: string;
}

/** `orbweaver remote download`: the result files as a crawl directory has them, each checked before it appears. */
export async function remoteDownload(id: string, options: RemoteOptions & { readonly out?: string }): Promise<void> {
  const api = await remoteApi(options);
  const directory = options.out ?? `crawls/${id}`;
  const sink = openLocalSink(directory);
  let files = 0;
  let bytes = 0;
  for (let path: string | undefined = `${crawlPath(id)}/results`; path !== undefined; ) {
    const { files: listed, next } = await downloadPart(api, path, sink);
    files += listed.length;
    bytes += listed.reduce((sum, { size }) => sum + size, 0);
    path = next === undefined ? undefined : `${crawlPath(id)}/results?cursor=${encodeURIComponent(next)}`;
  }
  process.stderr.write(`${formatCounted(files, 'file')}, ${formatBytes(bytes)}\n`);
  process.stdout.write(`${directory}\n`);
}

interface ListPart {
  readonly files: readonly RemoteFile[];
  readonly next?: string;
}

/** The files of one part of the list. Addresses end after 15 minutes: then the part is listed again, with new ones. */
async function downloadPart(api: Remote, path: string, sink: ResultSink): Promise<ListPart> {
  const part = await api.call<ListPart>('GET', path);
  let urls = urlsOf(part);
  for (const file of part.files) {
    let answer = await fetch(urls.get(file.name) ?? file.url);
    if (answer.status === 403) {
      await answer.body?.cancel();
      urls = urlsOf(await api.call<ListPart>('GET', path));
      answer = await fetch(urls.get(file.name) ?? file.url);
    }
    await keep(answer, file, sink);
  }
  return part;
}

function urlsOf({ files }: ListPart): ReadonlyMap<string, string> {
  return new Map(files.map(({ name, url }) => [name, url]));
}

async function keep(answer: Response, file: RemoteFile, sink: ResultSink): Promise<void> {
  if (!answer.ok || answer.body === null) throw new Error(`${file.name} cannot be downloaded: ${answer.status}`);
  const result = await sink.create(file.name);
  try {
    const sha256 = await copy(answer.body as ReadableStream<Uint8Array>, result);
    if (sha256 !== file.sha256) throw new Error(`${file.name} is damaged: its SHA-256 is not that of the list`);
    await result.close();
  } catch (error) {
    await result.abort();
    throw error;
  }
}

async function copy(body: ReadableStream<Uint8Array>, result: ResultFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of body) {
    hash.update(block);
    await result.write(block);
  }
  return hash.digest('hex');
}
