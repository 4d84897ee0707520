import { localClock, openLocalFetcher, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { pageText } from '../../../shared/domain/html/decode-text.ts';
import type { PageAnswer } from '../../../shared/domain/http/page-answer.ts';
import { builtInParts } from '../../../shared/domain/spec/crawl-spec.ts';
import { requestIdentityOf } from '../../../shared/domain/spec/request-identity.ts';
import { askPolitely } from '../../../shared/steps/page/polite-asker.ts';
import type { RuleVersion } from '../../../shared/wings/publications/grabber/rule-health.ts';
import { readRules } from '../../../shared/wings/publications/grabber/rules/read-rules.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { trustedHosts } from '../../embedded/plugins/trust.ts';
import { readCrawl } from '../../embedded/read-crawl.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { acceptForSource, endForSource, readSourceRules } from '../../embedded/watch/source-rules.ts';
import { sourceNamed } from '../publications/source-named.ts';
import type { PageFile } from '../rules/read-pages.ts';
import { readRulesDataFile, readRulesFile } from '../rules/read-rules-file.ts';
import { printSuggested } from '../rules/suggest-command.ts';
import { printTested } from '../rules/test-command.ts';
import { formatCounted } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import type { SourcesOutput } from './place-sources.ts';

/** Pages from which rules are learnt, and those on which they are tried. */
const learntFrom = 20;
const triedOn = 10;

/** `orbweaver watch rules suggest`: rules on standard output. */
export async function suggestSourceRules(directory: string, source: string, { json }: SourcesOutput): Promise<number> {
  const pages = await pagesOf(directory, await sourceIn(directory, source), learntFrom);
  return await printSuggested(pages, json ?? false);
}

export interface TestRulesOptions {
  readonly rules?: string;
  readonly json?: true;
}

/** `orbweaver watch rules test`: what rules give on the latest pages of the source. */
export async function testSourceRules(directory: string, source: string, options: TestRulesOptions): Promise<void> {
  const status = await sourceIn(directory, source);
  const given = options.rules === undefined ? undefined : await readRulesFile('--rules', options.rules);
  const held = (await readSourceRules(directory, status.number)).findLast(isHeld);
  if (given === undefined && held === undefined)
    throw new BadCommand([
      `source ${status.number} has no rules; allowed is a file of rules (--rules), or rules that were accepted before.`,
    ]);
  const rules = given ?? readRules(held!.rules, () => 'rules');
  printTested(await pagesOf(directory, status, triedOn), rules, options.json ?? false);
}

/** `orbweaver watch rules accept`. */
export async function acceptSourceRules(
  directory: string,
  source: string,
  { rules: file }: { readonly rules: string },
): Promise<void> {
  const { number } = await sourceIn(directory, source);
  const rules = await readRulesDataFile('--rules', file);
  const { revision, validFrom } = await acceptForSource(directory, number, rules);
  process.stdout.write(`Source ${number} is read by version ${revision} of its rules since ${validFrom}.\n`);
}

/** `orbweaver watch rules list`. */
export async function listSourceRules(directory: string, source: string, { json }: SourcesOutput): Promise<void> {
  const { number } = await sourceIn(directory, source);
  printVersions(number, await readSourceRules(directory, number), json ?? false);
}

/** The versions of a source's rules on standard output. */
export function printVersions(source: number, versions: readonly RuleVersion[], json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(versions)}\n`);
  else if (versions.length === 0) process.stdout.write(`Source ${source} has no rules.\n`);
  else process.stdout.write(versions.map(versionLine).join(''));
}

/** `orbweaver watch rules remove`. */
export async function removeSourceRules(directory: string, source: string): Promise<void> {
  const { number } = await sourceIn(directory, source);
  const ended = await endForSource(directory, number);
  process.stdout.write(
    ended === undefined
      ? `Source ${number} has no rules that hold.\n`
      : `Version ${ended.revision} of the rules of source ${number} holds no more; what it gave stays.\n`,
  );
}

const isHeld = ({ validUntil }: RuleVersion): boolean => validUntil === null;

function versionLine({ revision, rules, validFrom, validUntil }: RuleVersion): string {
  const types = rules.types.map(({ name, fields }) => `${name} (${Object.keys(fields).join(', ')})`).join('; ');
  return `${revision}  from ${validFrom} ${validUntil === null ? 'on' : `until ${validUntil}`}: ${types}\n`;
}

async function sourceIn(directory: string, source: string): Promise<SourceStatus> {
  return sourceNamed('source', source, (await readWatch(directory)).sources);
}

/** Pages of the latest publications of a source, requested at its polite pace: a watch keeps none. */
async function pagesOf(directory: string, source: SourceStatus, most: number): Promise<readonly PageFile[]> {
  const addresses = await latestOf(directory, source.number, most);
  if (addresses.length === 0)
    throw new BadCommand([
      `source ${source.number} has no publications yet; allowed is one of which the watch has found some.`,
    ]);
  const spec = await readCrawl(directory, async ({ store }, { id, spec: told }) => ({
    ...told,
    allowHosts: await trustedHosts(store, { directory, id, spec: told }, []),
  }));
  const delayMs = spec.sites.find(({ number }) => number === source.number)?.delayMs ?? 1_000;
  // A policy of a plugin would be code of the directory.
  const robots = (builtInParts.robots as readonly string[]).includes(spec.robots) ? spec.robots : 'obey';
  const fetcher = await openLocalFetcher(spec);
  try {
    const { ask } = askPolitely(fetcher, { clock: localClock(), identity: requestIdentityOf(spec), delayMs, robots });
    const pages: PageFile[] = [];
    for (const address of addresses) {
      const answer = await ask(address);
      if (typeof answer === 'object' && answer.status === 200)
        pages.push({ file: address, url: address, html: pageText({ ...answer, contentType: contentTypeOf(answer) }) });
    }
    const missing = addresses.length - pages.length;
    if (missing > 0) process.stderr.write(`orbweaver: ${formatCounted(missing, 'page')} could not be had.\n`);
    return pages;
  } finally {
    await fetcher.close();
  }
}

function contentTypeOf({ headers }: PageAnswer): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/html';
}

async function latestOf(directory: string, source: number, most: number): Promise<readonly string[]> {
  const store = await readLocalPublications(directory, false);
  if (store === undefined) return [];
  try {
    const rows = await store.find({ source }, most);
    return rows.filter(({ state }) => state === 'live').map(({ address }) => address);
  } finally {
    store.close();
  }
}
