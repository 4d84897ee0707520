import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type LoginStep, openLogin } from '../../../shared/adapters/browser/open.ts';
import { localProcesses, writeAnew } from '../../../shared/adapters/local/open.ts';
import { proxyUrl } from '../../../shared/domain/http/access/proxy-address.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import { browserExecutable } from '../../embedded/local-rendering.ts';
import { readText, yamlValue } from '../spec/read-text.ts';
import { exitCodes } from '../terminal/exit-codes.ts';

export interface LoginOptions {
  readonly steps?: string;
  readonly out?: string;
  readonly proxy?: string;
}

const text = z.string().min(1).max(2_000);
const stepForm = z.union([
  z.strictObject({ open: text }).transform(({ open: address }) => ({ kind: 'open' as const, address })),
  z.strictObject({ click: text }).transform(({ click: selector }) => ({ kind: 'click' as const, selector })),
  z.strictObject({ wait: text }).transform(({ wait: selector }) => ({ kind: 'wait' as const, selector })),
  z.strictObject({ fill: text, value: text }),
  z.strictObject({ fill: text, env: text }),
  z.strictObject({ fill: text, file: text }),
]);
const stepsForm = z.array(stepForm).min(1).max(100);

/** `orbweaver login`: writes the cookies of a login, which a person does in a window, or a script of steps. */
export async function login(address: string, { steps: file, out, proxy }: LoginOptions): Promise<number> {
  const read = parseSiteAddress(address);
  if (read.kind !== 'address') throw new BadInput([{ field: 'address', ...read.why }]);
  const { url } = read;
  const by = proxy === undefined ? undefined : proxyUrl(proxy);
  if (proxy !== undefined && (by === undefined || by.username !== ''))
    throw new BadInput([{ field: '--proxy', ...allowance('proxy-address') }]);
  const steps = file === undefined ? undefined : await stepsIn(file);
  if (steps === undefined && !hasScreen()) throw new BadInput([refusal('no-screen', {})]);
  const terminal = createInterface({ input: process.stdin });
  if (steps === undefined) process.stderr.write('Log in, in the window; then close it, or press Enter here.\n');
  const done = new Promise<void>(resolve => terminal.once('line', () => resolve()));
  const run = {
    url: url.href,
    done,
    ...(steps && { steps }),
    ...(by && { proxy: `${by.protocol.replace('socks5h:', 'socks5:')}//${by.host}` }),
  };
  const cookies = await openLogin(run, { processes: localProcesses(), ...browserExecutable() }).finally(() =>
    terminal.close(),
  );
  if (cookies.length === 0) throw new BadInput([refusal('no-login-cookies', { address: url.href })]);
  const path = out ?? `${url.hostname}.cookies.json`;
  // As Playwright's storageState: seconds, and -1 for a session.
  const state = { cookies: cookies.map(({ expires = -1, ...cookie }) => ({ ...cookie, expires })), origins: [] };
  writeAnew(path, `${JSON.stringify(state, undefined, 1)}\n`, 0o600);
  process.stderr.write(`Crawl with it by: orbweaver crawl ${url.href} --cookies ${path}\n`);
  process.stdout.write(`${path}\n`);
  return exitCodes.finished;
}

async function stepsIn(file: string): Promise<readonly LoginStep[]> {
  const read = stepsForm.safeParse(await yamlValue(await readText('--steps', file), file));
  if (!read.success) throw new BadInput([refusedValue('--steps', file, allowance('login-steps'))]);
  return await Promise.all(
    read.data.map(async step =>
      'kind' in step ? step : { kind: 'fill' as const, selector: step.fill, text: await secretOf(step) },
    ),
  );
}

async function secretOf(step: Exclude<z.infer<typeof stepForm>, { kind: string }>): Promise<string> {
  if ('value' in step) return step.value;
  if ('file' in step) return (await readText('--steps', step.file)).replace(/\r?\n$/, '');
  const value = process.env[step.env];
  if (value === undefined) throw new BadInput([refusedValue('--steps: env', step.env, allowance('no-variable'))]);
  return value;
}

function hasScreen(): boolean {
  const { DISPLAY = '', WAYLAND_DISPLAY = '' } = process.env;
  return process.platform !== 'linux' || DISPLAY !== '' || WAYLAND_DISPLAY !== '';
}
