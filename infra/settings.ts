import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** An unusable context value: a sentence with its name and the allowed values. */
export class BadSetting extends Error {}

/** Tag of everything in the stack; its value is the name of the stack. */
export const costTag = 'orbweaver';

/** The settings of an owner for a deployment: `cdk deploy -c name=value`, or `context` in cdk.json. */
export interface Settings {
  /** Name of the stack; a region may have several. */
  readonly stackName: string;
  /** Invocations of each consumer at once, at most. */
  readonly fetchConcurrency: number;
  readonly parseConcurrency: number;
  readonly fetchMemoryMb: number;
  readonly parseMemoryMb: number;
  readonly unloadMemoryMb: number;
  /** Whether pages can be rendered: deploys a function with a browser, and its queue. */
  readonly browser: boolean;
  readonly browserConcurrency: number;
  readonly browserMemoryMb: number;
  /** Whether news sites are watched: deploys the clock that wakes their sources, and the daily tables. */
  readonly publications: boolean;
  /** Invocations of the consumers for one crawl, at most: our own bound on loops. */
  readonly maxInvocations: number;
  readonly logRetentionDays: number;
  /** Finished crawls and their results are deleted after this many days; what else was kept of them within a year more. */
  readonly retentionDays: number;
  /** So many days after the end of a crawl it can still be continued; its claims are deleted afterwards. */
  readonly claimDays: number;
  /** Bodies are deleted after this many days, whatever became of their crawl. */
  readonly bodyDays: number;
  /** Where alarms are sent; none = they only show on the dashboard. */
  readonly alarmEmail?: string;
  /** Where the end of each crawl is reported; none = to the event bus alone. */
  readonly notifyEmail?: string;
  /** Private hosts that may be crawled, `name:port,…`. */
  readonly allowHosts: string;
  /** Dollars; an e-mail follows at 80 % and 100 % of it. */
  readonly monthlyBudget?: number;
  /** Names of the people who get an API key. Without names only AWS IAM (SigV4) is accepted. */
  readonly apiKeys: readonly string[];
  /** Requests a day of each API key. */
  readonly apiKeyQuota: number;
  /**
   * Invocations that API, tick and the clock of watches each keep for themselves, so that fetching does not take all of the account.
   * 0: these functions keep nothing, for an account with ten invocations in all can give nothing away.
   */
  readonly reservedConcurrency: number;
  /** Whether functions and state machine send traces to X-Ray, which is billed by trace. */
  readonly xray: boolean;
  /** The file that names the crawls of set times; none = no such crawl. */
  readonly schedules?: string;
  /** Absolute paths of plugin modules, which are bundled into the functions that need them. */
  readonly plugins: readonly string[];
}

/**
 * URLs of one site that a function with so much memory unloads, at most: where each page has 100 links, a million take 947 MB and
 * 336 s of a processor (docs/benchmarks.md), and a call ends after 900 s.
 */
export function unloadedUrls(memoryMb: number): number {
  return Math.min(1_200_000, (memoryMb - 150) * 700);
}

/** Reads one context value; what comes from the command line is text. */
type Context = (name: string) => unknown;

/** Throws `BadSetting`. */
export function readSettings(context: Context): Settings {
  const number = (name: string, otherwise: number, least: number, most: number): number =>
    wholeNumber(name, context(name) ?? otherwise, least, most);
  const alarmEmail = email('alarmEmail', text(context, 'alarmEmail'));
  const notifyEmail = email('notifyEmail', text(context, 'notifyEmail'));
  const schedules = text(context, 'schedules');
  const monthlyBudget = context('monthlyBudget');
  if (monthlyBudget !== undefined && alarmEmail === '')
    throw new BadSetting('monthlyBudget needs alarmEmail: somebody has to be notified.');
  return {
    stackName: stackName(text(context, 'stackName') || 'Orbweaver'),
    // 2 is the least that Lambda accepts for a queue.
    fetchConcurrency: number('fetchConcurrency', 10, 2, 1000),
    parseConcurrency: number('parseConcurrency', 10, 2, 1000),
    fetchMemoryMb: number('fetchMemoryMb', 256, 240, 10_240),
    parseMemoryMb: number('parseMemoryMb', 1024, 256, 10_240),
    unloadMemoryMb: number('unloadMemoryMb', 2048, 512, 10_240),
    browser: onOrOff('browser', context('browser') ?? false),
    browserConcurrency: number('browserConcurrency', 5, 2, 1000),
    // A page may take 1.2 GB before its browser is ended.
    browserMemoryMb: number('browserMemoryMb', 2048, 1792, 10_240),
    publications: onOrOff('publications', context('publications') ?? false),
    maxInvocations: number('maxInvocations', 1_000_000, 100, 1_000_000_000),
    logRetentionDays: retention(context('logRetentionDays') ?? 30),
    retentionDays: number('retentionDays', 90, 1, 3650),
    claimDays: number('claimDays', 30, 1, 3650),
    bodyDays: number('bodyDays', 14, 1, 3650),
    ...(alarmEmail !== '' && { alarmEmail }),
    ...(notifyEmail !== '' && { notifyEmail }),
    allowHosts: allowHosts(text(context, 'allowHosts')),
    ...(monthlyBudget !== undefined && { monthlyBudget: wholeNumber('monthlyBudget', monthlyBudget, 1, 1_000_000) }),
    apiKeys: keyNames(text(context, 'apiKeys')),
    apiKeyQuota: number('apiKeyQuota', 1000, 1, 1_000_000),
    reservedConcurrency: number('reservedConcurrency', 0, 0, 100),
    xray: onOrOff('xray', context('xray') ?? false),
    ...(schedules !== '' && { schedules }),
    plugins: modulePaths(text(context, 'plugins')),
  };
}

function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  const read = typeof value === 'number' ? value : /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  if (Number.isInteger(read) && read >= least && read <= most) return read;
  throw new BadSetting(`${name} is "${String(value)}"; it must be a whole number from ${least} to ${most}.`);
}

function email(name: string, value: string): string {
  if (value === '' || /^[^@\s,]+@[^@\s,]+$/.test(value)) return value;
  throw new BadSetting(`${name} is "${value}"; it must be one e-mail address.`);
}

/** Short enough for the names that begin with it. */
function stackName(value: string): string {
  if (/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(value)) return value;
  throw new BadSetting(`stackName is "${value}"; it must be 1 to 40 letters, digits and hyphens, a letter first.`);
}

function onOrOff(name: string, value: unknown): boolean {
  const read = String(value);
  if (read === 'true' || read === 'false') return read === 'true';
  throw new BadSetting(`${name} is "${read}"; it must be true or false.`);
}

function text(context: Context, name: string): string {
  const value = context(name) ?? '';
  if (typeof value === 'string') return value.trim();
  throw new BadSetting(`${name} is ${JSON.stringify(value)}; it must be text.`);
}

/** The days that CloudWatch Logs takes (PutRetentionPolicy), as far as a stack waits. */
const logDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653];

function retention(value: unknown): number {
  const days = Number(value);
  if (logDays.includes(days)) return days;
  throw new BadSetting(`logRetentionDays is "${String(value)}"; it must be one of ${logDays.join(', ')}.`);
}

function allowHosts(value: string): string {
  for (const host of list(value)) {
    if (!/^[^\s:/]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/.test(host))
      throw new BadSetting(`allowHosts has "${host}"; each must be name:port, separated by commas.`);
  }
  return list(value).join(',');
}

function keyNames(value: string): readonly string[] {
  const names = list(value);
  for (const name of names) {
    if (!/^[A-Za-z0-9-]{1,40}$/.test(name))
      throw new BadSetting(`apiKeys has "${name}"; a name has 1 to 40 letters, digits and hyphens.`);
  }
  return [...new Set(names)];
}

/** Relative paths begin where the CDK runs: in the folder of cdk.json. */
function modulePaths(value: string): readonly string[] {
  for (const path of list(value)) {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile())
      throw new BadSetting(`plugins has "${path}"; each must be the path of a module, separated by commas.`);
  }
  return [...new Set(list(value).map(path => resolve(path)))];
}

function list(value: string): string[] {
  return value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
}
