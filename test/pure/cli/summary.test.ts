import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diffText } from '../../../functions/cli/diff/diff-text.ts';
import { exitCodeOf, failureOf } from '../../../functions/cli/terminal/exit-codes.ts';
import { BadCommand } from '../../../functions/cli/terminal/print.ts';
import { summaryLines } from '../../../functions/cli/terminal/summary-text.ts';
import { resumeHint } from '../../../functions/embedded/directory/resume-hint.ts';
import { DirectoryBusy, MachineRefusal } from '../../../functions/embedded/local-crawl.ts';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { refusalSentences } from '../../../shared/domain/refusal/refusal-sentences.ts';
import { systemFaultOf } from '../../../shared/domain/refusal/system-fault.ts';
import { PluginFailure } from '../../../shared/plugins/guarded-parts.ts';
import { startFaultText } from '../../../shared/report/start-fault.ts';
import type { CrawlSummary, SiteSummary } from '../../../shared/report/summary.ts';

const site: SiteSummary = {
  number: 1,
  name: 'Example',
  origin: 'https://www.example.org',
  redirectedFrom: ['https://example.org/'],
  finishReason: 'no-work',
  outcomes: { found: 1237, nodes: 1200, redirects: 20, duplicates: 7, skipped: 10 },
  skippedBy: { robots: 9, 'http-status': 1 },
  normalized: 1017,
  levels: 5,
  byLevel: [],
  arcs: 34_567,
  externalAddresses: 89,
  externalLinks: 120,
  badLinks: 2,
};

const summary: CrawlSummary = {
  directory: 'crawls/x',
  finishReason: 'no-work',
  unchanged: false,
  elapsedMs: 125_000,
  outcomes: site.outcomes,
  sites: [site],
  notices: ['3 links of https://www.example.org/ were dropped.'],
  files: ['crawl.db', 'crawl.json', 'graph/www.example.org.edges.csv', 'graph/www.example.org.gexf'],
};

const hint = resumeHint('crawls/x', false, {});

test('tells what was found, how it ended, and where the results are', () => {
  expect(summaryLines(summary, hint)).toEqual([
    'Finished after 2 min 05 s (no-work: everything within reach was fetched).',
    '',
    'Site                     Nodes    Arcs  Deepest  Redirects  Duplicates',
    'https://www.example.org  1,200  34,567        5         20           7',
    '',
    'Site                     Skipped  External  Unusable  Ended by',
    'https://www.example.org       10        89         2   no-work',
    'https://example.org/ redirected to https://www.example.org',
    'Skipped of https://www.example.org: robots 9, http-status 1',
    'Joined by normalization, of https://www.example.org: 1,017 addresses (merges.csv)',
    'Note: 3 links of https://www.example.org/ were dropped.',
    '',
    'Open in Gephi: crawls/x/graph/www.example.org.gexf',
    'Results:       crawls/x',
  ]);
});

test('is one table where there is room, and leaves out what is 0 everywhere', () => {
  expect(summaryLines(summary, hint, { width: 120 })[2]).toBe(
    'Site                     Nodes    Arcs  Deepest  Redirects  Duplicates  Skipped  External  Unusable  Ended by',
  );
  const plain = { ...site, badLinks: 0, outcomes: { ...site.outcomes, redirects: 0, duplicates: 0 } };
  expect(summaryLines({ ...summary, sites: [plain] }, hint)[2]).toBe(
    'Site                     Nodes    Arcs  Deepest  Skipped  External  Ended by',
  );
});

test('shows the reports of issues and of the Web fragment of a set, and as a graph that of the site with most nodes', () => {
  const files = [
    'fragment/fragment.gexf',
    'fragment/report.html',
    'reports/issues.html',
    'graph/a.example.gexf',
    ...summary.files,
  ];
  const small = { ...site, number: 2, origin: 'https://a.example', outcomes: { ...site.outcomes, nodes: 3 } };
  const lines = summaryLines({ ...summary, files, sites: [small, site] }, hint);
  expect(lines).toContain('Open in Gephi: crawls/x/graph/www.example.org.gexf');
  expect(lines).toContain('Web fragment:  crawls/x/fragment/report.html');
  expect(lines).toContain('Issues:        crawls/x/reports/issues.html');
  expect(summaryLines({ ...summary, files }, hint).join()).not.toContain('Web fragment');
});

test('counts what a resume goes on with as left to do, and names the option that raises the limit', () => {
  const cut = { ...site, skippedBy: { robots: 9, 'page-budget': 1 } };
  const lines = summaryLines({ ...summary, finishReason: 'page-budget', sites: [cut] }, hint, { limit: 'site-limit' });
  expect(lines).toContain('https://www.example.org        9        89         2   no-work');
  expect(lines).toContain('Skipped of https://www.example.org: robots 9');
  expect(lines).toContain('Left to do of https://www.example.org: 1 address');
  expect(lines).toContain('Go on:         orbweaver resume crawls/x --site-limit <more>');
});

test('names no graph to open where there is no node', () => {
  const empty = { ...site, outcomes: { found: 1, nodes: 0, redirects: 0, duplicates: 0, skipped: 1 } };
  expect(summaryLines({ ...summary, sites: [empty] }, hint).join()).not.toContain('Gephi');
});

test.each([
  ['stopped', 'Go on:         orbweaver resume crawls/x'],
  ['page-budget', 'Go on:         orbweaver resume crawls/x --limit <more>'],
  ['time-limit', 'Go on:         orbweaver resume crawls/x --time-limit <more>'],
] as const)('tells how to go on after %s', (finishReason, line) => {
  expect(summaryLines({ ...summary, finishReason }, hint)).toContain(line);
  // Where a resume changed nothing, only a higher limit helps.
  const again = summaryLines({ ...summary, finishReason, unchanged: true }, hint).some(each => each === line);
  expect(again).toBe(finishReason !== 'stopped');
});

test('names the depth limit where it cut the crawl, and a stop as what it is', () => {
  const cut = { ...site, skippedBy: { level: 7 } };
  expect(summaryLines({ ...summary, sites: [cut] }, hint)[0]).toBe(
    'Finished after 2 min 05 s (no-work: everything within the depth limit was fetched).',
  );
  expect(summaryLines({ ...summary, finishReason: 'stopped' }, hint)[0]).toBe('Stopped after 2 min 05 s.');
});

test('says that there are no result files where a run was ended at once', () => {
  const lines = summaryLines({ ...summary, finishReason: 'stopped', files: [] }, hint);
  expect(lines.slice(-2)).toEqual([
    'Go on:         orbweaver resume crawls/x',
    'Directory:     crawls/x (no result files yet)',
  ]);
});

test('says why a site could not be loaded', () => {
  const why = 'robots.txt: no answer (connection refused)';
  const lines = summaryLines({ ...summary, finishReason: 'not-available', sites: [{ ...site, why }] }, hint);
  expect(lines).toContain(`https://www.example.org: ${why}`);
});

test('has the exit codes of the command line', () => {
  const nothing = { ...summary, outcomes: { ...summary.outcomes, nodes: 0 } };
  expect(exitCodeOf(summary)).toBe(0);
  expect(exitCodeOf({ ...summary, finishReason: 'page-budget' })).toBe(0);
  expect(exitCodeOf(nothing)).toBe(2);
  expect(exitCodeOf({ ...nothing, finishReason: 'stopped' })).toBe(3);
  expect(exitCodeOf({ ...nothing, unchanged: true })).toBe(0);
});

test('tells failures in sentences, with the stack only where it is asked for', () => {
  expect(failureOf(new BadInput([{ code: 'not-begun' }, { code: 'interrupted' }]), false)).toEqual({
    text: `orbweaver: ${refusalSentences['not-begun']}\norbweaver: ${refusalSentences.interrupted}\n`,
    exitCode: 4,
  });
  expect(failureOf(new BadCommand(['a.', 'b.']), false)).toEqual({
    text: 'orbweaver: a.\norbweaver: b.\n',
    exitCode: 4,
  });
  expect(failureOf(new DirectoryBusy('crawls/x', 77), false)).toEqual({
    text: 'orbweaver: crawls/x is in use by process 77; wait for it, or stop it by: orbweaver stop crawls/x\n',
    exitCode: 5,
  });
  const noRoom = systemFaultOf(Object.assign(new Error('write'), { code: 'ENOSPC' }))!;
  expect(failureOf(new MachineRefusal(noRoom, 'crawls/x'), false)).toEqual({
    text: 'orbweaver: the disk with crawls/x is full; free some space, then: orbweaver resume crawls/x\n',
    exitCode: 5,
  });
  expect(failureOf(new PluginFailure('the page analyzer "x" failed'), false)).toEqual({
    text: 'orbweaver: the page analyzer "x" failed\nSet ORBWEAVER_DEBUG=1 to see where it happened.\n',
    exitCode: 1,
  });
  const bug = new TypeError('x is not a function\nat length');
  expect(failureOf(bug, false)).toEqual({
    text: 'orbweaver: internal error: x is not a function\nSet ORBWEAVER_DEBUG=1 to see where it happened.\n',
    exitCode: 1,
  });
  expect(failureOf(bug, true).text).toContain('summary.test.ts');
});

test('gives a command that a shell takes as it is', () => {
  expect(resumeHint('crawls/x-1', true, {})).toBe('orbweaver resume crawls/x-1 --example');
  expect(resumeHint('crawls/x', false, { npm_command: 'exec' })).toBe('npx orbweaver resume crawls/x');
  expect(resumeHint("my crawls/it's", false, {})).toBe("orbweaver resume 'my crawls/it'\\''s'");
});

test('a full disk names the command that goes on with what is there, a crawl or a watch', () => {
  const directory = mkdtempSync(join(tmpdir(), 'orbweaver-hint-'));
  const noRoom = systemFaultOf(Object.assign(new Error('write'), { code: 'ENOSPC' }))!;
  const said = (): string => new MachineRefusal(noRoom, directory).message;
  try {
    expect(said()).toContain(`orbweaver resume ${directory}`);
    writeFileSync(join(directory, 'findings.json'), '{}');
    expect(said()).toContain(`orbweaver watch run ${directory}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('notes of very many sites are counted, not shown, so that what comes before them stays in sight', () => {
  const notices = Array.from({ length: 32 }, (_, at) => `note ${at + 1}`);
  const lines = summaryLines({ ...summary, notices }, hint);
  const at = lines.indexOf('Note: note 30');
  expect(lines.slice(at, at + 3)).toEqual(['Note: note 30', 'and 2 more notes: `notices` of crawl.json', '']);
  expect(summaryLines({ ...summary, notices: notices.slice(0, 30) }, hint).join('\n')).not.toContain('more note');
});

test('what is not shown is counted as "2 more", of start addresses and of changes', () => {
  const startFault = { address: 'https://www.example.org/', reason: 'http-status', status: 403 } as const;
  const failed: SiteSummary = { ...site, finishReason: 'not-available', startFault };
  const sites = Array.from({ length: 22 }, () => failed);
  expect(summaryLines({ ...summary, sites }, hint)).toContain('  and 2 more; in all 22 http-status');
  const side = { pages: 12, links: 0, status: 'no-work' } as const;
  const changes = Array.from({ length: 12 }, (_, at) => ({
    ...({ what: 'page', change: 'appeared', title: '', url: `${site.origin}/${at}` } as const),
  }));
  const text = [...diffText('a', 'b').site({ origin: site.origin, before: side, after: side, changes })].join('');
  expect(text).toContain('    and 2 more: orbweaver diff a b --format csv\n');
});

test('a run that was ended at once tells no numbers that only result files have', () => {
  const cut: SiteSummary = { ...site, finishReason: 'stopped', levels: 0, arcs: 0, externalAddresses: 0, badLinks: 0 };
  const lines = summaryLines({ ...summary, finishReason: 'stopped', sites: [cut], files: [] }, hint);
  expect(lines.find(line => line.startsWith('Site '))).toMatch(
    /^Site +Nodes +Redirects +Duplicates +Skipped +Ended by$/,
  );
});

test('counts why start pages gave no page where they are too many to be named', () => {
  const failedBy = (reason: 'dns' | 'timeout'): SiteSummary => {
    const startFault = { address: 'https://www.example.org/', reason, host: 'www.example.org:443' };
    return { ...site, finishReason: 'not-available', startFault };
  };
  const dns = Array.from({ length: 1_010 }, () => failedBy('dns'));
  const sites = [failedBy('timeout'), ...dns];
  const lines = summaryLines({ ...summary, finishReason: 'start-pages', sites }, hint);
  expect(lines[0]).toBe('NO PAGE from 1,011 of 1,011 start addresses:');
  expect(lines.find(line => line.startsWith('  and '))).toMatch(/^ {2}and [\d,]+ more; in all 1,010 dns, 1 timeout$/);
});

test('tells a name that does not exist from one that name servers do not answer for', () => {
  const told = (detail?: string): string => {
    const answer = { reason: 'dns', host: 'www.example.org:443', ...(detail !== undefined && { detail }) } as const;
    return startFaultText({ address: 'https://www.example.org/', ...answer });
  };
  expect(told()).toBe('no such host: the name www.example.org could not be resolved');
  expect(told('name servers failed to find it (ESERVFAIL)')).toBe(
    'the name www.example.org could not be resolved, though it may exist: name servers failed to find it (ESERVFAIL)',
  );
});
