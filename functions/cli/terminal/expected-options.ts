import type { Command } from 'commander';

/** Options that people know from other crawlers: what helps here. */
interface Expected {
  readonly names: readonly string[];
  /** Option of ours with the same purpose; a command without it gives no answer. */
  readonly instead?: string;
  /** Behind the name of `instead`, or the whole answer. */
  readonly answer: string;
}

const expected: readonly Expected[] = [
  {
    names: ['--cookie', '--cookie-file', '--load-cookies', '-b'],
    instead: '--cookies',
    answer: 'takes a file of cookies; "orbweaver login ADDRESS" writes one',
  },
  {
    names: ['--user', '--username', '--password', '--login', '--http-user', '--http-password', '-u'],
    instead: '--auth-file',
    answer:
      'or --netrc gives the login of Basic and Digest; "orbweaver login ADDRESS" fills in a form and writes --cookies',
  },
  {
    names: ['--headers', '-H'],
    instead: '--header',
    answer: 'takes "NAME: VALUE", and may be repeated',
  },
  { names: ['--proxy-server', '--socks5', '-x'], instead: '--proxy', answer: 'takes http, https, socks5 and socks5h' },
  { names: ['--cacert', '--ca-certificate'], instead: '--ca', answer: 'takes a file of certificates in PEM' },
  {
    names: ['--cookies', '--header', '--auth', '--auth-file', '--netrc', '--proxy', '--ca', '--insecure-tls'],
    answer: 'crawl, resume, watch new, traverse and extract take it, on one machine',
  },
  {
    names: ['--connect-timeout', '--max-time', '-T'],
    instead: '--timeout',
    answer: 'gives the time to the first byte of an answer; a connection has 10 s',
  },
  {
    names: ['--retry', '--max-retries', '--tries'],
    instead: '--retries',
    answer: 'gives the further tries for a page',
  },
  {
    names: ['--max-size', '--max-filesize', '--max-response-size'],
    instead: '--max-page-size',
    answer: 'gives the largest page; a larger one is in reports/<site>.skipped.csv as too-large',
  },
  {
    names: ['--retry-failed'],
    answer: 'failed pages of a finished crawl are requested again by: orbweaver resume DIRECTORY --retry-failed',
  },
  {
    names: ['--http2'],
    answer: 'HTTP/2 was taken out in 0.1, for no gain was measured; leave the option away, the results are the same',
  },
  {
    names: ['--concurrency', '--threads', '--workers', '--parallel', '--connections', '--jobs', '-c', '-t', '-j'],
    instead: '--max-downloads',
    answer: 'counts the requests at once to one host; different hosts are requested at the same time anyway',
  },
  {
    names: ['--rate', '--wait', '--sleep', '--throttle', '--rps', '-w'],
    instead: '--delay',
    answer: 'gives the milliseconds between two requests to one host',
  },
  {
    names: ['--follow', '--follow-links', '--recursive', '--spider', '--mirror', '-r'],
    instead: '--depth',
    answer: 'bounds how far links are followed, which a crawl always does; so do --limit, --scope and --include',
  },
  {
    names: ['--no-robots', '--ignore-robots', '--ignore-robots-txt', '--no-obey-robots'],
    instead: '--robots',
    answer: 'ignore takes every page; disallow-only leaves out Crawl-delay alone',
  },
  {
    names: ['--headless', '--headed', '--js', '--javascript', '--browser', '--chrome'],
    instead: '--render',
    answer: 'auto or always loads pages in a browser, which has no window',
  },
  {
    names: ['--screenshot', '--screenshots'],
    answer: 'there are no screenshots yet; --warc of "orbweaver crawl" keeps what the servers sent',
  },
  {
    names: ['--output', '--output-dir', '--outdir', '--dir', '-o', '-O', '-P'],
    instead: '--out',
    answer: 'names where the results go',
  },
  { names: ['--output', '-o'], answer: 'there is no such option here; standard output has the results: add > FILE' },
  {
    names: ['--max-pages', '--pages', '--max-urls', '--max-requests', '-n'],
    instead: '--limit',
    answer: 'bounds the pages in all; --site-limit those of each site',
  },
  { names: ['--max-depth', '--level', '-l'], instead: '--depth', answer: 'gives the deepest level' },
  {
    names: ['--input-file', '--file', '--list', '--urls', '-i', '-f'],
    instead: '--input',
    answer: 'takes a list of addresses',
  },
  { names: ['--subdomains', '--include-subdomains'], instead: '--scope', answer: 'domain takes the sub-domains' },
  { names: ['--agent', '--ua', '-A', '-U'], instead: '--user-agent', answer: 'gives the name' },
  {
    names: ['--insecure', '--no-check-certificate', '-k'],
    instead: '--insecure-tls',
    answer: 'names each host whose certificate is not checked; rather give its authority by --ca',
  },
  {
    names: ['--resume', '--continue', '--restart'],
    answer: 'a crawl that was stopped has its own command: orbweaver resume DIRECTORY',
  },
  { names: ['--verbose', '--debug', '-v'], instead: '--log-display', answer: 'shows the logs as they are written' },
  { names: ['--all'], answer: 'goes with --help and shows all options' },
];

/** The answer to an option that `command` does not have; undefined if nobody would expect it. */
export function answerToOption(name: string, command: Command): string | undefined {
  const own = new Set(command.options.map(({ long }) => long));
  const found = expected.find(
    ({ names, instead }) => names.includes(name) && (instead === undefined || own.has(instead)),
  );
  return found?.instead === undefined ? found?.answer : `${found.instead} ${found.answer}`;
}

/** The answer to a command that was there once. */
export function answerToCommand(name: string): string | undefined {
  return name === 'man'
    ? 'the manual page was taken out in 0.1; docs/reference/cli.md has every command and option, "orbweaver COMMAND --help --all" those of a command'
    : undefined;
}

const expectedFormats: Readonly<Record<string, string>> = {
  json: 'there is no graph in JSON; crawl.json has the summary, --json prints it, and programs read csv, graphml or parquet',
};

/** The answer to a format that people expect. */
export function answerToFormat(name: string): string | undefined {
  return expectedFormats[name.toLowerCase()];
}
