import type { RecordQuery } from '../../../shared/wings/publications/applications/application-records.ts';
import type { MentionRecord } from '../../../shared/wings/publications/export/mention-records.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import type { ExportedTable } from '../../../shared/wings/publications/export/record-export.ts';
import type { MentioningQuery } from '../../../shared/wings/publications/table/mentioning-rows.ts';
import type { TableQuery, ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { demandKnown } from '../terminal/demand-known.ts';
import { sourceNamed } from './source-named.ts';

type Records<T> = AsyncIterable<T> | readonly T[];

/** A watch as the commands read it, of this machine or of an account. */
export interface WatchPlace {
  /** As the command line names the watch. */
  readonly name: string;
  sources(): Promise<readonly SourceStatus[]>;
  /** Ids of the organizations that the watch looks for, and names of its models of tone; undefined without a list. */
  lists(): Promise<{ readonly organizations: readonly string[]; readonly models: readonly string[] } | undefined>;
  /** `words`: as people write them. */
  publications(query: MentioningQuery, words: string | undefined, most: number): Promise<Records<PublicationRecord>>;
  mentions(query: MentioningQuery): Promise<Records<MentionRecord>>;
  /** Throws `BadCommand` where the watch looks for nobody. */
  table(query: TableQuery): Promise<ToneTable>;
  /** The table of an application with its rows, or the names of those that have one. */
  records(name: string, query: RecordQuery): Promise<ExportedTable | readonly string[]>;
  close(): void;
}

/** Where commands find a watch, and what they take beside their own options. */
export interface PlaceOption {
  readonly argument: readonly [name: string, description: string];
  open(name: string, options: object): Promise<WatchPlace>;
}

/** Loads a command when it runs; its place is open meanwhile. */
export function atPlace<Options extends object>(
  { open }: PlaceOption,
  load: () => Promise<(place: WatchPlace, options: Options) => Promise<void>>,
): (name: string, options: Options) => Promise<void> {
  return async (name, options) => {
    const command = await load();
    const place = await open(name, options);
    try {
      await command(place, options);
    } finally {
      place.close();
    }
  };
}

/** What an option is called at a terminal. */
export function optionName(field: string): string {
  return `--${field}`;
}

/** The numbers of the sources, or of the one, that `--source` names. Throws `BadInput`. */
export async function numbersOf(place: WatchPlace, named: string | readonly string[] = []): Promise<readonly number[]> {
  const all = [named].flat();
  const sources = all.length === 0 ? [] : await place.sources();
  return all.map(each => sourceNamed('--source', each, sources).number);
}

/** Throws `BadCommand` where the watch does not look for this organization: nothing would be found, whatever was published. */
export async function demandOrganization(place: WatchPlace, organization: string | undefined): Promise<void> {
  if (organization !== undefined)
    demandKnown('--organization', organization, (await place.lists())?.organizations ?? []);
}
