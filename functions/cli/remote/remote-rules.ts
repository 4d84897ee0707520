/** Rules of a source of a watch in an account: learnt, tried and changed there. */
import type { RuleVersion } from '../../../shared/wings/publications/grabber/rule-health.ts';
import { sourceNamed } from '../publications/source-named.ts';
import { readRulesDataFile } from '../rules/read-rules-file.ts';
import { printSuggestion, type Suggestion } from '../rules/suggest-command.ts';
import { type ComparedPage, printCompared } from '../rules/test-command.ts';
import { formatCounted } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { printVersions, type TestRulesOptions } from '../watch/watch-rules.ts';
import { type Remote, type RemoteOptions, remoteApi, watchPath } from './remote-api.ts';
import { remoteSources } from './remote-watch-state.ts';

/** Pages from which rules are learnt, and those on which they are tried. */
const learntFrom = 20;
const triedOn = 10;

interface SourceAt {
  readonly api: Remote;
  readonly watch: string;
  readonly number: number;
}

type Shown = Omit<Suggestion, 'examples'> & {
  readonly examples?: readonly { readonly address: string; readonly text: string }[];
  readonly without: readonly { readonly address: string; readonly outcome: string }[];
};

/** `orbweaver remote watches rules suggest`: rules on standard output. Exit code 2 where there are none. */
export async function suggestRemoteRules(watch: string, source: string, options: RemoteOptions): Promise<number> {
  const at = await sourceAt(watch, source, options);
  const addresses = await latestOf(at, learntFrom);
  const answer = await at.api.call<Shown>('POST', `${watchPath(watch)}/rules/suggest`, { addresses });
  const { without, examples = [], ...suggested } = answer;
  tellMissing(without.map(({ address, outcome }) => `${address}: ${outcome}`));
  const shown = examples.map(({ address, text }) => ({ file: address, text }));
  return await printSuggestion({ ...suggested, examples: shown }, options.json ?? false);
}

/** `orbweaver remote watches rules test`: what rules give on the latest pages of the source. */
export async function testRemoteRules(
  watch: string,
  source: string,
  options: RemoteOptions & TestRulesOptions,
): Promise<void> {
  const given = options.rules === undefined ? undefined : await readRulesDataFile('--rules', options.rules);
  const at = await sourceAt(watch, source, options);
  const rules = given ?? (await versionsOf(at)).findLast(({ validUntil }) => validUntil === null)?.rules;
  if (rules === undefined)
    throw new BadCommand([
      `source ${at.number} has no rules; allowed is a file of rules (--rules), or rules that were accepted before.`,
    ]);
  const compared: ComparedPage[] = [];
  const missing: string[] = [];
  for (const address of await latestOf(at, triedOn))
    try {
      const page = await at.api.call<Omit<ComparedPage, 'file'> & { readonly address: string }>(
        ...(['POST', `${watchPath(watch)}/rules/test`, { address, rules }] as const),
      );
      const { address: file, ...comparison } = page;
      compared.push({ file, ...comparison });
    } catch (error) {
      if (!(error instanceof BadCommand)) throw error;
      missing.push(error.message);
    }
  tellMissing(missing);
  printCompared(compared, options.json ?? false);
}

/** `orbweaver remote watches rules accept`. */
export async function acceptRemoteRules(
  watch: string,
  source: string,
  { rules: file, ...options }: RemoteOptions & { readonly rules: string },
): Promise<void> {
  const rules = await readRulesDataFile('--rules', file);
  const at = await sourceAt(watch, source, options);
  await at.api.call('PUT', rulesPath(at), { rules });
  const { revision, validFrom } = (await versionsOf(at)).at(-1)!;
  process.stdout.write(`Source ${at.number} is read by version ${revision} of its rules since ${validFrom}.\n`);
}

/** `orbweaver remote watches rules list`. */
export async function listRemoteRules(watch: string, source: string, options: RemoteOptions): Promise<void> {
  const at = await sourceAt(watch, source, options);
  printVersions(at.number, await versionsOf(at), options.json ?? false);
}

/** `orbweaver remote watches rules remove`. */
export async function removeRemoteRules(watch: string, source: string, options: RemoteOptions): Promise<void> {
  const at = await sourceAt(watch, source, options);
  const held = (await versionsOf(at)).findLast(({ validUntil }) => validUntil === null);
  if (held !== undefined) await at.api.call('DELETE', rulesPath(at));
  process.stdout.write(
    held === undefined
      ? `Source ${at.number} has no rules that hold.\n`
      : `Version ${held.revision} of the rules of source ${at.number} holds no more; what it gave stays.\n`,
  );
}

async function sourceAt(watch: string, source: string, options: RemoteOptions): Promise<SourceAt> {
  const api = await remoteApi(options);
  return { api, watch, number: sourceNamed('source', source, await remoteSources(api, watch)).number };
}

function rulesPath({ watch, number }: SourceAt): string {
  return `${watchPath(watch)}/sources/${number}/rules`;
}

async function versionsOf(at: SourceAt): Promise<readonly RuleVersion[]> {
  return (await at.api.call<{ readonly versions: readonly RuleVersion[] }>('GET', rulesPath(at))).versions;
}

/** Addresses of the latest publications of a source that are still there. Throws `BadCommand` where it has none. */
async function latestOf({ api, watch, number }: SourceAt, most: number): Promise<readonly string[]> {
  const { publications } = await api.call<{
    readonly publications: readonly { readonly url: string; readonly state: string }[];
  }>('GET', `${watchPath(watch)}/publications?source=${number}&limit=${most}`);
  const addresses = publications.filter(({ state }) => state === 'live').map(({ url }) => url);
  if (addresses.length > 0) return addresses;
  throw new BadCommand([`source ${number} has no publications yet; allowed is one of which the watch has found some.`]);
}

function tellMissing(why: readonly string[]): void {
  if (why.length === 0) return;
  process.stderr.write(`orbweaver: ${formatCounted(why.length, 'page')} could not be had.\n`);
  process.stderr.write(why.map(each => `  ${each}\n`).join(''));
}
