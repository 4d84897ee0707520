import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where `serve` keeps what it knows of the crawls that it started itself. */
const ownFolder = '.serve';

/** The folder of crawls, as the command line makes them: each directory in it is one, its name the crawl's id. */
export class CrawlFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Directory of a crawl, whether or not it is there. Throws for what is no id, so that none leads elsewhere. */
  directory(id: string): string {
    return join(this.root, demandId(id));
  }

  /** A file that `serve` keeps of a crawl, beside its directory, which belongs to the process that crawls. */
  ownFile(id: string, name: string): string {
    return join(this.root, ownFolder, 'crawls', demandId(id), name);
  }

  /** Keys of requests and uploaded lists, by names of ours. */
  sharedFile(kind: 'keys' | 'uploads', name: string): string {
    if (!/^[\w-]+$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of ours`);
    return join(this.root, ownFolder, kind, name);
  }

  /** A sentence of the command line, in which an uploaded list is called as a request calls it. */
  withoutUploads(sentence: string): string {
    const [first = '', ...others] = sentence.split(join(this.root, ownFolder, 'uploads', '/'));
    return first + others.map(rest => rest.replace(/^[\w-]+/, 'sitesFrom')).join('');
  }

  /** Ids of crawls that are there or were begun from here, with the instant each was made. */
  list(): readonly { readonly id: string; readonly createdAt: number }[] {
    const made = new Map<string, number>();
    for (const id of [...namesIn(this.root), ...namesIn(join(this.root, ownFolder, 'crawls'))])
      if (isId(id) && !made.has(id)) {
        const createdAt = this.createdAt(id);
        if (createdAt !== undefined) made.set(id, createdAt);
      }
    return [...made].map(([id, createdAt]) => ({ id, createdAt }));
  }

  /** When the crawl was requested, as far as its files say. Undefined: there is none. */
  createdAt(id: string): number | undefined {
    if (!isId(id)) return undefined;
    const files = ['crawl.db', 'crawl.json'].map(name => join(this.root, id, name));
    const births = [this.ownFile(id, 'run.json'), ...files].flatMap(path => {
      const [folder, file] = [birthOf(dirname(path)), birthOf(path)];
      return folder === undefined || file === undefined ? [] : [folder, file];
    });
    return births.reduce<number | undefined>((first, birth) => Math.min(first ?? birth, birth), undefined);
  }
}

/** A name of one directory right below the root; not a hidden one. */
export function isId(id: string): boolean {
  return /^[^./\\\p{Cc}\p{Cs}][^/\\\p{Cc}\p{Cs}]{0,199}$/u.test(id);
}

function demandId(id: string): string {
  if (isId(id)) return id;
  throw new Error(`${JSON.stringify(id)} is no id of a crawl`);
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Links to elsewhere are not followed. */
function birthOf(path: string): number | undefined {
  try {
    const found = lstatSync(path);
    return found.isSymbolicLink() ? undefined : Math.floor(found.birthtimeMs);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
