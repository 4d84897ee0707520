import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as local from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { demandCrawl, readCrawl } from '../read-crawl.ts';
import { inDirectory } from '../run-crawl.ts';
import { type ZipMember, zipOf } from './zip.ts';

/** Files of the archive of a crawl. Throws `BadInput` where the crawl has kept none. */
export async function archivedFiles(directory: string): Promise<readonly string[]> {
  demandCrawl(directory);
  const folder = join(directory, local.archiveFolder);
  const names = existsSync(folder) ? await local.archiveFiles(folder) : [];
  if (names.length === 0) throw new BadInput([refusal('no-archive', { directory })]);
  return names;
}

/** Throws `BadInput` where the crawl has kept no archive. */
export async function writeWacz(directory: string, out: string | undefined): Promise<string> {
  const names = await archivedFiles(directory);
  const folder = join(directory, local.archiveFolder);
  if (out !== undefined) {
    local.makeLocalFolder(out);
    return await packed(folder, names, join(out, `${basename(resolve(directory))}.wacz`), directory);
  }
  return await inDirectory(directory, async lock => {
    const path = await packed(folder, names, join(folder, 'crawl.wacz'), directory);
    lock.release();
    return path;
  });
}

/**
 * The archive of a watch as WACZ; its pages are the captures of these addresses. A file that a run has not ended yet is left out.
 * Throws `BadInput`.
 */
export async function waczOfWatch(directory: string, titles: ReadonlyMap<string, string>): Promise<Readable> {
  const folder = join(directory, local.archiveFolder);
  const ended = existsSync(folder) ? await local.endedArchiveFiles(folder) : [];
  if (ended.length === 0) throw new BadInput([refusal('no-archive', { directory })]);
  return await wacz(folder, ended, directory, titles);
}

/** 1980-01-01, the first day of a ZIP archive: the same files give the same archive. */
const firstDay = new Date(1980, 0, 1);

/** A member of the archive, as `datapackage.json` lists it. */
interface Resource {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/** WACZ 1.1.1: the archive files, their index, a list of pages, and what they are, in one ZIP file whose members are stored as they are. */
async function wacz(folder: string, names: readonly string[], directory: string, titles?: Titles): Promise<Readable> {
  const index = await local.archiveIndexOf(names.map(name => join(folder, name)));
  const startedAt = await readCrawl(directory, async (_, crawl) => new Date(crawl.startedAt).toISOString());
  const resources: Resource[] = [];
  const member = (name: string, open: () => Readable): ZipMember => ({
    ...{ name, isStored: true },
    open: () => Readable.from(listed(name, open(), resources), { objectMode: false }),
  });
  const members = [
    ...names.map(name => member(`archive/${name}`, () => createReadStream(join(folder, name)))),
    member('indexes/index.cdxj', () => bytesOf(index)),
    member('pages/pages.jsonl', () => bytesOf(pagesOf(index, titles))),
    member('datapackage.json', () => bytesOf(describedBy(resources, startedAt))),
    member('datapackage-digest.json', () => bytesOf(digestOf(resources.at(-1)!))),
  ];
  return zipOf(members, firstDay);
}

async function packed(folder: string, names: readonly string[], path: string, directory: string): Promise<string> {
  const archive = await wacz(folder, names, directory);
  rmSync(path, { force: true });
  try {
    await pipeline(archive, createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  return path;
}

/** The bytes of a member; behind the last of them the member is in the list. */
async function* listed(path: string, bytes: Readable, resources: Resource[]): AsyncGenerator<Uint8Array, void> {
  const sum = createHash('sha256');
  let size = 0;
  for await (const piece of bytes as AsyncIterable<Uint8Array>) {
    sum.update(piece);
    size += piece.length;
    yield piece;
  }
  resources.push({ name: basename(path), path, hash: `sha256:${sum.digest('hex')}`, bytes: size });
}

function bytesOf(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}

function describedBy(resources: readonly Resource[], startedAt: string): string {
  const software = 'orbweaver';
  return `${JSON.stringify({ profile: 'data-package', wacz_version: '1.1.1', software, created: startedAt, resources }, undefined, 2)}\n`;
}

function digestOf({ path, hash }: Resource): string {
  return `${JSON.stringify({ path, hash })}\n`;
}

/** Titles by addresses. */
type Titles = ReadonlyMap<string, string>;

/** Every page that was answered, by the index, or those with these titles. */
function pagesOf(index: string, titles?: Titles): string {
  const head = JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All pages' });
  const pages = index.split('\n').flatMap(line => {
    const [, stamp = '', json = ''] = /^\S+ (\d{14}) (\{.*)$/.exec(line) ?? [];
    if (json === '') return [];
    const { url, mime, status } = JSON.parse(json) as { url: string; mime: string; status: string };
    const title = titles?.get(url);
    if (status !== '200' || mime !== 'text/html' || (titles && title === undefined)) return [];
    const ts = stamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
    return [JSON.stringify({ id: `${stamp}-${url}`, url, ts, ...defined({ title }) })];
  });
  return `${[head, ...pages].join('\n')}\n`;
}
