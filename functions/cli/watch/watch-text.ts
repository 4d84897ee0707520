import type { EntryStatus, SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import type { WatchState } from '../../embedded/watch/read-watch.ts';
import { formatCount, formatCounted } from '../terminal/amounts.ts';

/** Columns of a terminal that nobody has widened. */
const width = 80;

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

/** What a person reads when a run has ended. */
export function endLines(state: WatchState, directory: string): readonly string[] {
  return [
    '',
    ...state.sources.map(sourceLine),
    '',
    `Publications: orbweaver publications ${directory}`,
    `Go on:        orbweaver watch run ${directory}`,
  ];
}

/** The whole state, at most 80 columns wide but for addresses. */
export function statusText(state: WatchState): string {
  const head = `${stateWords[state.state]}: ${formatCounted(state.sources.length, 'source')}, ${formatCounted(state.publications, 'publication')}`;
  const sources = state.sources.flatMap(source => ['', sourceLine(source), ...source.entries.flatMap(entryLines)]);
  return `${[head, ...sources].join('\n')}\n`;
}

const stateWords: Readonly<Record<WatchState['state'], string>> = {
  running: 'Watching',
  stopping: 'Stopping',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};

function sourceLine({ number, origin, publications, queued, skipped, state, due }: SourceStatus): string {
  return [
    `${number}  ${origin}: ${formatCounted(publications, 'publication')}`,
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
    ...(queued > 0 ? [`${formatCount(queued)} waiting`] : []),
    due === undefined ? state : `${state} until ${clockText(due)} UTC`,
  ].join(', ');
}

function entryLines({ address, kind, on, last, due, failures }: EntryStatus): readonly string[] {
  const next = on && due !== undefined ? `next ${clockText(due)}` : 'off';
  const said = last === undefined ? 'not looked at yet' : lastText(last);
  const failed = failures > 0 ? `, ${formatCounted(failures, 'failure')} in a row` : '';
  return [`   ${kind.padEnd(8)} ${address}`, `${' '.repeat(12)}${said}${failed}; ${next}`.slice(0, width)];
}

function lastText({ at, outcome, status, items, fresh, faults = {} }: NonNullable<EntryStatus['last']>): string {
  if (outcome !== 'read') return `${clockText(at)} ${outcome}${status === undefined ? '' : ` (${status})`}`;
  const left = Object.entries(faults).map(([reason, count]) => `${count} ${reason}`);
  return `${clockText(at)} ${formatCount(items)} named, ${formatCount(fresh)} new${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}`;
}

/** `12:30:05`; with the day, unless it is today's. */
function clockText(at: number): string {
  const text = new Date(at).toISOString();
  const today = new Date().toISOString().slice(0, 10);
  return text.startsWith(today) ? text.slice(11, 19) : text.slice(0, 16).replace('T', ' ');
}
