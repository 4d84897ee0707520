import { defined } from '../../../domain/defined.ts';
import { pageText } from '../../../domain/html/decode-text.ts';
import { looksBinary } from '../../../domain/html/encoding/sniff-binary.ts';
import { type ExtractedPage, type Extraction, extractWithTexts } from '../extraction/extract-page.ts';
import { peopleIn } from '../extraction/metadata/people-in.ts';
import type { HostTemplate } from '../extraction/text/host-template.ts';
import { type GrabbedPage, grabPage } from '../grabber/grab-page.ts';
import type { KeptPage } from '../kept/kept-pages.ts';
import { indexText } from '../store/indexed-text.ts';
import type { ItemHint } from '../store/item-hint.ts';
import type { Sighting } from '../store/publication-store.ts';
import { publishedTime } from './published-time.ts';
import type { SourceClock } from './source-clock.ts';
import type { HeldRules } from './source-settings.ts';

export interface SeenPage extends Pick<KeptPage, 'body' | 'contentType' | 'address' | 'at' | 'isNamed'> {
  /** Which page of its article it is; absent: the first one. */
  readonly page?: { readonly first: string; readonly number: number };
}

/** Undefined for bytes that are no text. */
export function readArticle(page: SeenPage, template: HostTemplate | undefined): ExtractedPage | undefined {
  if (looksBinary(page.body)) return undefined;
  return extractWithTexts({
    ...{ html: pageText(page), url: page.address, now: page.at, isNamed: page.isNamed, marks: true as const },
    ...defined({ template, page: page.page }),
  });
}

/** The page by the rules of its time; what they leave open is the automatic extractor's. */
export function grabArticle(page: SeenPage, template: HostTemplate | undefined, { rules }: HeldRules): GrabbedPage {
  return grabPage({
    ...{ html: pageText(page), url: page.address, now: page.at, isNamed: page.isNamed, rules },
    ...(template !== undefined && { template }),
  });
}

interface Seen extends Pick<Sighting, 'source' | 'identity' | 'address' | 'by' | 'seenAt'> {
  readonly hint: ItemHint | undefined;
  /** That of the source's pages that name no zone, as far as it is known. */
  readonly clock: SourceClock | undefined;
  /** Number of the version of rules that gave any field. */
  readonly revision: number | undefined;
  /** The application that gave the publication, where its name is not that of the method. */
  readonly application: string | undefined;
}

/** Facts that the page does not state are taken from the entry that named the page. */
export function sightingOf({ hint, clock, revision, application, ...seen }: Seen, extraction: Extraction): Sighting {
  const title = extraction.title ?? hint?.title ?? '';
  const { text, title: _, url: __, article: ___, language, canonicalUrl, ...told } = extraction;
  // RFC 4287, section 4.2: an entry of Atom must say when it was updated, and need not say when it was published.
  const updated = hint?.updated && { ...hint.updated, source: 'feed-updated' as const };
  const published = publishedTime(extraction.published, hint?.published, clock) ?? updated;
  const authors = extraction.authors.length > 0 ? extraction.authors : (hint?.authors ?? []).flatMap(peopleIn);
  const section = extraction.section ?? hint?.section ?? null;
  const at = published === undefined ? Number.NaN : Date.parse(published.at);
  return {
    ...seen,
    version: {
      title,
      publishedAt: Number.isFinite(at) ? at : undefined,
      language: language ?? undefined,
      canonical: canonicalUrl ?? undefined,
      text,
      details: JSON.stringify({
        ...{ ...told, authors, published: published ?? null, section },
        ...{ application: application ?? extraction.method, rules: revision ?? null },
      }),
    },
    index: indexText(title, text),
  };
}
