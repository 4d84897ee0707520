/** Options that let a crawl in: headers, cookies, logins, proxies and certificates. Their values never reach a spec. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { several } from '../terminal/several.ts';
import type { OptionValues } from './spec-options.ts';

const rows: readonly (readonly [flags: string, help: string])[] = [
  [
    '--header <line>',
    '"NAME: VALUE" for the hosts of the start addresses, or for one: "https://a.example NAME: VALUE"',
  ],
  ['--cookies <file>', 'cookies.txt, or JSON of a browser extension or Playwright; sent where they belong'],
  ['--auth <login>', 'USER:PASSWORD for Basic or Digest; other users can read it: rather --auth-file'],
  ['--auth-file <file>', 'a file with USER:PASSWORD; a line may begin with the address of its host'],
  ['--netrc [file]', 'logins by host, as curl has them; of ~/.netrc where no file is named'],
  ['--proxy <url>', 'http, https, socks5 or socks5h; without it HTTPS_PROXY and HTTP_PROXY count; NO_PROXY always'],
  ['--ca <file>', 'certificates in PEM that are trusted too'],
  ['--sign', 'sign each request with the key of orbweaver identity --key (RFC 9421, web-bot-auth)'],
  ['--insecure-tls <host>', 'host whose certificate is not checked'],
];
/** Those of them that take several values. */
export const repeatedAccess = /^--(?:header|auth|insecure-tls)(?: |$)/;

/** Their variables. */
export const accessVariables = rows.map(([flags]) => variableOf(new Option(flags)));

function variableOf(option: Option): string {
  return `ORBWEAVER_${option.name().replaceAll('-', '_').toUpperCase()}`;
}

export function addAccessOptions(command: Command): Command {
  return rows.reduce((result, [flags, help]) => {
    const option = repeatedAccess.test(flags) ? several(flags, help) : new Option(flags, help);
    return result.addOption(option.helpGroup('Login and network:'));
  }, command);
}

/** The values of an option, or of its variable. */
export function accessValues(options: OptionValues, name: string): readonly string[] {
  const option = new Option(rows.find(([flags]) => flags === `--${name}` || flags.startsWith(`--${name} `))![0]);
  const value = options[option.attributeName()] ?? (process.env[variableOf(option)] || undefined);
  return value === undefined
    ? []
    : [value].flat().map(each => (each === true ? join(homedir(), '.netrc') : String(each)));
}
