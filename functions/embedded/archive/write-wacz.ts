import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { archiveFiles, archiveFolder, archiveIndexOf } from '../../../shared/adapters/local/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { demandCrawl } from '../read-crawl.ts';
import { inDirectory } from '../run-crawl.ts';
import { ZipFile, type ZipMember } from './zip-file.ts';

/** Throws `BadInput` where the crawl has kept no archive. */
export async function writeWacz(directory: string, out: string | undefined): Promise<string> {
  demandCrawl(directory);
  const folder = join(directory, archiveFolder);
  const names = existsSync(folder) ? await archiveFiles(folder) : [];
  if (names.length === 0) throw new BadInput([refusal('no-archive', { directory })]);
  if (out !== undefined)
    return await packed(folder, names, join(out, `${basename(resolve(directory))}.wacz`), directory);
  return await inDirectory(directory, async lock => {
    const path = await packed(folder, names, join(folder, 'crawl.wacz'), directory);
    lock.release();
    return path;
  });
}

/** WACZ 1.1.1: the archive files, their index, a list of pages, and what they are, in one ZIP file. */
async function packed(folder: string, names: readonly string[], path: string, directory: string): Promise<string> {
  const index = await archiveIndexOf(names.map(name => join(folder, name)));
  rmSync(path, { force: true });
  const zip = new ZipFile(path);
  try {
    const members = [
      ...names.map(name => zip.addFile(`archive/${name}`, join(folder, name))),
      zip.addText('indexes/index.cdxj', index),
      zip.addText('pages/pages.jsonl', pagesOf(index)),
    ];
    const described = zip.addText('datapackage.json', describedBy(members, directory));
    zip.addText(
      'datapackage-digest.json',
      `${JSON.stringify({ path: described.name, hash: `sha256:${described.sha256}` })}\n`,
    );
    zip.end();
  } catch (error) {
    zip.close();
    rmSync(path, { force: true });
    throw error;
  }
  return path;
}

function describedBy(members: readonly ZipMember[], directory: string): string {
  const { startedAt } = JSON.parse(readFileSync(join(directory, 'crawl.json'), 'utf8')) as { startedAt: string };
  const resources = members.map(({ name, size, sha256 }) => ({
    ...{ name: basename(name), path: name, hash: `sha256:${sha256}`, bytes: size },
  }));
  const software = 'orbweaver';
  return `${JSON.stringify({ profile: 'data-package', wacz_version: '1.1.1', software, created: startedAt, resources }, undefined, 2)}\n`;
}

/** Every page that was answered, by the index. */
function pagesOf(index: string): string {
  const head = JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All pages' });
  const pages = index.split('\n').flatMap(line => {
    const [, stamp = '', json = ''] = /^\S+ (\d{14}) (\{.*)$/.exec(line) ?? [];
    if (json === '') return [];
    const { url, mime, status } = JSON.parse(json) as { url: string; mime: string; status: string };
    if (status !== '200' || mime !== 'text/html') return [];
    const ts = stamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
    return [JSON.stringify({ id: `${stamp}-${url}`, url, ts })];
  });
  return `${[head, ...pages].join('\n')}\n`;
}
