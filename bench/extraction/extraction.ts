/** Findings and cost of the extractor on the suites' pages, beside its bars. Option: `--only pages,rules,cost,peer,adverse`. */
import { parseArgs } from 'node:util';
import { pageTree } from '../../shared/domain/html/page-tree.ts';
import { extractFromTree, extractPage } from '../../shared/wings/publications/extraction/extract-page.ts';
import { type Bar, verdictOf } from '../measured/bars.ts';
import { pageShapes, shapedPage } from '../pages/page-shapes.ts';
import { learntRules } from './learnt-rules.ts';
import { measure } from './measured.ts';
import { peerFigures, readPage } from './readability-peer.ts';
import { hasSuitePages, suitePages } from './suite-pages.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: 'pages,rules,cost,peer,adverse' } } });
const parts = values.only.split(',');
const now = Date.UTC(2026, 0, 1);
const bars: Bar[] = [];
/** The least of so many is shown: the first ones are not compiled yet, and others use the machine meanwhile. */
const rounds = 15;

if (!hasSuitePages) console.log('skipped: ../shared/suites/extraction is not there');
else {
  if (parts.includes('pages')) bars.push(...barsOfPages());
  if (parts.includes('rules')) bars.push(...barsOfRules());
  if (parts.includes('cost')) bars.push(...barsOfCost());
  if (parts.includes('peer')) showPeer();
}
if (parts.includes('adverse')) bars.push(...barsOfAdverse());
for (const bar of bars) console.log(verdictOf(bar));
process.exitCode = bars.every(({ value, limit }) => value <= limit) ? 0 : 1;

function barsOfPages(): readonly Bar[] {
  const { english, russian, russianWithTemplate, titles, articles } = measure();
  const [kept, all] = articles;
  return [
    { what: 'English articles: 1 - F1', value: 1 - english, limit: 0.02 },
    { what: 'Russian news without template, headline and text: 1 - F1', value: 1 - russian, limit: 0.08 },
    { what: 'Russian news with template, headline and text: 1 - F1', value: 1 - russianWithTemplate, limit: 0.06 },
    { what: 'Russian news: share of titles that are not in the truth', value: 1 - titles, limit: 0.2 },
    { what: 'articles that are taken for none, share', value: 1 - kept / all, limit: 0.02 },
  ];
}

/** Rules learnt from the first, third, fifth page of a host; learnt from the others, their figures are shown only. */
function barsOfRules(): readonly Bar[] {
  const [even, odd] = [learntRules(0, now), learntRules(1, now)];
  for (const { host, places, matched, unseen } of [...even, ...odd])
    console.log(`${host}: ${matched} of ${unseen} unseen pages by ${places.join(' and ') || 'no rule'}`);
  const sum = (of: 'matched' | 'unseen') => even.reduce((total, each) => total + each[of], 0);
  return [
    {
      what: 'unseen pages that learnt rules do not match, share',
      value: 1 - sum('matched') / sum('unseen'),
      limit: 0.05,
    },
  ];
}

/** Page by page, tree and text in turn, the least of all rounds: so other programs count little. */
function barsOfCost(): readonly Bar[] {
  const pages = suitePages('articles');
  const costs = pages.map(() => ({ tree: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY }));
  for (let i = 0; i < rounds; i += 1)
    for (const [at, { html }] of pages.entries()) {
      const cost = costs[at]!;
      const { ms, value: tree } = timed(() => pageTree(html));
      cost.tree = Math.min(cost.tree, ms);
      cost.text = Math.min(cost.text, timed(() => extractFromTree(tree, { now })).ms);
    }
  const kilobytes = pages.reduce((sum, { html }) => sum + html.length, 0) / 1024;
  const sum = (of: 'tree' | 'text') => costs.reduce((all, cost) => all + cost[of], 0);
  const [size, tree, text] = [kilobytes, sum('tree'), sum('text')].map(all => all / pages.length);
  console.log(
    `English pages of ${size!.toFixed(0)} KB: ${tree!.toFixed(2)} ms the tree, ${text!.toFixed(2)} ms the rest`,
  );
  return [
    // A share, for milliseconds depend on the machine's load. The parts of the rest are in docs/benchmarks.md.
    { what: 'CPU beside the tree, share of the tree', value: sum('text') / sum('tree'), limit: 0.65 },
    { what: 'CPU of a page of 170 KB, ms', value: (170 * (sum('tree') + sum('text'))) / kilobytes, limit: 8 },
  ];
}

/** The peer has no bars: its figures are shown beside ours, of the same run. */
function showPeer(): void {
  const ours = measure();
  const peer = peerFigures();
  const pages = suitePages('articles');
  const ms = (run: (html: string) => unknown) =>
    cpuMs(() => pages.forEach(({ html }) => void run(html))) / pages.length;
  const row = (what: string, of: readonly number[]) =>
    console.log(`${what}: ${of.map(each => each.toFixed(3)).join(', ')}`);
  console.log('F1 of English pages, F1 of Russian pages without template, CPU ms of an English page:');
  row('  ours', [ours.english, ours.russian, ms(html => extractPage({ html, now }))]);
  row('  @mozilla/readability over linkedom', [peer.english, peer.russian, ms(html => readPage({ html }))]);
  row('  ours with template', [ours.russianWithTemplate]);
}

/** Pages of 5 MB that a site could make. */
function barsOfAdverse(): readonly Bar[] {
  const links = { what: 'links', unit: '<a href=/x>A link to somewhere</a> ' };
  const paragraphs = {
    what: 'paragraphs',
    unit: '<p>The council has decided to close the old bridge for the whole winter.</p>',
  };
  let worst = { what: '', ms: 0 };
  for (const shape of [links, paragraphs, ...pageShapes]) {
    const html = shapedPage(shape, 5_000_000, false).toString('latin1');
    const again = () => cpuMs(() => extractPage({ html, now }));
    const first = again();
    // A dear one is read again: others use the caches and the memory of the machine meanwhile.
    const ms = first > 700 ? Math.min(first, again(), again()) : first;
    if (ms > 700) console.log(`${shape.what}: ${ms.toFixed(0)} ms`);
    if (ms > worst.ms) worst = { what: shape.what, ms };
  }
  return [{ what: `CPU of the worst page of 5 MB (${worst.what}), s`, value: worst.ms / 1000, limit: 1 }];
}

/** Of the process, so that a busy machine does not count. */
function cpuMs(run: () => unknown): number {
  return timed(run).ms;
}

function timed<Value>(run: () => Value): { readonly ms: number; readonly value: Value } {
  const before = process.cpuUsage();
  const value = run();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, value };
}
