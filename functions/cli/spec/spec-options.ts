import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { specDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import { decodeSetting } from '../../../shared/domain/spec/decode-setting.ts';
import type { FieldName } from '../../../shared/domain/spec/fields/field-values.ts';
import fields from '../../../shared/domain/spec/fields/fields-en.json' with { type: 'json' };
import type { MendedStart } from '../../../shared/domain/spec/resolve/resume-changes.ts';
import { type Setting, type SettingKind, settings, withSetting } from '../../../shared/domain/spec/settings.ts';
import { answerToFormat } from '../terminal/expected-options.ts';
import { BadCommand, formatBytes } from '../terminal/print.ts';
import { repeated, several } from '../terminal/several.ts';

/** Options of a command as commander hands them over, by attribute name. */
export type OptionValues = Readonly<Record<string, unknown>>;

/**
 * Adds settings of the spec to `command`, each as its own option: those of `keys`, or all. `otherwise` says what
 * counts where the option is not given; by default the default of the spec.
 */
export function addSpecOptions(command: Command, keys?: readonly string[], otherwise?: string): Command {
  return settings
    .filter(({ path }) => keys === undefined || keys.includes(path[0]!))
    .reduce((result, setting) => result.addOption(optionOf(setting, otherwise)), command);
}

/** Where the sites of a command are: addresses, a list of them, or a whole spec. */
export function addInput(command: Command): Command {
  return command
    .argument('[urls...]', 'start addresses; a host name alone is taken as https')
    .optionsGroup('Input:')
    .option('--input <file>', 'list of start addresses, - for standard input')
    .option('--config <file>', 'the whole spec as YAML or JSON, or settings as .ini');
}

const changeable: readonly string[] = [
  ...['limit', 'siteLimit', 'timeLimitSeconds', 'maxLevel', 'delayMs', 'timeoutSeconds', 'maxPageBytes'],
];

/** The options that change a crawl when it is resumed. */
export function addResumeChanges(command: Command): Command {
  const start = new Option('--start-page <number=url>', 'another start page of a site that gave no page; repeatable')
    .helpGroup('What may be changed:')
    .argParser((text, before: readonly MendedStart[] | undefined) => [...(before ?? []), mendedStartOf(text)]);
  const retry = new Option(
    '--retry-failed',
    'of a finished crawl: request again what had no answer, an unusable one, or a passing error',
  ).helpGroup('What may be changed:');
  return settings
    .filter(({ path }) => path.length === 1 && changeable.includes(path[0]!))
    .reduce((result, setting) => result.addOption(optionOf(setting, '').helpGroup('What may be changed:')), command)
    .addOption(start)
    .addOption(retry);
}

function mendedStartOf(text: string): MendedStart {
  const { number, url } = /^(?<number>[1-9]\d{0,7})=(?<url>.+)$/s.exec(text.trim())?.groups ?? {};
  if (number === undefined || url === undefined)
    throw new BadInput([refusedValue('--start-page', text, allowance('start-page-pair'))]);
  return { number: Number(number), url };
}

/** `more`: a command's own part of the sentence. */
export function optionOf(setting: Setting, otherwise = defaultOf(setting), more = ''): Option {
  const flags = setting.argument === '' ? setting.option : `${setting.option} ${setting.argument}`;
  const help = `${helpOf(setting)}${more}${otherwise === '' ? '' : ` (default: ${otherwise})`}`;
  const option = new Option(flags, help).helpGroup(setting.heading);
  // `--no-cookies` is a separate setting, not the negation of another option.
  option.negate = false;
  return setting.argument === '' ? option : option.argParser((text, before) => collected(setting, text, before));
}

const forms: Readonly<Partial<Record<SettingKind, string>>> = {
  duration: ' (or 90s, 15m, 2h, 1d)',
  milliseconds: ' (or 2s, 1m)',
  size: ' (or 500kB, 20MB)',
  texts: repeated.texts,
  names: repeated.names,
  'some-names': repeated.names,
  switches: repeated.names,
};

const optionOfSetting = new Map(settings.map(({ path, option }) => [path.join('.'), option]));
/** Many commands have the same options, and every start makes those of all commands. */
const texts = new Map<FieldName, string>();

/** The sentence of a setting or a filter in a help text, with the options of the settings that it names. */
export function optionText(name: FieldName): string {
  const text = texts.get(name) ?? withOptions(fields[name].says);
  texts.set(name, text);
  return text;
}

function withOptions(says: string): string {
  const named = says.replaceAll(/`([^`: ]+)(?:: (\w+))?([^`]*)`/g, (_, name: string, value = '', rest = '') => {
    return `${optionOfSetting.get(name) ?? name}${value === '' ? '' : ` ${value}`}${rest}`;
  });
  return named.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]*(?![\w]|-[A-Z]))/, first => first.toLowerCase());
}

/** The same with the words that it does not name. */
export function helpOf({ path, argument, kind, words }: Setting): string {
  const text = optionText(path.join('.') as FieldName);
  const unnamed = words.some(word => !`${text}${argument}`.includes(word));
  return `${text}${unnamed ? `: ${words.join(', ')}` : ''}${forms[kind] ?? ''}`;
}

/** As a person would type it; empty if there is none. */
function defaultOf({ path, kind, heading }: Setting): string {
  if (heading === 'Limits:') return 'no limit';
  const value = path.reduce<unknown>((inner, key) => Object(inner)[key] as unknown, specDefaults);
  if (value === undefined || value === false) return '';
  if (kind === 'size') return formatBytes(Number(value));
  return kind === 'duration' ? `${value}s` : String(value);
}

/** The part of a spec that the options give, not yet checked. */
export function specValuesOf(options: OptionValues): Readonly<Record<string, unknown>> {
  return settings.reduce<Readonly<Record<string, unknown>>>((spec, setting) => {
    const value = options[optionOf(setting).attributeName()];
    return value === undefined ? spec : withSetting(spec, setting.path, value);
  }, {});
}

/** A repeated option adds to a list or to a set of switches; of anything else the last one counts. */
function collected({ kind, option }: Setting, text: string, before: unknown): unknown {
  const value = decodeSetting(kind, text);
  if (option === '--format') demandNoExpected(text);
  if (Array.isArray(value)) return [...(Array.isArray(before) ? before : []), ...value];
  return kind === 'switches' ? { ...Object(before), ...Object(value) } : value;
}

/** Formats that people know from other crawlers are refused with what helps here. */
function demandNoExpected(names: string): void {
  for (const name of names.split(',').map(each => each.trim())) {
    const answer = answerToFormat(name);
    if (answer !== undefined) throw new BadCommand([`--format: ${JSON.stringify(name)} is refused; ${answer}.`]);
  }
}

/** Options that let a crawl in: headers, cookies, logins, proxies and certificates. Their values never reach a spec. */

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
