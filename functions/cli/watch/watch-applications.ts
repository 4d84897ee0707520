import { readLocalPublications } from '../../../shared/adapters/local/open.ts';
import type { KeptApplication, PageMark } from '../../../shared/wings/publications/applications/application-records.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { switchApplications } from '../../embedded/watch/source-applications.ts';
import { sourceNamed } from '../publications/source-named.ts';
import { moduleAddress } from '../spec/config-file.ts';
import { formatCounted } from '../terminal/amounts.ts';
import { wrapped } from './findings-text.ts';
import type { SourcesOutput } from './place-sources.ts';
import { applicationLines } from './watch-text.ts';

/** Marked pages that a list shows; all of them are in the table `application_marks`. */
const mostMarks = 1_000;

export interface KeptApplications {
  readonly tables: readonly KeptApplication[];
  readonly marks: readonly PageMark[];
}

/** `orbweaver watch applications list`: how they do at each source, their tables, and the pages at which they failed. */
export async function listApplications(directory: string, { json }: SourcesOutput): Promise<void> {
  const { sources } = await readWatch(directory);
  process.stdout.write(applicationsText(sources, await keptBy(directory), json === true));
}

/** How they do at each source, their tables, and the pages at which they failed. */
export function applicationsText(
  sources: readonly SourceStatus[],
  { tables, marks }: KeptApplications,
  isJson: boolean,
): string {
  if (isJson) {
    const shown = sources.map(({ number, name, origin, applications }) => ({ number, name, origin, applications }));
    return `${JSON.stringify({ sources: shown, tables, marks })}\n`;
  }
  const lines = [
    ...sources.flatMap(source => [`${source.number}  ${source.origin}`, ...applicationLines(source, true)]),
    ...(tables.length === 0 ? [] : ['', ...tables.flatMap(tableLines)]),
    ...(marks.length === 0 ? [] : ['', 'Pages at which an application failed when it read them last:']),
    ...marks.flatMap(markLines),
  ];
  return `${lines.join('\n')}\n`;
}

async function keptBy(directory: string): Promise<KeptApplications> {
  const store = await readLocalPublications(directory, false);
  try {
    const { applications } = store ?? {};
    if (applications === undefined) return { tables: [], marks: [] };
    return { tables: await applications.applications(), marks: await applications.marks({}, mostMarks) };
  } finally {
    store?.close();
  }
}

function tableLines({ name, columns, records, acceptance: { failures, last } }: KeptApplication): readonly string[] {
  const said = `app_${name}: ${formatCounted(records, 'record')} (${Object.keys(columns).join(', ')})`;
  if (last === undefined) return wrapped(said, '');
  const why = `accepted failed ${formatCounted(failures, 'time')} in a row: ${last.detail}.`;
  return [...wrapped(said, ''), ...wrapped(why, '   ')];
}

function markLines({ application, address, reason, detail }: PageMark): readonly string[] {
  return [`   ${address}`, ...wrapped(`${application}: ${reason}, ${detail}`, '      ')];
}

export interface SwitchOptions {
  readonly source?: string;
  /** Files of its plugins, named again. */
  readonly plugin?: readonly string[];
}

/** `orbweaver watch applications on|off`. */
export async function changeApplications(
  directory: string,
  names: readonly string[],
  isOn: boolean,
  { source, plugin = [] }: SwitchOptions,
): Promise<void> {
  const { sources } = await readWatch(directory);
  const only = source === undefined ? {} : { sources: [sourceNamed('--source', source, sources).number] };
  const changed = await switchApplications(directory, {
    ...{ names, isOn, ...only },
    plugins: plugin.map(each => moduleAddress(each, process.cwd())),
  });
  process.stdout.write(onText([...changed]));
}

/** `changed`: numbers of sources with the names that are on. */
export function onText(changed: readonly (readonly [number, readonly string[]])[]): string {
  const lines = changed.map(
    ([number, on]) => `Source ${number} is read by ${on.length === 0 ? 'nothing' : on.join(', ')} from now on.\n`,
  );
  return lines.join('');
}
