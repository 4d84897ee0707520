/** What a person writes to take their own records out of the pages of a watch. This file imports types only, so a module of anybody's may import it. */
import type { CheerioAPI } from 'cheerio';

/** `instant`: a `Date`, text in ISO 8601, or milliseconds since 1970; kept to the millisecond, in UTC. */
export const columnTypes = ['text', 'real', 'integer', 'instant', 'boolean'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** Names of columns with what they hold, in the order of the table. */
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
  /** The page type of the source's rules that fits; null without one. */
  readonly pageType: string | null;
  /** Fields of the rules that are no fields of publications. */
  readonly fields: Readonly<Record<string, string | null>>;
  /** Who gave it. */
  readonly application: string;
}

/** A page as an application sees it. */
export interface ApplicationPage {
  /** The URL that was requested. */
  readonly address: string;
  readonly type: WatchedPageType;
  /** Origin of the source. */
  readonly source: string;
  /** When it was requested, ISO 8601 in UTC. */
  readonly at: string;
  /** Fields of the answer that a watch keeps, names in lower case: content-type, link, content-location, refresh, etag, last-modified, cache-control, age. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded text of the page. */
  readonly html: string;
  /** What an earlier application of the source gave; an application with `extends` gets what its base gave. */
  readonly publication: GivenPublication | undefined;
  /** The parsed tree (cheerio), made when first requested. */
  tree(): CheerioAPI;
  /** Texts of the nodes that an XPath 1.0 expression selects, in document order, white space collapsed, none empty; of an expression that gives a text or a number this alone. */
  xpath(expression: string): readonly string[];
}

/** What an application changes of a publication. */
export type PublicationChange = Partial<
  Pick<GivenPublication, 'title' | 'authors' | 'section' | 'tags' | 'language' | 'text' | 'fields'>
>;

/** A record as it was kept. */
export interface KeptRecord {
  readonly address: string;
  /** Number of the publication at the address, and of its version, when the page was read; null if it is none. */
  readonly publication: number | null;
  readonly version: number | null;
  /** When the page was requested, ISO 8601 in UTC. */
  readonly seen: string;
  /** Instants are ISO 8601 in UTC. */
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
}

/** Texts that `accepted` keeps between its calls. What a call sets is kept together with the fact that the batch was taken. */
export interface AcceptedStore {
  get(key: string): Promise<string | undefined>;
  /** `undefined` removes it. */
  set(key: string, value: string | undefined): void;
}

interface Extracting {
  /** Its table is `app_<name>`. Lower case letters, digits and `_`. */
  readonly name: string;
  readonly columns: Columns;
  /** Records of a page. A function of the page alone: a page may be read twice. Neither a clock, nor chance, nor the network. */
  extract(page: ApplicationPage): RecordValues | readonly RecordValues[] | null | undefined;
  /** Which pages it reads; absent: those that gave a publication. */
  reads?(page: Pick<ApplicationPage, 'address' | 'type'>): boolean;
  /** Called with the records of each commit, in the order of the commits, again where a call failed or the process died in it. */
  accepted?(records: readonly KeptRecord[], store: AcceptedStore): void | Promise<void>;
}

/** An application of a person's own, with its own table. */
export type PublicationApplication = Extracting | ExtendingApplication;

/** Applications that come with the program and that others may extend. */
export const baseApplications = ['grabber', 'readability'] as const;
export type BaseApplication = (typeof baseApplications)[number];

/** Builds on a base: asked where the base gives a publication, and may change the publication. Without columns there is no table. */
export interface ExtendingApplication extends Partial<Extracting> {
  readonly name: string;
  readonly extends: BaseApplication;
  /** The publication under this application's name: what is to be changed of it; null declines the page. */
  publication?(publication: GivenPublication, page: ApplicationPage): PublicationChange | null | undefined;
}

/** An application that builds on `base`. */
export function extend(
  base: BaseApplication,
  application: Omit<ExtendingApplication, 'extends'>,
): ExtendingApplication {
  return { ...application, extends: base };
}
