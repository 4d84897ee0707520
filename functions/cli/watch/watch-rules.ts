/** The rules of a source of a watch, of this machine or of an account: learnt, tried and changed. */
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import * as onRules from '../../../shared/place/operations/rule-operations.ts';
import type { RuleVersion, RuleVersions } from '../../../shared/wings/publications/grabber/rule-health.ts';
import { selected } from '../../../shared/wings/publications/table/selected.ts';
import { sourceNamed } from '../publications/source-named.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { readRulesDataFile } from '../rules/read-rules-file.ts';
import { printSuggestion } from '../rules/suggest-command.ts';
import { type ComparedPage, printCompared } from '../rules/test-command.ts';
import { BadCommand, formatCounted } from '../terminal/print.ts';
import type { SourcesOutput } from './place-sources.ts';

/** Pages on which rules are tried. */
const triedOn = 10;

/** `orbweaver watch rules suggest`: rules on standard output. Exit code 2 where there are none. */
export async function suggestForSource(place: WatchPlace, source: string, { json }: SourcesOutput): Promise<number> {
  const addresses = await latestOf(place, await numberOf(place, source), onRules.mostPages);
  const { without, examples = [], ...suggested } = await place.perform(onRules.suggestSourceRules, { addresses });
  printMissing(without.map(({ address, outcome }) => `${address}: ${outcome}`));
  const shown = examples.map(({ address, text }) => ({ file: address, text }));
  return await printSuggestion({ ...suggested, examples: shown }, json ?? false);
}

export interface TestRulesOptions extends SourcesOutput {
  readonly rules?: string;
}

/** `orbweaver watch rules test`: what rules give on the latest pages of the source. */
export async function testSourceRules(place: WatchPlace, source: string, options: TestRulesOptions): Promise<void> {
  const given = options.rules === undefined ? undefined : await readRulesDataFile('--rules', options.rules);
  const number = await numberOf(place, source);
  const rules = given ?? heldIn(await versionsOf(place, number))?.rules;
  if (rules === undefined)
    throw new BadCommand([
      `source ${number} has no rules; allowed is a file of rules (--rules), or rules that were accepted before.`,
    ]);
  const compared: ComparedPage[] = [];
  const missing: string[] = [];
  for (const each of await latestOf(place, number, triedOn))
    try {
      const { address, ...comparison } = await place.perform(onRules.testRules, { address: each, rules });
      compared.push({ file: address, ...comparison });
    } catch (error) {
      if (!(error instanceof BadCommand || error instanceof BadInput)) throw error;
      missing.push(error.message);
    }
  printMissing(missing);
  printCompared(compared, options.json ?? false);
}

/** `orbweaver watch rules accept`. */
export async function acceptSourceRules(
  place: WatchPlace,
  source: string,
  { rules: file }: { readonly rules: string },
): Promise<void> {
  const number = await numberOf(place, source);
  await place.perform(onRules.acceptRules, { number, rules: await readRulesDataFile('--rules', file) });
  const { revision, validFrom } = (await versionsOf(place, number)).at(-1)!;
  process.stdout.write(`Source ${number} is read by version ${revision} of its rules since ${validFrom}.\n`);
}

/** `orbweaver watch rules list`. */
export async function listSourceRules(place: WatchPlace, source: string, { json }: SourcesOutput): Promise<void> {
  const number = await numberOf(place, source);
  const versions = await versionsOf(place, number);
  if (json) process.stdout.write(`${JSON.stringify(versions)}\n`);
  else if (versions.length === 0) process.stdout.write(`Source ${number} has no rules.\n`);
  else process.stdout.write(versions.map(versionLine).join(''));
}

/** `orbweaver watch rules remove`. */
export async function removeSourceRules(place: WatchPlace, source: string): Promise<void> {
  const number = await numberOf(place, source);
  const held = heldIn(await versionsOf(place, number));
  if (held !== undefined) await place.perform(onRules.endRules, { number });
  process.stdout.write(
    held === undefined
      ? `Source ${number} has no rules that hold.\n`
      : `Version ${held.revision} of the rules of source ${number} holds no more; what it gave stays.\n`,
  );
}

function versionLine({ revision, rules, validFrom, validUntil }: RuleVersion): string {
  const types = rules.types.map(({ name, fields }) => `${name} (${Object.keys(fields).join(', ')})`).join('; ');
  return `${revision}  from ${validFrom} ${validUntil === null ? 'on' : `until ${validUntil}`}: ${types}\n`;
}

function heldIn(versions: RuleVersions): RuleVersion | undefined {
  return versions.findLast(({ validUntil }) => validUntil === null);
}

async function versionsOf(place: WatchPlace, number: number): Promise<RuleVersions> {
  return (await place.perform(onRules.listRules, { number })).versions;
}

async function numberOf(place: WatchPlace, source: string): Promise<number> {
  return sourceNamed('source', source, await place.sources()).number;
}

/** Addresses of the latest publications of a source that are still there. Throws `BadCommand` where it has none. */
async function latestOf(place: WatchPlace, source: number, most: number): Promise<string[]> {
  const records = await Array.fromAsync(await place.publications(selected({ source: [source] }), undefined, most));
  const addresses = records.filter(({ state }) => state === 'live').map(({ url }) => url);
  if (addresses.length > 0) return addresses;
  throw new BadCommand([`source ${source} has no publications yet; allowed is one of which the watch has found some.`]);
}

function printMissing(why: readonly string[]): void {
  if (why.length === 0) return;
  process.stderr.write(`orbweaver: ${formatCounted(why.length, 'page')} could not be had.\n`);
  process.stderr.write(why.map(each => `  ${each}\n`).join(''));
}
