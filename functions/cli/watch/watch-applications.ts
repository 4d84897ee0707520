/** The applications of a watch, of this machine or of an account, as commands show and switch them. */
import { defined } from '../../../shared/domain/defined.ts';
import { listApplications, switchApplications } from '../../../shared/place/operations/application-operations.ts';
import type { KeptByApplications } from '../../../shared/place/watch-service.ts';
import type { KeptApplication } from '../../../shared/wings/publications/applications/application-records.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { numbersOf, type WatchPlace } from '../publications/watch-place.ts';
import { formatCounted } from '../terminal/print.ts';
import { wrapped } from './findings-text.ts';
import type { SourcesOutput } from './place-sources.ts';
import { applicationLines } from './watch-text.ts';

/** `orbweaver watch applications list`: how they do at each source, their tables, and the pages at which they failed. */
export async function listKept(place: WatchPlace, { json }: SourcesOutput): Promise<void> {
  const kept = await place.perform(listApplications, {});
  process.stdout.write(applicationsText(await place.sources(), kept, json === true));
}

function applicationsText(
  sources: readonly SourceStatus[],
  { tables, marks }: KeptByApplications,
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
    ...marks.flatMap(({ application, address, reason, detail }) => [
      `   ${address}`,
      ...wrapped(`${application}: ${reason}, ${detail}`, '      '),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function tableLines({ name, columns, records, acceptance: { failures, last } }: KeptApplication): readonly string[] {
  const said = `app_${name}: ${formatCounted(records, 'record')} (${Object.keys(columns).join(', ')})`;
  if (last === undefined) return wrapped(said, '');
  const why = `accepted failed ${formatCounted(failures, 'time')} in a row: ${last.detail}.`;
  return [...wrapped(said, ''), ...wrapped(why, '   ')];
}

export interface SwitchOptions {
  readonly source?: string;
}

/** `orbweaver watch applications on|off`. */
export async function changeApplications(
  place: WatchPlace,
  names: readonly string[],
  on: boolean,
  { source: named }: SwitchOptions,
): Promise<void> {
  const [source] = await numbersOf(place, named, 1);
  const input = { names: [...names], on, ...defined({ source }) };
  const { sources } = await place.perform(switchApplications, input);
  const lines = sources.map(
    ({ number, applications }) =>
      `Source ${number} is read by ${applications.length === 0 ? 'nothing' : applications.join(', ')} from now on.\n`,
  );
  process.stdout.write(lines.join(''));
}
