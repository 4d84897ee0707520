import type { GivenPublication } from '../../../domain/applications/publication-application.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { PublicationRow, PublicationState } from '../store/publication-store.ts';

/** A source as exports name it. */
export interface SourceName {
  readonly name: string;
  readonly origin: string;
}

/** A publication as exports have it: its latest version. Instants are ISO 8601 in UTC. Plain JSON. */
export interface PublicationRecord
  extends Pick<GivenPublication, 'authors' | 'section' | 'tags' | 'language' | 'text' | 'pageType' | 'fields'> {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  /** The instant with its zone, precision, words and where they were read; null if nothing says it. */
  readonly published: unknown;
  readonly modified: unknown;
  readonly source: string;
  readonly sourceNumber: number;
  readonly version: number;
  readonly firstSeen: string;
  readonly seen: string;
  readonly state: PublicationState;
  readonly gone: string | null;
  readonly foundBy: string;
  /** Further addresses of the source with the same text. */
  readonly addresses: readonly string[];
  readonly canonical: string | null;
  /** Id of the publication that was found first among those whose texts are alike; its own where no other is. */
  readonly cluster: number;
  /** The publication is a copy: a list shows the live publication of the cluster that was published first. */
  readonly copy: boolean;
  /** The application that gave the record: `readability`, `grabber` or an application of the user's. */
  readonly application: string | null;
  /** The method that gave the text: `readability`, or `grabber` for a rule. */
  readonly method: string | null;
  /** Number of the version of the source's rules that gave the text; null if none did. */
  readonly rules: number | null;
  readonly confidence: number | null;
  readonly access: string | null;
  readonly warnings: readonly string[];
}

interface Parts {
  readonly text: string;
  readonly addresses: readonly string[];
  readonly source: SourceName | undefined;
  readonly isCopy: boolean;
}

export function publicationRecord(row: PublicationRow, { text, addresses, source, isCopy }: Parts): PublicationRecord {
  const told = JSON.parse(row.details) as Record<string, never>;
  return {
    ...{ id: row.id, url: row.address, title: row.title, authors: told['authors'] ?? [] },
    ...{ published: dateOf(told['published']), modified: dateOf(told['modified']) },
    ...{ section: told['section'] ?? null, tags: told['tags'] ?? [], language: row.language ?? null },
    ...{ text, source: source?.name ?? String(row.source), sourceNumber: row.source, version: row.version },
    ...{ firstSeen: isoInstant(row.firstSeenAt), seen: isoInstant(row.seenAt), state: row.state },
    ...{ gone: row.goneAt === undefined ? null : isoInstant(row.goneAt), foundBy: row.by, addresses },
    ...{ canonical: row.canonical ?? null, cluster: row.cluster, copy: isCopy },
    ...{ application: told['application'] ?? told['method'] ?? null, method: told['method'] ?? null },
    ...{ rules: told['rules'] ?? null, pageType: told['pageType'] ?? null, fields: told['fields'] ?? {} },
    ...{ confidence: told['confidence'] ?? null, access: told['access'] ?? null, warnings: told['warnings'] ?? [] },
  };
}

/** Dates of feeds are stored with `offsetMinutes`, which is absent if a feed names no zone; those of pages with `offset`. */
function dateOf(told: Readonly<Record<string, unknown>> | null | undefined): unknown {
  if (told === undefined || told === null) return null;
  const { at, precision, offsetMinutes = null, offset = offsetMinutes, words, source, ...rest } = told;
  return { at, precision, offset, words, source, ...rest };
}
