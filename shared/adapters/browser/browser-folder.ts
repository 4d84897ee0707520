import * as fs from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { allowance, BadInput, refusedValue } from '../../domain/refusal/refusal.ts';
import type { Processes } from '../../ports/ports.ts';

const profilePrefix = 'profile.';

/**
 * A folder of this user's own in the system's folder for temporary files: a Chromium per version, which stays, and a
 * profile per running browser. A profile has the name of its process, so the next start finds the
 * profiles of dead processes.
 */
export class BrowserFolder {
  readonly #path: string;
  readonly #processes: Processes;

  /** Throws `BadInput` where another user could write to the folder: what lies there is executed. */
  constructor(processes: Processes, parent = tmpdir()) {
    this.#path = join(parent, `orbweaver-browser-${process.getuid?.() ?? userInfo().username}`);
    this.#processes = processes;
    fs.mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    const { uid, mode } = fs.lstatSync(this.#path);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o170_077) === 0o040_000);
    if (isOwn) return;
    const why = allowance('browser-folder', { directory: this.#path });
    throw new BadInput([refusedValue('browser', undefined, why)]);
  }

  /** An empty profile, for the caller to remove. Profiles of killed processes are removed here. */
  async newProfile(): Promise<string> {
    await this.#sweep();
    const owner = Buffer.from(this.#processes.self).toString('base64url');
    return await mkdtemp(join(this.#path, `${profilePrefix}${owner}.`));
  }

  async #sweep(): Promise<void> {
    const names = fs.readdirSync(this.#path).filter(name => name.startsWith(profilePrefix));
    for (const name of names) {
      const owner = Buffer.from(name.split('.')[1] ?? '', 'base64url').toString();
      if (!this.#processes.isAlive(owner)) await removeProfile(join(this.#path, name)).catch(leftToNextStart);
    }
  }

  /** The Chromium that npm brought, unpacked once. It is seen whole or not at all, even if a process is killed meanwhile. */
  async chromium(): Promise<string> {
    const { version } = JSON.parse(fs.readFileSync(new URL('package.json', bundle()), 'utf8')) as {
      readonly version: string;
    };
    const path = join(this.#path, `chromium-${version}-${process.arch}`);
    if (fs.existsSync(path)) return path;
    const scratch = await this.newProfile();
    try {
      const unpacked = join(scratch, 'chromium');
      const archive = fs.createReadStream(new URL('bin/chromium.br', bundle()));
      await pipeline(archive, createBrotliDecompress(), fs.createWriteStream(unpacked, { mode: 0o700 }));
      await rename(unpacked, path);
      return path;
    } finally {
      await removeProfile(scratch);
    }
  }

  /** Unpacks the libraries and fonts that Lambda's Amazon Linux lacks; the package names them in the environment. */
  async amazonLinux(): Promise<void> {
    const { inflate } = await import('@sparticuz/chromium');
    const archives = ['al2023.tar.br', 'fonts.tar.br'].map(name => new URL(`bin/${name}`, bundle()));
    await Promise.all(archives.map(async archive => await inflate(fileURLToPath(archive))));
  }
}

/** Whether the package with Chromium is there: a clone has it, an installed program has not. */
export function hasBundledChromium(): boolean {
  try {
    bundle();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return false;
  }
}

/** A browser of a dead process that has not ended yet writes into its profile. */
function leftToNextStart(error: NodeJS.ErrnoException): void {
  if (!['ENOTEMPTY', 'EBUSY', 'EPERM'].includes(error.code ?? '')) throw error;
}

/** The folder of the npm package. */
function bundle(): URL {
  return new URL('./', pathToFileURL(findPackageJSON('@sparticuz/chromium', import.meta.url)!));
}

/** A browser that was just killed may still be writing. */
export async function removeProfile(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
