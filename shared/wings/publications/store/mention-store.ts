import type { Mention } from '../mentions/find-mentions.ts';
import type { Organization } from '../mentions/organization.ts';
import type { PublicationTone } from '../tone/publication-tone.ts';
import type { ToneClass } from '../tone/tone-model.ts';

/** The organizations that a watch looks for. */
export interface OrganizationList {
  /** Equal for equal lists (`listDigest`). */
  readonly digest: string;
  /** Ms since the epoch. */
  readonly setAt: number;
  readonly organizations: readonly Organization[];
}

/** The list and the models with which a text was searched. */
export interface SearchKey {
  /** Digest of the list of organizations. */
  readonly list: string;
  /** Name of the models that gave the tones; the same models have the same name. */
  readonly models: string;
}

/** Where in a version a mention is: offsets in its title or its text, in UTF-16 units. */
export interface MentionPlace {
  readonly field: 'title' | 'text';
  readonly start: number;
  readonly end: number;
  /** Id of the organization: a place may name several. */
  readonly organization: string;
}

/** `confirmed` and `rejected` are a person's word on a place. */
export type MentionStatus = 'certain' | 'candidate' | 'confirmed' | 'rejected';

/** A mention in a version of a publication. */
export interface StoredMention extends MentionPlace, Pick<Mention, 'alias' | 'surface' | 'nestedIn'> {
  readonly status: MentionStatus;
  /** Offsets of the sentence around, in the same field. */
  readonly sentenceStart: number;
  readonly sentenceEnd: number;
  /** Undefined if no model knows the language. */
  readonly tone: StoredTone | undefined;
}

export interface StoredTone {
  /** Name of the model that gave it. */
  readonly model: string;
  readonly class: ToneClass;
  readonly p: Readonly<Record<ToneClass, number>>;
  /** Words of the sentence that spoke for the class, the strongest first; absent in tones of earlier versions. */
  readonly words?: readonly string[];
  /** Those that spoke against it; absent in tones of earlier versions. */
  readonly against?: readonly string[];
}

/** A tone of a publication, without a class: that depends on the confidence that a reader requests. */
export type ToneFigures = Omit<PublicationTone, 'class'>;

/** An organization that the latest version of a publication mentions, or may mention. */
export interface MentionedOrganization {
  readonly organization: string;
  /** Certain and confirmed mentions that are in no longer name. */
  readonly certain: number;
  /** Certain and confirmed mentions in a longer name of another organization. */
  readonly nested: number;
  readonly candidates: number;
  /** By the mentions that are in no longer name; undefined if no model gave a tone. */
  readonly tone: ToneFigures | undefined;
  /** By those in longer names too; undefined if there are none, or no model gave a tone. */
  readonly toneWithNested: ToneFigures | undefined;
}

/** The results of a search in a version. */
export interface SearchedVersion {
  readonly key: SearchKey;
  readonly mentions: readonly StoredMention[];
  readonly organizations: readonly MentionedOrganization[];
}

/** A publication and an organization that its latest version mentions: what the table counts. */
export interface MentionedPublication extends MentionedOrganization {
  readonly publication: number;
  readonly version: number;
  /** Number of the source. */
  readonly source: number;
  /** When it was published, or else first seen; ms since the epoch. */
  readonly datedAt: number;
  /** A publication with the same text and a mention of the organization stands for this one (`firstOfCluster`). */
  readonly isCopy: boolean;
  /** Name of the models that gave the tones. */
  readonly models: string;
}

/** A mention is listed if it matches all fields that are given. */
export interface MentionedQuery {
  readonly organizations?: readonly string[];
  readonly publications?: readonly number[];
  readonly sources?: readonly number[];
  /** Ms since the epoch, of the published time, or else of the first look: `since` belongs to it, `until` does not. */
  readonly since?: number;
  readonly until?: number;
  /** Without copies. */
  readonly isOriginal?: boolean;
  /** Tones by these models; absent: by the models of each publication's last search. */
  readonly models?: string;
  /** In the order of lists (`ListPlace`); absent: the publication that was found last comes first, which costs less in AWS. */
  readonly isByDate?: true;
}

/** The last pair that was read. */
export interface MentionedAfter {
  readonly publication: number;
  readonly organization: string;
  /** Of the publication, where pairs come in the order of lists. */
  readonly datedAt?: number;
}

export interface PublicationTotal {
  /** Number of the source. */
  readonly source: number;
  readonly month: string;
  readonly publications: number;
}

/** A version that was not searched with a key. */
export interface UnsearchedVersion {
  readonly publication: number;
  readonly version: number;
}

/**
 * Organizations of a watch and their mentions in its publications. Mentions of a version are written with the version
 * (`Sighting.searched`), or later, when the list or the models change; the mentions of older versions stay.
 * Several callers may use a store at the same time; a call may come twice, and then changes nothing.
 */
export interface MentionStore {
  /** Undefined if the watch has no list. */
  organizationList(): Promise<OrganizationList | undefined>;
  /** Digest of the list, for callers that know the list. */
  listDigest(): Promise<string | undefined>;
  /** From now on the watch looks for these. A list without organizations ends the search; mentions that were found stay. */
  setOrganizations(list: OrganizationList): Promise<void>;
  /** Latest versions that were not searched with `key`, by ascending number of the publication, above `after` only. */
  unsearched(key: SearchKey, most: number, after?: number): Promise<readonly UnsearchedVersion[]>;
  /** Publications, and how many of them were searched in their latest version: with this list, and with these models if they are given. */
  searchProgress(
    key: Pick<SearchKey, 'list'> & Partial<SearchKey>,
  ): Promise<{ readonly searched: number; readonly all: number }>;
  /**
   * Replaces what is known of the mentions in a version, all in one transaction or nothing. Tones by other models stay, and so does a
   * person's word on a place that is found again. Nothing if the version is not the latest, or another list was set.
   */
  keepSearch(version: UnsearchedVersion, searched: SearchedVersion): Promise<void>;
  /** In the order of the text, the title first; tones by the models of `models`, absent: of the version's last search. */
  mentions(publication: number, version: number, models?: string): Promise<readonly StoredMention[]>;
  /** A person's word on a place. The version counts as not searched from now on. False if there is no such place. */
  decide(version: UnsearchedVersion, place: MentionPlace, decision: MentionDecision): Promise<boolean>;
  /** Keys of the suggestions that a person does not want (`suggestionKey`), in the order of their dismissal. */
  dismissed(): Promise<readonly string[]>;
  /** A suggestion is not made again. Nothing where it is dismissed already. */
  dismiss(key: string, at: number): Promise<void>;
  /** The newest publication first, its organizations in the order of their ids; `after` is the last pair that was read. */
  mentioned(query: MentionedQuery, most: number, after?: MentionedAfter): Promise<readonly MentionedPublication[]>;
  /**
   * Publications by source and month (`2026-11`, UTC), whoever they mention: `organization` and `models` do not count. With
   * `isOriginal` a copy counts that stands for its original in the mentions of an organization.
   */
  totals(query: MentionedQuery): Promise<readonly PublicationTotal[]>;
  /** Names of all models that gave tones, the first to come first. */
  toneModels(): Promise<readonly string[]>;
}

export interface MentionDecision {
  readonly status: 'confirmed' | 'rejected' | 'candidate';
  /** The person who decided so. */
  readonly by: string;
  readonly at: number;
}
