/**
 * Types for an application: a person's code that takes own records out of the pages of a watch. This file imports types
 * only, so any module may import it.
 */
import type { CheerioAPI } from 'cheerio';

/** `instant`: a `Date`, text in ISO 8601, or milliseconds since 1970; stored to the millisecond, in UTC. */
export const columnTypes = ['text', 'real', 'integer', 'instant', 'boolean'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** Column names with their types, in the order of the table. */
export type Columns = Readonly<Record<string, ColumnType>>;

/** A value for each column; a column that is left out, null or undefined is empty. */
export type RecordValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>;

/** `article`: the page gave a publication; `list`: an entry with links to publications, or a part of one; `other`: any other page. */
export type WatchedPageType = 'article' | 'list' | 'other';

/** A publication as an earlier application gave it. Instants are ISO 8601. */
export interface GivenPublication {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly published: string | null;
  readonly modified: string | null;
  readonly section: string | null;
  readonly tags: readonly string[];
  readonly language: string | null;
  readonly image: string | null;
  readonly text: string;
  /** The page type whose rules fit the page; null if none fits. */
  readonly pageType: string | null;
  /** Fields of the rules that a publication does not have. */
  readonly fields: Readonly<Record<string, string | null>>;
  /** The application that gave the publication. */
  readonly application: string;
}

/** A page as an application sees it. */
export interface ApplicationPage {
  /** The URL that was requested. */
  readonly address: string;
  readonly type: WatchedPageType;
  /** Origin of the source. */
  readonly source: string;
  /** Time of the request, ISO 8601 in UTC. */
  readonly at: string;
  /**
   * Header fields of the answer that a watch keeps, names in lower case: content-type, link, content-location, refresh,
   * etag, last-modified, cache-control, age.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded text of the page. */
  readonly html: string;
  /**
   * The publication that an earlier application found; an application with `extends` gets the publication of its base.
   */
  readonly publication: GivenPublication | undefined;
  /** The parsed tree (cheerio), made at the first call. */
  tree(): CheerioAPI;
  /**
   * Texts of the nodes that an XPath 1.0 expression selects, in document order, white space collapsed, none empty. An
   * expression that gives a text or a number gives this value alone.
   */
  xpath(expression: string): readonly string[];
}

/** The fields of a publication that an application may change. */
export type PublicationChange = Partial<
  Pick<GivenPublication, 'title' | 'authors' | 'section' | 'tags' | 'language' | 'text' | 'fields'>
>;

/** A stored record. */
export interface KeptRecord {
  readonly address: string;
  /**
   * Number of the publication at the address, and of its version, when the page was read; null if the page is no
   * publication.
   */
  readonly publication: number | null;
  readonly version: number | null;
  /** Time of the page's request, ISO 8601 in UTC. */
  readonly seen: string;
  /** Instants are ISO 8601 in UTC. */
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Texts that `accepted` keeps between its calls. They are stored in one transaction with the mark that the batch was
 * accepted.
 */
export interface AcceptedStore {
  get(key: string): Promise<string | undefined>;
  /** `undefined` removes the text. */
  set(key: string, value: string | undefined): void;
}

interface Extracting {
  /** The table is called `app_<name>`: lower case letters, digits and `_`. */
  readonly name: string;
  readonly columns: Columns;
  /**
   * Records of a page. The result may depend on the page alone, not on a clock, chance or the network, because a page
   * may be read twice.
   */
  extract(page: ApplicationPage): RecordValues | readonly RecordValues[] | null | undefined;
  /** Selects the pages to read; absent: pages that gave a publication. */
  reads?(page: Pick<ApplicationPage, 'address' | 'type'>): boolean;
  /**
   * Called with the records of each commit, in the order of the commits; called again if a call failed or the process
   * died in it.
   */
  accepted?(records: readonly KeptRecord[], store: AcceptedStore): void | Promise<void>;
}

/** A person's application, with an own table. */
export type PublicationApplication = Extracting | ExtendingApplication;

/** Bundled applications, which others may extend. */
export const baseApplications = ['grabber', 'readability'] as const;
export type BaseApplication = (typeof baseApplications)[number];

/**
 * An application that builds on a base. It is called where the base gives a publication, and may change the
 * publication. Without columns it has no table.
 */
export interface ExtendingApplication extends Partial<Extracting> {
  readonly name: string;
  readonly extends: BaseApplication;
  /** Changes of the publication that the base found; null declines the page. */
  publication?(publication: GivenPublication, page: ApplicationPage): PublicationChange | null | undefined;
}

/** An application that builds on `base`. */
export function extend(
  base: BaseApplication,
  application: Omit<ExtendingApplication, 'extends'>,
): ExtendingApplication {
  return { ...application, extends: base };
}
