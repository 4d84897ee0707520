import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { PickReason } from '../../shared/domain/protocol/crawl-state.ts';
import { skipReasons } from '../../shared/domain/skip-reason.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { tableSink } from '../../shared/files/write-table.ts';
import type { EndedSite } from '../../shared/steps/unload/result-part.ts';
import { builtInWriters } from '../../shared/wings/graph/formats/built-in-writers.ts';
import { writeReports } from '../../shared/wings/graph/graph-part.ts';
import { picksPart } from '../../shared/wings/graph/picks-part.ts';
import type { SiteReading } from '../../shared/wings/graph/read-site.ts';
import { CollectedSite } from '../../shared/wings/graph/site-graph/collected-site.ts';
import type { SiteResults } from '../../shared/wings/graph/site-graph/graph.ts';
import { writeChoices } from '../../shared/wings/sets/budget/choices-part.ts';
import type { Choice } from '../../shared/wings/sets/schedule/schedule.ts';
import type { ScheduleStore } from '../../shared/wings/sets/schedule/schedule-store.ts';
import { MemorySink } from '../pure/results/memory-sink.ts';
import { fragmentFiles, sampleSites } from '../pure/results/sample-fragment.ts';
import { graphOf, nodeOf, resultsOf } from '../pure/results/sample-results.ts';
import { formatPages } from './written-docs.ts';

const page = formatPages();

/** The site that the page's worked examples show. */
const start = 'http://example.org/';
const nodes = [
  nodeOf(0, {
    ...{ title: 'Start', inDegree: 2, outDegree: 2, externalLinks: 3, duplicates: 1, bytes: 512 },
    facts: {
      contentType: 'text/html; charset=utf-8',
      canonical: start,
      robots: 'index, nofollow',
      hreflang: ['de http://example.org/de', 'x-default http://example.org/'],
      language: 'en',
      lastModified: 'Sun, 06 Nov 1994 08:49:37 GMT',
      words: 57,
    },
  }),
  nodeOf(1, {
    label: '/news',
    url: `${start}news`,
    fetchedUrl: `${start}/news`,
    title: '=1+1, "really"',
    inDegree: 1,
    outDegree: 1,
    bytes: 204,
    facts: { contentType: 'text/html', words: 12, detected: 'en' },
  }),
];
const site: SiteResults = resultsOf(
  graphOf(nodes, [
    [0, 0, 1],
    [0, 1, 2],
    [1, 0, 1],
  ]),
  {
    externalLinks: () => [
      { url: 'https://example.net/', page: start, level: 0, anchor: 'A friend, far away', occurrences: 3 },
    ],
    badLinks: () => [{ text: 'javascript:void(0)', page: `${start}news`, level: 1, reason: 'script', occurrences: 1 }],
    merges: () => [
      { url: `${start}old`, kind: 'redirect', keptUrl: `${start}news`, evidence: '301' },
      { url: `${start}index.html`, kind: 'duplicate', keptUrl: start, evidence: nodes[0]?.contentHash ?? '' },
      {
        ...{ url: `${start}news`, kind: 'normalized', keptUrl: `${start}news`, evidence: 'doubleSlash emptyParams' },
        address: `${start}news?id=`,
      },
    ],
    skipped: () => [
      { url: `${start}gone`, level: 1, foundOn: start, reason: 'http-status', status: 404, attempts: 1 },
      { url: `${start}private/`, level: 1, foundOn: start, reason: 'robots', attempts: 0 },
    ],
    otherPages: () => [
      { url: `${start}gone`, level: 1, outcome: 'http-status', status: 404, target: '' },
      { url: `${start}index.html`, level: 1, outcome: 'duplicate', status: 200, target: start },
      { url: `${start}old`, level: 1, outcome: 'redirect', status: 301, target: `${start}news` },
    ],
    levels: [
      { level: 0, found: 1, nodes: 1, redirects: 0, duplicates: 0, skipped: 0, normalized: 0 },
      { level: 1, found: 5, nodes: 1, redirects: 1, duplicates: 1, skipped: 2, normalized: 1 },
    ],
  },
);

/** Two sites that share four pages: the second one has only one. */
const sharing = [{ url: start }, { url: 'http://example.net/', name: 'Example, net', tags: ['public', 'far north'] }];
const spec = resolveSpec([readSpec({ sites: sharing, limit: 4 }, path => path.join('.'))]);
const choices: readonly Choice[] = [
  { step: 1, rule: 'ucb1', site: 1, from: 0, to: 2, indexes: [] },
  { step: 2, rule: 'ucb1', site: 2, from: 0, to: 2, indexes: [] },
  {
    ...{ step: 3, rule: 'ucb1', site: 1, from: 2, to: 3 },
    indexes: [
      { site: 1, value: 0.5 + Math.sqrt(Math.log(2) / 1) },
      { site: 2, value: Math.sqrt(Math.log(2) / 1) },
    ],
  },
];
const schedule: ScheduleStore = {
  readSchedule: async () => undefined,
  writeSchedule: async () => false,
  readRewards: async (_, number, skip) => (number === 1 ? [1, 0, 4] : [0]).slice(skip),
  readChoices: async (_, after, most) => choices.filter(({ step }) => step > after).slice(0, most),
};

/** The first site again, its pages in the learnt order. */
const collected = new CollectedSite(undefined, true);
for (const [index, [address, pick]] of [
  [start],
  [`${start}news`, { expected: 1 }],
  [`${start}old`, { expected: 0.25, isOldest: true }],
].entries() as Iterable<[number, [string, PickReason?]]>)
  collected.addSegment({
    ...{ turn: index + 1, phase: { level: index, round: 1 }, targets: [], externals: [], bads: [], ignored: {} },
    pages: [
      {
        ...{ identity: address, address, foundOn: '', attempts: 1 },
        ...{ outcome: { kind: 'skipped', reason: 'http-status', status: 404 }, ...(pick && { pick }) },
      },
    ],
    numbers: new Uint32Array(),
  });

/** The one Parquet table that the page shows: all are alike. */
const pagesTable = 'pages/example.org.parquet';

async function everyFile(): Promise<MemorySink> {
  const sink = new MemorySink();
  // A workbook is no text.
  for (const [name, writer] of builtInWriters) if (name !== 'xlsx') await writer.write(site, sink);
  await writeReports(site, sink);
  const parquet = new MemorySink();
  await writeReports(site, tableSink(parquet, ['parquet']));
  sink.files.set(pagesTable, parquet.files.get(pagesTable)!);
  await writeChoices(schedule, { id: 'c', spec }, sink);
  const reading = async () => ({ site: collected, results: site }) as unknown as SiteReading;
  const ended = { row: { crawl: 'c', site: 1 }, fileName: 'example.org' } as EndedSite;
  await picksPart(reading, schedule, { order: 'links' }).perSite!(ended, sink);
  return sink;
}

/** The text that the page shows for a file: compressed ones unpacked, Parquet as rows of JSON. */
async function shown(name: string, bytes: Buffer): Promise<string> {
  if (name.endsWith('.gz')) return gunzipSync(bytes).toString();
  if (!name.endsWith('.parquet')) return bytes.toString().replaceAll('\r\n', '\n');
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const rows = await parquetReadObjects({ file });
  return rows.map(row => `${JSON.stringify(row)}\n`).join('');
}

describe('docs/formats', () => {
  it('shows every file of the example site as the writers write it', async () => {
    for (const [name, bytes] of (await everyFile()).files) {
      expect(page).toContain(`\`\`\`text ${name}\n${await shown(name, bytes)}\`\`\``);
    }
  });

  it('shows the files of a Web fragment, but for the report', async () => {
    const { files } = await fragmentFiles(sampleSites);
    const names = [...files.keys()].filter(name => name !== 'fragment/report.html');
    expect(names.length).toBe(4);
    for (const name of names) expect(page).toContain(`\`\`\`text ${name}\n${files.get(name)}\`\`\``);
  });

  it('explains every skip reason and no other', () => {
    const section = page.split('## Skip reasons')[1]?.split('\n## ')[0] ?? '';
    const explained = [...section.matchAll(/^\| `([^`]+)` \| \S.*\. \|$/gm)].map(([, reason]) => reason);
    expect(explained).toEqual(skipReasons);
  });
});
