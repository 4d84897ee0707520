import { X509Certificate } from 'node:crypto';
import { holdLocalAccess, localIdentityKey } from '../../../shared/adapters/local/open.ts';
import { type Credentials, type NetworkAccess, originsFor } from '../../../shared/domain/http/access/access.ts';
import { readCookieFile } from '../../../shared/domain/http/access/cookie-file.ts';
import { readHeaderLine } from '../../../shared/domain/http/access/header-line.ts';
import { netrcLogin } from '../../../shared/domain/http/access/netrc.ts';
import { proxyUrl } from '../../../shared/domain/http/access/proxy-address.ts';
import type { Jar } from '../../../shared/domain/http/gates/gate-cookies.ts';
import { allowance, BadInput, type Refusal, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { readLines, readText } from './read-text.ts';
import { accessValues as given, type OptionValues } from './spec-options.ts';

type Sites = ResolvedSpec['sites'];

/** Holds the secrets that options and variables give for these sites; the reference to them, undefined without any. Throws `BadInput`. */
export async function gatherAccess(options: OptionValues, sites: Sites): Promise<string | undefined> {
  const origins = [...new Set(sites.flatMap(({ url, hosts = [] }) => [url, ...hosts].flatMap(originsFor)))];
  const credentials = [
    ...joined(given(options, 'header').map(line => headerFor(line, origins))),
    ...given(options, 'auth').map(line => loginFor('--auth', line, origins)),
    ...(await loginsOfFile(given(options, 'auth-file')[0], origins)),
    ...(await loginsOfNetrc(given(options, 'netrc')[0], origins)),
  ];
  const cookies = await cookiesOf(given(options, 'cookies')[0], origins);
  const network = await networkOf(options);
  const signing = given(options, 'sign').length === 0 ? undefined : localIdentityKey();
  if (given(options, 'sign').length > 0 && signing === undefined)
    throw new BadInput([{ field: '--sign', ...allowance('no-identity-key') }]);
  if (credentials.length === 0 && cookies === undefined && network === undefined && signing === undefined)
    return undefined;
  // Each header of a host is an entry; cookies may be set at the origins.
  const all: readonly Credentials[] = cookies === undefined ? credentials : [...credentials, { origins, headers: {} }];
  return holdLocalAccess({
    credentials: all,
    ...(cookies && { cookies }),
    ...(network && { network }),
    ...(signing && { signing }),
  });
}

/** A line that may begin with the address of its host. */
function placed(line: string, origins: readonly string[]): readonly [origins: readonly string[], rest: string] {
  const [, address, rest = line] = /^(https?:\/\/\S+)\s+(.*)$/.exec(line) ?? [];
  return address !== undefined && URL.canParse(address) ? [originsFor(address), rest] : [origins, line];
}

function headerFor(line: string, all: readonly string[]): Credentials {
  const [origins, rest] = placed(line, all);
  const header = readHeaderLine('--header', rest);
  if (!Array.isArray(header)) throw new BadInput([header as Refusal]);
  return { origins, headers: Object.fromEntries([header]) };
}

/** A header that is given several times for the same hosts is a list (RFC 9110, 5.3). */
function joined(headers: readonly Credentials[]): readonly Credentials[] {
  const found = new Map<string, Credentials>();
  for (const each of headers) {
    const [[name = '', value = ''] = []] = Object.entries(each.headers);
    const key = JSON.stringify([each.origins, name]);
    const before = found.get(key)?.headers[name];
    found.set(key, before === undefined ? each : { ...each, headers: { [name]: `${before}, ${value}` } });
  }
  return [...found.values()];
}

function loginFor(field: string, line: string, all: readonly string[]): Credentials {
  const [origins, rest] = placed(line, all);
  const [, user, password] = /^([^:]+):(.*)$/.exec(rest) ?? [];
  if (user === undefined || password === undefined) throw new BadInput([{ field, ...allowance('login-pair') }]);
  return { origins, headers: {}, login: { user, password } };
}

const longestFile = 1024 * 1024;

async function loginsOfFile(file: string | undefined, origins: readonly string[]): Promise<readonly Credentials[]> {
  if (file === undefined) return [];
  const lines = await readLines('--auth-file', file, longestFile);
  if (lines.length === 0) return [loginFor('--auth-file', '', origins)];
  return lines.map(({ line, number }) => loginFor(`--auth-file line ${number}`, line, origins));
}

async function loginsOfNetrc(file: string | undefined, origins: readonly string[]): Promise<readonly Credentials[]> {
  if (file === undefined) return [];
  const text = await readText('--netrc', file, longestFile);
  const logins = origins.flatMap(origin => {
    const login = netrcLogin(text, new URL(origin).hostname);
    return login === undefined ? [] : [{ origins: [origin], headers: {}, login }];
  });
  if (logins.length === 0) throw new BadInput([refusedValue('--netrc', file, allowance('no-netrc-entry'))]);
  return logins;
}

async function cookiesOf(file: string | undefined, origins: readonly string[]): Promise<Jar | undefined> {
  if (file === undefined) return undefined;
  const text = await readText('--cookies', file, longestFile);
  const cookies = readCookieFile(
    text,
    origins.map(origin => new URL(origin).hostname),
    Date.now(),
  );
  if (cookies === undefined) throw new BadInput([refusedValue('--cookies', file, allowance('cookie-file'))]);
  if (cookies.length === 0) throw new BadInput([{ field: '--cookies', ...refusal('no-cookies', { path: file }) }]);
  return cookies;
}

async function networkOf(options: OptionValues): Promise<NetworkAccess | undefined> {
  const [proxy] = given(options, 'proxy');
  const [file] = given(options, 'ca');
  const insecure = given(options, 'insecure-tls').map(host => host.toLowerCase());
  if (proxy !== undefined && proxyUrl(proxy) === undefined)
    throw new BadInput([{ field: '--proxy', ...allowance('proxy-address') }]);
  const ca = file === undefined ? undefined : await readText('--ca', file, longestFile);
  if (ca !== undefined && !isCertificate(ca)) throw new BadInput([refusedValue('--ca', file, allowance('ca-file'))]);
  if (proxy === undefined && ca === undefined && insecure.length === 0) return undefined;
  return {
    ...(proxy !== undefined && { proxy: proxyUrl(proxy)!.href }),
    ...(ca !== undefined && { ca }),
    ...(insecure.length > 0 && { insecure }),
  };
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}
