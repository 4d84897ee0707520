import type { RequestFault } from '../../../shared/domain/http/request-fault.ts';
import { englishSentence } from '../../../shared/domain/refusal/refusal.ts';
import { foldText, oneLine } from '../../../shared/domain/text-columns.ts';
import { type ArchiveSize, archiveTime } from '../../../shared/wings/publications/finding/archive-size.ts';
import { isWorthWatching, whyNothing } from '../../../shared/wings/publications/finding/nothing-found.ts';
import type {
  BrowserUse,
  FoundEntry,
  SourceFindings,
} from '../../../shared/wings/publications/finding/source-findings.ts';
import type { FoundAtSource } from '../../embedded/watch/find-at-source.ts';
import { formatCounted, formatDuration } from '../terminal/print.ts';
import { countedReasons, kinds, offs, useless, whys } from './look-words.ts';

/** Columns of a terminal that nobody has widened. */
const width = 80;

/** One sentence where nothing is switched on. */
function endSentence(found: SourceFindings, fault: RequestFault | undefined): string | undefined {
  if (found.state === 'found') return undefined;
  if (isWorthWatching(found))
    return 'There are only lists that need a browser: nothing is looked at until one of them is switched on.';
  return englishSentence(whyNothing(found, fault)).replace(/^there/, 'There');
}

/** The findings at a source, for people, at most 80 columns wide. `isFixed`: the time between two looks is the user's. */
export function findingsText(at: FoundAtSource & { readonly isFixed?: boolean }): string {
  const { found, fault, archiveDelayMs, isFixed = false } = at;
  const sentence = endSentence(found, fault);
  const lines = [
    `${found.address}${found.title === undefined ? '' : `  ${oneLine(found.title)}`}`.slice(0, width),
    ...(found.entries.length === 0
      ? []
      : ['', ...found.entries.flatMap(entry => entryLines(entry, found.address, isFixed))]),
    ...shapeLines(found),
    ...addressLines(found),
    ...(archiveDelayMs === undefined ? [] : ['', ...wrapped(archiveSentence(found.archive, archiveDelayMs), '')]),
    ...articleLines(found),
    ...browserLines(found),
    ...triedLines(found),
    ...(sentence === undefined ? [] : ['', ...wrapped(sentence, '')]),
  ];
  return `${lines.join('\n')}\n`;
}

function entryLines(entry: FoundEntry, start: string, isFixed: boolean): readonly string[] {
  const address = entry.address.startsWith(new URL(start).origin)
    ? entry.address.slice(new URL(start).origin.length)
    : entry.address;
  const newest = entry.newest === undefined ? '' : `, newest ${entry.newest.slice(0, 16).replace('T', ' ')} UTC`;
  const clicks =
    entry.clicks === undefined || entry.clicks.length === 0 ? '' : ` (${entry.clicks.slice(0, 3).join(', ')})`;
  const faults = countedReasons(entry.faults ?? {}, String);
  const isIndex = entry.kind === 'sitemap' && entry.off === 'covered';
  const shown = isIndex
    ? `an index of ${entry.items} sitemaps`
    : `${entry.publications} of ${entry.items} are publications`;
  const said = [
    `${whyText(entry)}${clicks}; ${shown}${newest}.`,
    ...seenSentence(entry),
    entry.on
      ? intervalSentence(entry.intervalS, isFixed)
      : `Off: ${isIndex ? 'its sitemaps are looked at themselves' : offs[entry.off!]}.`,
    ...(faults === '' ? [] : [`Faults: ${faults}.`]),
  ];
  return [`${entry.on ? '+' : '-'} ${entry.kind.padEnd(9)} ${address}`, ...wrapped(said.join(' '), ' '.repeat(12))];
}

function whyText({ why, seen }: FoundEntry): string {
  return why === 'button' && (seen?.pressed ?? 0) > 0 ? 'pressing a button shows more' : whys[why];
}

/** The links that a browser showed of the page. */
function seenSentence({ seen, why }: FoundEntry): readonly string[] {
  if (seen === undefined) return [];
  const { sent, drawn, pressed } = seen;
  const pressedText =
    pressed > 0 ? `${pressed} more came by pressing` : why === 'button' ? 'pressing brought no more' : '';
  return [`As sent ${sent}, in a browser ${sent + drawn}${pressedText === '' ? '' : `; ${pressedText}`}.`];
}

/** Whether articles are drawn by scripts. */
function articleLines({ articles }: SourceFindings): readonly string[] {
  if (articles === undefined || articles.sent > 0 || articles.drawn + articles.unseen === 0) return [];
  const { pages, drawn, detail = 'none was used' } = articles;
  const said =
    drawn > 0
      ? `Scripts draw the articles: of ${formatCounted(pages, 'sample')} ${drawn} had one in a browser, none as sent; so a watch loads the pages of this source in a browser (--render).`
      : `Scripts seem to draw the articles: ${formatCounted(pages, 'sample')} had none as sent, and no browser showed them (${withoutStop(detail)}).`;
  return ['', ...wrapped(said, '')];
}

function browserLines({ browser, entries }: SourceFindings): readonly string[] {
  if (browser === undefined) return [];
  const useless = browser.pages.filter(({ address }) =>
    entries.every(entry => entry.kind !== 'traversal' || entry.address !== address),
  );
  const said = [
    ...browserSentences(browser),
    ...useless.map(({ address, sent, drawn }) => `${address} has no such list (${sent + drawn} publications).`),
  ];
  return said.length === 0 ? [] : ['', ...wrapped(said.join(' '), '')];
}

function browserSentences({ state, pages, left, requests, requestsLeft, detail }: BrowserUse): readonly string[] {
  const missed = formatCounted(left, 'page');
  if (state === 'off') return [`${missed} may need a browser, and none was used: taken as sent.`];
  if (state === 'none')
    return [`${missed} may need a browser, and none could be started (${withoutStop(detail ?? '')}): taken as sent.`];
  const why = detail === undefined ? 'enough were shown' : detail;
  return [
    ...(pages.length === 0
      ? []
      : [`Shown in a browser: ${formatCounted(pages.length, 'page')}, with ${formatCounted(requests, 'request')}.`]),
    ...(requestsLeft === 0
      ? []
      : [`Of what they requested, ${requestsLeft} had no request left (--requests), so they may show less.`]),
    ...(left === 0 ? [] : [`${missed} may need a browser, and ${left === 1 ? 'was' : 'were'} not shown: ${why}.`]),
  ];
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

function intervalSentence(seconds: number, isFixed: boolean): string {
  const time = intervalText(seconds);
  return isFixed ? `Every ${time}.` : `Looked at again after ${time}, then as is learnt.`;
}

function intervalText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`;
}

function shapeLines({ shapes }: SourceFindings): readonly string[] {
  if (shapes.length === 0) return [];
  const shown = shapes.slice(0, 5).map(({ shape, known }) => `  ${shape}  (${known})`);
  const more = shapes.length > 5 ? [`  and ${shapes.length - 5} more`] : [];
  return ['', 'Publications look like this (learnt from so many):', ...shown, ...more];
}

function addressLines({ addresses }: SourceFindings): readonly string[] {
  const { publication, ...others } = addresses;
  const counts = Object.entries(others).filter(([, count]) => count > 0);
  const total = Object.values(addresses).reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const rest = counts.map(([kind, count]) => `${count} ${kinds[kind as keyof typeof kinds]}`).join(', ');
  const left = rest === '' ? '' : ` Left out: ${rest}.`;
  return ['', ...wrapped(`${publication} of ${total} addresses are publications.${left}`, '')];
}

function archiveSentence(archive: ArchiveSize, delayMs: number): string {
  const { lists, parts, publications, unread } = archive;
  const known = `${formatCounted(publications, 'publication')} known`;
  const further = `${formatCounted(lists, 'list')} with ${formatCounted(parts, 'further part')}`;
  const more = unread === 0 ? '' : ` ${formatCounted(unread, 'sitemap')} not looked into: there is more.`;
  const time = formatDuration(archiveTime(archive, delayMs));
  return `The archive: ${known}, ${further}.${more} With ${delayMs / 1_000} s between requests it takes at least ${time}.`;
}

function triedLines({ tried, untried }: SourceFindings): readonly string[] {
  const failed = tried.filter(({ outcome }) => outcome !== 'feed' && outcome !== 'sitemap' && outcome !== 'page');
  const counts = Map.groupBy(failed, ({ outcome, status }) =>
    outcome === 'status' ? `status ${status}` : ((useless as Readonly<Record<string, string>>)[outcome] ?? outcome),
  );
  const listed = [...counts].map(([why, all]) => `${all.length} ${why}`).join(', ');
  const without = failed.length === 0 ? '' : ` Of no use: ${listed}.`;
  const more = untried === 0 ? '' : ` Not requested: ${untried} more (--requests, or enough of their kind).`;
  const broken = tried.filter(({ outcome }) => outcome === 'bad-gzip').map(({ address }) => address);
  return [
    '',
    ...wrapped(`Requested ${formatCounted(tried.length, 'document')}.${without}${more}`, ''),
    ...(broken.length === 0 ? [] : wrapped(`Cannot be unpacked: ${broken.join(', ')}.`, '')),
  ];
}

/** Lines of whole words, each after `indent`. */
export function wrapped(text: string, indent: string): readonly string[] {
  return foldText(text, width - indent.length).map(line => `${indent}${line}`);
}
