import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The facts that decide whether a person sits before a screen. */
export interface Seat {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
}

/** The program that opens an address in the person's browser, and its first arguments; undefined without a screen. */
export function browserCommand({ platform, env, isTerminal }: Seat): readonly [string, ...string[]] | undefined {
  if (!isTerminal || env['CI'] || env['SSH_CONNECTION']) return undefined;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}

/** How long a browser may take to read the file that leads to the page. */
const readWithinMs = 60_000;

/**
 * Opens `link` in the person's browser, if there is a screen. The arguments of a program are seen by all users of a
 * machine, and the link has the token: the browser is given a file that only this user may read, and the file leads on. A
 * browser that cannot be opened is no failure: the link is printed.
 */
export function openBrowser(link: string, seat: Seat): void {
  const [program, ...first] = browserCommand(seat) ?? [];
  if (program === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-open-'));
  const file = join(folder, 'open.html');
  writeFileSync(file, pageTo(link), { mode: 0o600 });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  setTimeout(remove, readWithinMs).unref();
  process.once('exit', remove);
  const child = spawn(program, [...first, pathToFileURL(file).href], { detached: true, stdio: 'ignore' });
  child.on('error', remove);
  child.unref();
}

/** `link` has an address of loopback and a token in base64url: nothing in it has a meaning in HTML. */
export function pageTo(link: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${link}"><title>Orbweaver</title>\n`;
}
