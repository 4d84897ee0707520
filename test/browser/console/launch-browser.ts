import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';

/** Of what the npm package proposes, not those that make the browser laxer than a person's. */
const lax = /web-security|allow-running-insecure-content|site-per-process|single-process|no-zygote/;

/** A real Chromium, which speaks English unless a test says otherwise. Throws where it cannot start. */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  return await puppeteer.launch({
    executablePath: unpackedChromium(),
    args: [...chromium.args.filter(argument => !lax.test(argument)), '--lang=en-US', ...more],
    headless: 'shell',
  });
}

/**
 * The Chromium of the npm package with its libraries, unpacked once. The package itself writes it where it is looked for, and a
 * second caller would start a program that is half there.
 */
export function unpackedChromium(): string {
  const manifest = readFileSync(findPackageJSON('@sparticuz/chromium', import.meta.url)!, 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const folder = join(tmpdir(), `orbweaver-test-chromium-${version}-${process.getuid?.() ?? ''}`);
  if (!existsSync(folder)) {
    const scratch = mkdtempSync(join(tmpdir(), 'orbweaver-chromium-'));
    const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
    execFileSync(process.execPath, ['-e', unpack], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: scratch },
    });
    moveTo(folder, scratch);
  }
  return join(folder, 'chromium');
}

/** Another process may have been quicker. */
function moveTo(folder: string, scratch: string): void {
  try {
    renameSync(scratch, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'chromium'))) throw error;
    rmSync(scratch, { recursive: true, force: true });
  }
}
