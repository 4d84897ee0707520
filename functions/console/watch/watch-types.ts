/** The answers of the HTTP app about watches, as far as this page shows them. */
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import type { VersionComparison } from '../../../shared/wings/publications/versions/compare-versions.ts';
import type { publicationLine, publicationView } from '../../http/views/publication-view.ts';
import type { sourceLine, sourceView } from '../../http/views/source-view.ts';
import type { Page } from '../page/api-types.ts';
import type { ToldRefusal } from '../words/refusals-ru.ts';

export type Findings = SourceFindings;
export type FoundEntryView = SourceFindings['entries'][number];

/** The findings at a source; without a number it was left out, and `why` says why. */
export interface FoundSource {
  readonly number?: number;
  readonly why?: ToldRefusal;
  readonly findings: Findings;
}

export type SourceLine = ReturnType<typeof sourceLine>;
export type SourceView = ReturnType<typeof sourceView>;
export type EntryView = SourceView['entries'][number];

export interface FoundPage extends Page {
  readonly sources: readonly FoundSource[];
}

export interface SourcePage extends Page {
  readonly sources: readonly SourceLine[];
}

/** When something was published, and how that is known. */
export interface ToldTime {
  readonly at: string;
  readonly precision?: string;
  /** Minutes east of Greenwich as the page said them; null if it said none. */
  readonly offset?: number | null;
  readonly words?: string;
  readonly source?: string;
}

type WithTimes<T> = Omit<T, 'published' | 'modified'> & {
  readonly published: ToldTime | null;
  readonly modified?: ToldTime | null;
};

export type PublicationLine = WithTimes<ReturnType<typeof publicationLine>>;

export interface PublicationPage extends Page {
  readonly publications: readonly PublicationLine[];
}

export type PublicationView = WithTimes<ReturnType<typeof publicationView>> & {
  readonly copies: readonly PublicationLine[];
  readonly hasMoreCopies: boolean;
};

export type Comparison = VersionComparison;
