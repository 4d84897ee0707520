import { createHash } from 'node:crypto';
import type { ReadableStream } from 'node:stream/web';
import { openLocalSink } from '../../shared/adapters/local/open.ts';
import type { ResultFile, ResultSink } from '../../shared/ports.ts';
import { formatBytes, formatCounted } from './amounts.ts';
import { crawlPath, type RemoteOptions, remoteApi } from './remote-api.ts';

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
    const page: { files: RemoteFile[]; next?: string } = await api.call('GET', path);
    for (const file of page.files) {
      await download(file, sink);
      files += 1;
      bytes += file.size;
    }
    path = page.next === undefined ? undefined : `${crawlPath(id)}/results?cursor=${encodeURIComponent(page.next)}`;
  }
  process.stderr.write(`${formatCounted(files, 'file')}, ${formatBytes(bytes)}\n`);
  process.stdout.write(`${directory}\n`);
}

async function download(file: RemoteFile, sink: ResultSink): Promise<void> {
  const answer = await fetch(file.url);
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
