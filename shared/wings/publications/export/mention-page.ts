import type { LabelRow } from '../labels/label.ts';
import type { MentionStore } from '../store/mention-store.ts';
import type { PublicationStore } from '../store/publication-store.ts';
import { type MentioningQuery, mentioningPublications } from '../table/mentioning-rows.ts';
import { type MentionRecord, mentionRecords } from './mention-records.ts';
import type { SourceName } from './publication-record.ts';

/** How far an export of mentions has come. */
export interface MentionsAfter {
  /** The last publication that was begun, and its date. */
  readonly publication: number;
  readonly datedAt: number;
  /** Mentions of it that were given. */
  readonly given: number;
}

export interface MentionPage {
  readonly query: MentioningQuery;
  readonly sources: ReadonlyMap<number, SourceName>;
  readonly most: number;
  readonly after?: MentionsAfter;
}

export interface MentionPageStores {
  readonly publications: Pick<PublicationStore, 'find' | 'publication' | 'text'>;
  readonly mentions: Pick<MentionStore, 'mentioned' | 'mentions'>;
}

/** Some of the mentions in latest versions, the newest publication first. `labels`: all of the watch. */
export async function mentionPage(
  stores: MentionPageStores,
  labels: readonly LabelRow[],
  { query, sources, most, after }: MentionPage,
): Promise<readonly MentionRecord[]> {
  // The publication that was begun is read again.
  const before = after && { datedAt: after.datedAt, id: after.publication + 1 };
  const pairs = mentioningPublications(stores, labels, query, before);
  const records: MentionRecord[] = [];
  let given = after?.given ?? 0;
  for await (const record of mentionRecords(stores, pairs, sources)) {
    if (record.publication === after?.publication && given > 0) {
      given -= 1;
      continue;
    }
    records.push(record);
    if (records.length >= most) break;
  }
  return records;
}

/** How far an export is after these records. */
export function positionAfter(records: readonly MentionRecord[], before?: MentionsAfter): MentionsAfter | undefined {
  const last = records.at(-1);
  if (last === undefined) return before;
  const { publication } = last;
  const datedAt = Date.parse(last.dated);
  const given = records.filter(each => each.publication === publication).length;
  return { publication, datedAt, given: given + (before?.publication === publication ? before.given : 0) };
}
