import type { Login } from './access.ts';

/** The login of a host in the text of a .netrc file, as curl reads it; that of `default` where no machine is of this name. */
export function netrcLogin(text: string, host: string): Login | undefined {
  // A macro ends with an empty line.
  const entries = text.replace(/^[ \t]*#.*$/gm, '').replace(/(^|\s)macdef\b[^\n]*\n(?:[ \t]*\S[^\n]*(?:\n|$))*/g, '$1');
  const words = entries.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const values = words.map(word => (word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word)).values();
  const next = (): string => String(values.next().value ?? '');
  const logins = new Map<string, Record<string, string>>();
  let entry: Record<string, string> = {};
  for (const word of values) {
    if (word === 'login' || word === 'password' || word === 'account') entry[word] = next();
    if (word !== 'machine' && word !== 'default') continue;
    const name = word === 'default' ? '' : next().toLowerCase();
    entry = {};
    if (!logins.has(name)) logins.set(name, entry);
  }
  const { login: user, password = '' } = logins.get(host) ?? logins.get('') ?? {};
  return user === undefined ? undefined : { user, password };
}
