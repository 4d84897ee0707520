import { lostStates } from '../../../shared/wings/publications/store/publication-store.ts';
import type { LookReport } from '../../../shared/wings/publications/watch/entry-state.ts';
import { type FailedAddress, triedAgain } from '../../../shared/wings/publications/watch/source-memory.ts';
import type { RenderFound } from '../../../shared/wings/publications/watch/source-settings.ts';
import type {
  ApplicationStatus,
  EntryStatus,
  SourceStatus,
} from '../../../shared/wings/publications/watch/source-status.ts';
import type { SourceWarning } from '../../../shared/wings/publications/watch/source-warnings.ts';
import type { WatchState } from '../../embedded/watch/read-watch.ts';
import { formatCount, formatCounted, formatDuration } from '../terminal/print.ts';
import { wrapped } from './findings-text.ts';
import { clocks, countedReasons, outcomeWords, states } from './look-words.ts';
import { alertLines } from './watch-alerts.ts';

/** One line while the watch runs. */
export function watchLine({ sources, publications }: WatchState, now: Date): string {
  const visiting = sources.filter(({ state }) => state === 'visiting').length;
  const trouble = sources.filter(({ state }) => state === 'trouble').length;
  const queued = sources.reduce((sum, source) => sum + source.queued, 0);
  const next = Math.min(...sources.flatMap(({ due }) => (due === undefined ? [] : [due])));
  return [
    `${clockText(now.getTime())} UTC: ${formatCounted(publications, 'publication')}`,
    ...(visiting > 0 ? [`${formatCounted(visiting, 'source')} visited now`] : []),
    ...(queued > 0 ? [`${formatCount(queued)} waiting`] : []),
    ...(trouble > 0 ? [`${formatCounted(trouble, 'source')} in trouble`] : []),
    ...(visiting === 0 && Number.isFinite(next) ? [`next look ${clockText(next)}`] : []),
  ].join(', ');
}

/** The lines for people when a run has ended. */
export function endLines(state: WatchState, directory: string): readonly string[] {
  return [
    '',
    ...state.sources.flatMap(source => [
      ...[sourceLine(source), ...warningLines(source)],
      ...(source.clock?.by === 'none' ? clockLines(source) : []),
    ]),
    '',
    `Publications: orbweaver publications ${directory}`,
    ...(state.sources.every(source => source.state === 'removed')
      ? [
          'All sources are removed, so there is nothing to watch.',
          `Add one by:   orbweaver watch sources add ${directory} URL`,
        ]
      : [`Go on:        orbweaver watch run ${directory}`]),
  ];
}

/** The whole state, at most 80 columns wide except for addresses. */
export function statusText(state: WatchState): string {
  const isInterrupted = state.state === 'interrupted';
  const said = isInterrupted && state.sources.every(isUnseen) ? 'Nothing looked at yet' : states[state.state];
  const head = `${said}: ${formatCounted(state.sources.length, 'source')}, ${formatCounted(state.publications, 'publication')}`;
  const sources = state.sources.flatMap(source => [
    '',
    sourceLine(source, isInterrupted),
    ...warningLines(source),
    ...countLines(source),
    ...renderLines(source),
    ...clockLines(source),
    ...ruleLines(source),
    ...applicationLines(source),
    ...source.entries.flatMap(entryLines),
  ]);
  const alerts = (state.alerts ?? []).flatMap(alert => ['', ...alertLines(alert)]);
  return `${[head, ...sources, ...alerts].join('\n')}\n`;
}

/** A watch that `watch new` has just made, or that ended before its first answer. */
function isUnseen({ publications, skipped, entries }: SourceStatus): boolean {
  return publications === 0 && skipped === 0 && entries.every(({ looks }) => looks === 0);
}

/** `isIdle`: no process works on the watch, so nothing is being visited. */
function sourceLine(source: SourceStatus, isIdle = false): string {
  const { number, origin, publications, queued, lost, skipped, due } = source;
  const again = triedAgain(source.failed);
  const state = isIdle && source.state === 'visiting' ? 'to be visited' : source.state;
  const said = [
    `${number}  ${origin}: ${formatCounted(publications, 'publication')}`,
    ...lostStates.flatMap(lostState =>
      lost[lostState] === undefined ? [] : [`${formatCount(lost[lostState])} ${lostState}`],
    ),
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
    ...(again > 0 ? [`${formatCount(again)} tried again later`] : []),
    ...(queued > 0 ? [`${formatCount(queued)} waiting`] : []),
    due === undefined ? state : `${state} until ${clockText(due)} UTC`,
  ].join(', ');
  const [first = '', ...rest] = wrapped(said, '   ');
  return [first.trimStart(), ...rest].join('\n');
}

/** Addresses that failed at their first look, with the numbers of their sources. */
export function failedOf({ sources }: Pick<WatchState, 'sources'>): readonly (FailedAddress & { source: number })[] {
  return sources.flatMap(({ failed, number }) => failed.map(each => ({ source: number, ...each })));
}

/** Addresses that failed at their first look: the next tries come first, addresses that the watch gave up last. */
export function failedText(state: Pick<WatchState, 'directory' | 'sources'>): string {
  const failed = failedOf(state);
  if (failed.length === 0) return `No address of ${state.directory} failed at its first look.\n`;
  const last = Number.POSITIVE_INFINITY;
  const lines = failed.toSorted((a, b) => (a.due ?? last) - (b.due ?? last)).map(failedLine);
  return `${lines.join('\n')}\n`;
}

function failedLine({ address, why, first, tries, due }: FailedAddress): string {
  const next = due === undefined ? 'given up' : `next ${clockText(due)} UTC`;
  const said = `${outcomeWords(why)}, ${formatCounted(tries, 'look')} since ${clockText(first)} UTC, ${next}`;
  return [address, ...wrapped(said, '   ')].join('\n');
}

function warningLines({ warnings, number }: SourceStatus): readonly string[] {
  return warnings.flatMap(warning => wrapped(`WARNING: ${warningText(warning, number)}`, '   '));
}

/** Counts of addresses left out at the whole source, by reason. */
function countLines({ skippedBy, left, elsewhere }: SourceStatus): readonly string[] {
  const said = [
    ...(Object.keys(skippedBy).length === 0 ? [] : [`Skipped: ${countsText(skippedBy)}.`]),
    ...(Object.keys(left).length === 0 ? [] : [`Named by parts of lists: ${countsText(left)}.`]),
    ...(elsewhere === 0 ? [] : [`Of other hosts: ${formatCounted(elsewhere, 'address', 'addresses')}.`]),
  ];
  return said.length === 0 ? [] : wrapped(said.join(' '), '   ');
}

/** How pages are loaded, unless they are taken as they are sent. */
function renderLines({ rendering }: SourceStatus): readonly string[] {
  if (rendering === undefined) return [];
  const { render, publications, since, found } = rendering;
  const first = since === undefined ? '' : `, the first at ${clockText(since)}`;
  const why = found === undefined ? '' : ` Set at ${clockText(found.at)}: ${renderReasons[found.why](found.pages)}.`;
  return wrapped(
    `Loaded in a browser: ${render}; ${formatCounted(publications, 'publication')} so far${first}.${why}`,
    '   ',
  );
}

/** Why samples let a browser load the pages of a source. */
const renderReasons: Readonly<Record<RenderFound['why'], (pages: number) => string>> = {
  drawn: pages => `${formatCounted(pages, 'article')} had no text as sent, and had one in a browser`,
  unseen: pages => `${formatCounted(pages, 'article')} had no text as sent; no browser had seen them by then`,
  list: () => 'the start page had scripts and no list as sent; no browser had seen it by then',
};

/** How times without a zone are read, where that is a guess. */
function clockLines({ clock }: SourceStatus): readonly string[] {
  if (clock === undefined || clock.by === 'setting' || clock.by === 'feed') return [];
  const { zone = 'UTC', by, times } = clock;
  const name = typeof zone === 'number' ? `UTC+${zone / 60}` : zone;
  return wrapped(`${formatCounted(times, 'time')} named no zone, read as ${name}: ${clocks[by]}.`, '   ');
}

/** How the rules of a source do; an alarm says what is to be done. */
function ruleLines({ number, rules }: SourceStatus): readonly string[] {
  if (rules === undefined) return [];
  const { revision, validFrom, tried, matched, alarm } = rules;
  const said = `Rules, version ${revision} since ${validFrom.slice(0, 10)}: the text of ${formatCount(matched)} of ${formatCounted(tried, 'new page')}.`;
  const why =
    alarm === undefined
      ? ''
      : ` ALARM since ${clockText(alarm.since)}: of the last ${formatCounted(alarm.tried, 'page')} they gave ${formatCount(alarm.matched)}; the automatic extractor reads the others. New rules: watch rules suggest DIRECTORY ${number}.`;
  return wrapped(`${said}${why}`, '   ');
}

/** How the user's applications do; those that come with the program only where `isWhole`. */
export function applicationLines({ number, applications = [] }: SourceStatus, isWhole = false): readonly string[] {
  const shown = applications.filter(({ pages, state }) => isWhole || pages !== undefined || state !== 'on');
  return shown.flatMap(each => wrapped(applicationText(each, number), '   '));
}

function applicationText(
  { name, state, pages, records = 0, failures = {}, last, offSince }: ApplicationStatus,
  source: number,
): string {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const said = [
    `Application ${name}`,
    ...(state === 'off' ? ['off'] : []),
    ...(pages === undefined ? [] : [formatCounted(pages, 'page'), formatCounted(records, 'record')]),
    ...(failed === 0 ? [] : [`failed at ${formatCounted(failed, 'page')} (${failureText(failures)})`]),
  ].join(', ');
  const why = last === undefined ? '' : ` Last at ${last.address}: ${last.detail}.`;
  if (state !== 'died' || offSince === undefined) return `${said}.${why}`;
  return `${said}. SWITCHED OFF since ${clockText(offSince)}: it died again and again.${why} On again: watch applications on DIRECTORY ${name} --source ${source}`;
}

/** How calls of an application ended: `5 ended, 1 threw`. */
function failureText(failures: Readonly<Record<string, number>>): string {
  return Object.entries(failures)
    .map(([reason, count]) => `${formatCount(count)} ${reason}`)
    .join(', ');
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return countedReasons(counts, formatCount);
}

function entryLines(entry: EntryStatus): readonly string[] {
  const { address, movedFrom, kind, on, last, due, failures, lastRead, disbelieved, outstanding } = entry;
  const ended = last?.status === 410 ? 'off: gone for good' : 'off';
  const next = on && due !== undefined ? `next ${clockText(due)}` : ended;
  const good = failures > 0 && lastRead !== undefined ? `; last read ${clockText(lastRead)}` : '';
  const said = [
    last === undefined ? 'not looked at yet' : lastText(last),
    ...(outstanding === undefined
      ? []
      : [`; ${formatCounted(outstanding, 'address', 'addresses')} left for the next looks`]),
    ...(failures > 0 ? [`, ${formatCounted(failures, 'failure')} in a row${good}`] : []),
    ...(disbelieved ? ['; its ETag is not trusted'] : []),
    ...(movedFrom === undefined ? [] : [`; moved here from ${movedFrom}`]),
    `; ${next}`,
  ];
  return [`   ${kind.padEnd(9)} ${address}`, ...wrapped(said.join(''), ' '.repeat(13))];
}

function lastText({ at, outcome, status, target, items, fresh, faults = {} }: LookReport): string {
  const failed = outcome === 'read' ? '' : ` ${outcomeWords(outcome)}${outcome === 'http-status' ? ` ${status}` : ''}`;
  if (outcome !== 'read' && items === 0) return `${clockText(at)}${failed}${target === undefined ? '' : `, ${target}`}`;
  const left = Object.keys(faults).length === 0 ? '' : `; besides: ${countsText(faults)}`;
  return `${clockText(at)}${failed}${failed === '' ? '' : ';'} ${formatCount(items)} named, ${formatCount(fresh)} new${left}`;
}

/** `12:30:05`; with the day, unless it is today's. */
function clockText(at: number): string {
  const text = new Date(at).toISOString();
  const today = new Date().toISOString().slice(0, 10);
  return text.startsWith(today) ? text.slice(11, 19) : text.slice(0, 16).replace('T', ' ');
}

/** A warning of a source, in one sentence or two: what is wrong, and what helps. */
function warningText(warning: SourceWarning, source: number): string {
  switch (warning.kind) {
    case 'unanswered': {
      const requests = `${formatCounted(warning.tries, 'request')}${warning.tries > 1 ? ' in a row' : ''}`;
      return warning.of === 'robots'
        ? `robots.txt gave no usable answer to ${requests}; nothing else is requested until it does.`
        : `the host gave no usable answer to ${requests}; they are tried again later.`;
    }
    case 'none-taken':
      return `the ${warning.of}s name ${formatCounted(warning.named, 'address', 'addresses')}, and none is taken: they do not look like publications.`;
    case 'drawn':
      return `${formatCounted(warning.pages, 'page')} without an article: they are drawn by scripts. Load them in a browser: watch sources set DIRECTORY ${source} --render auto`;
    case 'none-kept':
      return `hardly a page gave a publication: ${countedReasons({ [warning.why]: warning.pages }, formatCount)}.`;
    case 'future-dates':
      return `${formatCounted(warning.times, 'time')} of publication in the future: a wrong zone, or dates of events.`;
    case 'silent':
      return `nothing new for ${formatDuration(1000 * warning.forS)}; usually something comes every ${formatDuration(1000 * warning.usualS)}.`;
  }
}
