import { unlessLost } from '../../domain/lost-object.ts';
import { agentTokenOf } from '../../domain/robots/agent-token.ts';
import { robotsName } from '../../domain/robots/follow-robots.ts';
import * as preferences from '../../domain/robots/preferences.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { specOf } from '../../domain/spec/sites/site-numbered.ts';
import { columnsOf } from '../../files/column.ts';
import type { ObjectStore, RobotsFindings } from '../../ports/ports.ts';
import type { EndedSite, ResultPart } from '../../steps/unload/result-part.ts';
import type { SiteReading } from './read-site.ts';
import { type ReadSite, reportPart } from './report-part.ts';

interface PreferenceRow extends preferences.Preference {
  readonly url: string;
  /** The item of it that the crawl heeded; undefined: none. */
  readonly heeded: string | undefined;
}

export const preferenceColumns = columnsOf<PreferenceRow>([
  ['Url', 'string', 'the file or the page that says it', ({ url }) => url],
  ['Source', 'string', '`robots.txt`, `tdmrep.json`, `header` or `meta`', ({ source }) => source],
  ['Agent', 'string', 'crawlers that it is for, in lower case; `*`: all', ({ agent }) => agent],
  ['Path', 'string', 'pattern of the paths that it is for; empty: the host, or the page', ({ path }) => path],
  ['Name', 'string', 'name of the field, in lower case', ({ name }) => name],
  ['Raw', 'string', 'the text as written; of tdmrep.json the rule', ({ raw }) => raw],
  [
    'Value',
    'string',
    'as read: `train-ai=n, search=y`, directives, an address; empty: unreadable',
    ({ value }) => value,
  ],
  [
    'Heeded',
    'string',
    'what the crawl left out for it (`--purpose`, `--heed`); empty: nothing',
    ({ heeded }) => heeded,
  ],
]);

interface Ports {
  readonly store: Pick<RobotsFindings, 'readRobots'>;
  readonly objects: Pick<ObjectStore, 'get'>;
}

/** Hosts of a site whose files are read. */
const mostOrigins = 1_000;

/** `reports/<site>.preferences.csv`: what owners wish. A site whose owners say nothing has no such file. */
export function preferencesPart(read: ReadSite, ports: Ports, spec: ResolvedSpec): ResultPart<undefined> {
  return reportPart('preferences', read, preferenceColumns, async (reading, ended) => {
    const agent = agentTokenOf(specOf(spec, ended.row.site).userAgent);
    const heeding = { purpose: spec.purpose, heed: spec.heed, agent };
    const ofHosts = await hostRows(ports, ended, reading, heeding);
    const rows = function* (): Iterable<PreferenceRow> {
      yield* ofHosts;
      yield* pageRows(reading, heeding);
    };
    return rows()[Symbol.iterator]().next().done === true ? undefined : rows();
  });
}

async function hostRows(
  { store, objects }: Ports,
  { row }: EndedSite,
  { results }: SiteReading,
  heeding: preferences.Heeding,
): Promise<readonly PreferenceRow[]> {
  const origins = new Set([row.origin]);
  let last = `${row.origin}/`;
  for (const { url } of results.graph.nodes()) {
    if (origins.size >= mostOrigins) break;
    // Most pages are of the host of the page before.
    if (url.startsWith(last)) continue;
    const { origin } = new URL(url);
    origins.add(origin);
    last = `${origin}/`;
  }
  const rows: PreferenceRow[] = [];
  const add = async (url: string, read: (text: string) => readonly preferences.Preference[]): Promise<void> => {
    const finding = await store.readRobots(row.crawl, url);
    if (finding?.kind !== 'text') return;
    for (const each of read(await textIn(objects, robotsName(finding.hash)))) {
      const heeded =
        preferences.compileWishes([{ ...each, path: '' }], heeding)('/') === undefined
          ? undefined
          : preferences.heededItem(each, heeding);
      rows.push({ ...each, url, heeded });
    }
  };
  for (const origin of origins) {
    await add(`${origin}/robots.txt`, preferences.robotsPreferences);
    await add(preferences.tdmrepAddress(origin), preferences.tdmrepPreferences);
  }
  return rows;
}

/** Empty where the text is lost: the other results do not need it. */
async function textIn(objects: Ports['objects'], name: string): Promise<string> {
  return await unlessLost(async () => Buffer.from(await objects.get(name)).toString('utf8'), '');
}

/** Pages, and then those that were left out. */
function* pageRows({ results }: SiteReading, heeding: preferences.Heeding): Iterable<PreferenceRow> {
  for (const { url, facts } of results.graph.nodes())
    for (const statement of facts?.statements ?? [])
      for (const each of preferences.pagePreferences(statement))
        yield { ...each, url, heeded: nofollowIn(each, heeding) };
  for (const { url, reason, detail = '' } of results.skipped()) {
    if (reason !== 'page-preference') continue;
    const [, item = detail, source = 'header', name = ''] = /^(.*) \((header|meta) (.*)\)$/.exec(detail) ?? [];
    const page = { source: source as 'header' | 'meta', agent: '*', path: '', name, raw: item, value: item };
    yield { ...page, url, heeded: item };
  }
}

/** Of a page that was taken nothing but its links can have been left out. */
function nofollowIn({ agent, value }: preferences.Preference, heeding: preferences.Heeding): string | undefined {
  if (heeding.heed?.includes('nofollow') !== true || (agent !== '*' && agent !== heeding.agent.toLowerCase()))
    return undefined;
  return value.split(', ').find(item => item === 'nofollow' || item === 'none');
}
