import { noLevel } from '../../../shared/domain/protocol/site-outcomes.ts';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { SpecPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import type { AddedSite } from '../../../shared/domain/spec/resolve/added-site.ts';
import { settingName } from '../../../shared/domain/spec/settings.ts';
import { siteValue } from '../../../shared/domain/spec/sites/site-value.ts';
import type { SiteAddition } from '../../../shared/steps/life/add-sites.ts';
import { resumeHint } from '../../embedded/directory/resume-hint.ts';
import { addLocalSites, type ListedSite, listLocalSites, removeLocalSites } from '../../embedded/local-sites.ts';
import { type OptionValues, specValuesOf } from '../spec/spec-options.ts';
import { BadCommand, formatCount, printAnswer, printLines } from '../terminal/print.ts';

interface Output {
  readonly json?: true;
}

export interface AddOptions extends Output, OptionValues {
  readonly name?: string;
  readonly shortName?: string;
  readonly tags?: readonly string[];
  readonly number?: string;
}

/** `orbweaver sites list`: on stdout, whether or not a process works on the crawl. */
export async function listSites(directory: string, { json }: Output): Promise<void> {
  const sites = await listLocalSites(directory);
  const step = sites[0]?.order === undefined ? 'Level' : 'Pick';
  const header = ['Start', 'Number', 'Short name', 'Status', step, 'Pages', 'Waiting', 'Tags'];
  printAnswer(json, sites, [header, ...sites.map(siteLine)]);
}

function siteLine(site: ListedSite): readonly string[] {
  const state = site.sameAs === undefined ? site.status : `${site.status} ${site.sameAs}`;
  return [
    site.start,
    String(site.number),
    site.shortName,
    state,
    site.level === noLevel ? 'orphans' : String(site.level),
    formatCount(site.pages),
    formatCount(site.queued),
    site.tags.join('; '),
  ];
}

/** `orbweaver sites add`: says of each site when it is taken up. Valid sites are added even if others are refused. */
export async function addSites(directory: string, urls: readonly string[], options: AddOptions): Promise<void> {
  const { additions, isRunning } = await addLocalSites(directory, givenSites(urls, options));
  const added = additions.filter(addition => addition.state !== 'exists');
  const lines = options.json
    ? [JSON.stringify(added.map(({ site, state }) => ({ number: site.number, start: site.url, state })))]
    : added.map(addition => additionLine(addition, directory, isRunning));
  if (added.length > 0) printLines(lines);
  const refused = additions.flatMap(addition => (addition.state === 'exists' ? [addition.why] : []));
  if (refused.length > 0) throw new BadInput(refused);
}

function additionLine(
  { site, state }: Exclude<SiteAddition, { state: 'exists' }>,
  directory: string,
  isRunning: boolean,
): string {
  const what = `Site ${site.number}, ${site.url},`;
  if (isRunning && state === 'added') return `${what} is taken up by the crawl now.`;
  const when = isRunning ? 'The crawl is at its end: when it has stopped' : 'No process works on the crawl';
  return `${what} is noted. ${when}, continue it by: ${resumeHint(directory)}`;
}

/** Settings count for each address; a name or a number is that of one. */
function givenSites(urls: readonly string[], options: AddOptions): readonly AddedSite[] {
  const { name, shortName, number } = options;
  const own = { name, shortName, number: number === undefined ? undefined : numeric(number) };
  if (urls.length > 1 && Object.values(own).some(value => value !== undefined))
    throw new BadCommand([
      '--name, --short-name and --number are those of one site; add each with its own, one by one.',
    ]);
  const { siteLimit: limit, ...settings } = specValuesOf(options);
  const tags = options.tags === undefined ? undefined : siteValue('tags', options.tags.join(','));
  const given = Object.entries({ ...own, tags, ...settings, limit }).filter(([, value]) => value !== undefined);
  const sites = urls.map(url => ({ url, ...Object.fromEntries(given) }));
  return readSpec({ sites }, nameOf).spec.sites ?? [];
}

function nameOf([, index, key]: SpecPath): string {
  switch (key) {
    case 'url':
      return `address ${Number(index) + 1}`;
    case 'name':
    case 'tags':
    case 'number':
      return `--${key}`;
    case 'shortName':
      return '--short-name';
    default:
      return settingName([key === 'limit' ? 'siteLimit' : String(key)], 'option');
  }
}

/** `orbweaver sites remove` */
export async function removeSites(directory: string, texts: readonly string[], { json }: Output): Promise<void> {
  const numbers = texts.map(siteNumber);
  const removed = await removeLocalSites(directory, numbers);
  const lines = numbers.map((number, index) =>
    removed[index]
      ? `Site ${number} is removed; what it gave stays, what it had not fetched is skipped.`
      : `Site ${number} was removed before.`,
  );
  const answer = numbers.map((number, index) => ({ number, removed: removed[index] }));
  printLines(json ? [JSON.stringify(answer)] : lines);
}

function siteNumber(text: string): number {
  const number = numeric(text);
  if (typeof number === 'number' && number > 0) return number;
  throw new BadInput([refusedValue('site', text, allowance('site-number'))]);
}

/** A value that is not a number stays text, so that the error can show it. */
function numeric(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
