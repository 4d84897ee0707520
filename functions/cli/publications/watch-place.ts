import type { Command } from 'commander';
import { BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { Operation, StoreOperation } from '../../../shared/place/operation.ts';
import type { Reread, RereadQuery } from '../../../shared/place/watch-service.ts';
import type { WatchPlan } from '../../../shared/place/watch-usage.ts';
import type { RecordQuery } from '../../../shared/wings/publications/applications/application-records.ts';
import type { MentionRecord } from '../../../shared/wings/publications/export/mention-records.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import type { ExportedTable } from '../../../shared/wings/publications/export/record-export.ts';
import type { LabelRecord } from '../../../shared/wings/publications/labels/label-record.ts';
import { unlisted } from '../../../shared/wings/publications/mentioned/unlisted.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import type { Fitting } from '../../../shared/wings/publications/table/count-fitting.ts';
import type { MentioningQuery } from '../../../shared/wings/publications/table/mentioning-rows.ts';
import type { TableQuery, ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import type { WatchState } from '../../embedded/watch/read-watch.ts';
import type { SetExitCode } from '../terminal/program-parts.ts';
import { ambiguous, sourcesNamed } from './source-named.ts';

type Records<T> = AsyncIterable<T> | readonly T[];

/** A watch as the commands read and change it, of this machine or of an account. */
export interface WatchPlace {
  /** As the command line names the watch. */
  readonly name: string;
  readonly id: string;
  /** Words of commands of watches here. */
  readonly command: 'watch' | 'remote watches';
  /** A sentence where its sources cannot be shown yet. */
  state(): Promise<WatchState | string>;
  sources(): Promise<readonly SourceStatus[]>;
  /** Its settings by which its requests are estimated, and what was found when it was made. */
  plan(): Promise<WatchPlan>;
  /** The organizations that the watch looks for, and names of its models of tone; undefined without a list. */
  lists(): Promise<{ readonly organizations: readonly Organization[]; readonly models: readonly string[] } | undefined>;
  /** `words`: as people write them. */
  publications(query: MentioningQuery, words: string | undefined, most: number): Promise<Records<PublicationRecord>>;
  /** How many of both there are, `isMentioning`: with a mention of any organization. */
  count(query: MentioningQuery, words: string | undefined, isMentioning: boolean): Promise<Fitting>;
  mentions(query: MentioningQuery): Promise<Records<MentionRecord>>;
  /** Throws `BadCommand` where the watch looks for nobody. */
  table(query: TableQuery): Promise<ToneTable>;
  /** All labels, in the order in which they came. */
  labels(): Promise<Records<LabelRecord>>;
  /** The table of an application with its rows, or the names of all that have a table. */
  records(name: string, query: RecordQuery): Promise<ExportedTable | readonly string[]>;
  /** Its archive of pages as WACZ, with the captures of these addresses as its pages. Absent: the place has none. */
  archive?(titles: ReadonlyMap<string, string>): Promise<AsyncIterable<Uint8Array>>;
  perform<Input extends object, Answer>(
    operation: Operation<Input, Answer> | StoreOperation<Input, Answer>,
    input: Input,
  ): Promise<Answer>;
  reread(query: RereadQuery): Promise<Reread>;
  close(): Promise<void>;
}

/** Where commands find a watch, and what they take beside their own options. */
export interface PlaceOption {
  readonly argument: readonly [name: string, description: string];
  /** The options of each command there, `--json` among them. */
  options(command: Command): Command;
  open(name: string, options: object): Promise<WatchPlace>;
}

/** A command about a watch. */
export function ofWatch(parent: Command, place: PlaceOption, [name, description]: readonly [string, string]): Command {
  return place
    .options(parent.command(name))
    .description(description)
    .argument(...place.argument);
}

/** Loads a command when it runs; its place is open meanwhile. The last of `args` are the options. */
export function atPlace<Args extends readonly unknown[]>(
  { open }: PlaceOption,
  load: () => Promise<(place: WatchPlace, ...args: Args) => Promise<unknown>>,
  exit?: SetExitCode,
): (name: string, ...args: unknown[]) => Promise<void> {
  return async (name, ...args) => {
    const command = await load();
    // Commander gives the command itself behind its arguments and options.
    const given = args.slice(0, -1);
    const place = await open(name, given.at(-1) as object);
    try {
      const code = await command(place, ...(given as unknown as Args));
      if (typeof code === 'number') exit?.(code);
    } finally {
      await place.close();
    }
  };
}

/** The numbers of the sources that `--source` names, at most so many. Throws `BadInput`. */
export async function numbersOf(
  place: WatchPlace,
  named: string | readonly string[] = [],
  most = Number.POSITIVE_INFINITY,
): Promise<readonly number[]> {
  const all = [named].flat();
  const sources = all.length === 0 ? [] : await place.sources();
  const found = [...new Set(all.flatMap(each => sourcesNamed('--source', each, sources)))];
  if (found.length > most) throw new BadInput([refusedValue('--source', all.join(' '), ambiguous(found))]);
  return found.map(({ number }) => number);
}

/**
 * The organizations that `--organization` names, each by its id or by one of its names. Throws `BadInput` where the watch does not look
 * for one: nothing would be found, whatever was published.
 */
export async function organizationsNamed(place: WatchPlace, named: readonly string[] = []): Promise<readonly string[]> {
  if (named.length === 0) return [];
  const all = (await place.lists())?.organizations ?? [];
  if (named.every(each => all.some(({ id }) => id === each))) return named;
  // Its tables of letters cost each command 40 ms.
  const { foldedWord } = await import('../../../shared/wings/publications/mentions/text-units.ts');
  return named.map(each => {
    const isName = ({ aliases }: Organization) => aliases.some(({ text }) => foldedWord(text) === foldedWord(each));
    const found = all.filter(({ id }) => id === each);
    if (found.length === 0) found.push(...all.filter(isName));
    if (found.length === 1) return found[0]!.id;
    const ids = (found.length === 0 ? all : found).map(({ id }) => id);
    throw new BadInput([unlisted('--organization', each, ids)]);
  });
}
