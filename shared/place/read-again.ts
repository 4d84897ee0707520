/** Reads a kept page of a publication with what is set for its source now; nothing is learnt from it, so the order of pages does not matter. */

import type { WatchOptions } from '../domain/spec/crawl-spec.ts';
import { builtInOrder } from '../wings/publications/applications/application-order.ts';
import { noRunner } from '../wings/publications/applications/application-runner.ts';
import { TurnApplications } from '../wings/publications/applications/turn-applications.ts';
import { isTold } from '../wings/publications/extraction/text/host-template.ts';
import type { KeptPage } from '../wings/publications/kept/kept-pages.ts';
import { indexText } from '../wings/publications/store/indexed-text.ts';
import type { PublicationRow, Sighting } from '../wings/publications/store/publication-store.ts';
import type { SuspectEntry } from '../wings/publications/visits/source-reader.ts';
import { choosePublication } from '../wings/publications/watch/chosen-publication.ts';
import { grabArticle, readArticle, sightingOf } from '../wings/publications/watch/sighted-page.ts';
import { sourceClock } from '../wings/publications/watch/source-clock.ts';
import { readMemory } from '../wings/publications/watch/source-memory.ts';
import { readSettings, rulesAt } from '../wings/publications/watch/source-settings.ts';

export interface SourceNow extends Pick<SuspectEntry, 'site' | 'memory' | 'settings'> {
  readonly origin: string;
  readonly options: WatchOptions;
  /** Names of the applications of the watch, in their order. */
  readonly order: readonly string[] | undefined;
  readonly now: number;
}

/** Undefined where the page gives no text: the version of before stays. */
export type ReadAgain = (page: KeptPage) => Promise<Sighting | undefined>;

export function readerNow({ site, origin, options, order, now, ...stored }: SourceNow): ReadAgain {
  const [memory, settings] = [readMemory(stored.memory), readSettings(stored.settings)];
  const template = [memory.template].find(isTold);
  const rules = rulesAt(settings, now);
  const applications = new TurnApplications({
    ...{ runner: noRunner, order: settings.applications ?? order ?? builtInOrder, source: site, at: now, origin },
    ...{ standings: {}, onSince: {} },
  });
  const { timeZone } = { ...options, ...settings };
  const { clock } = sourceClock(memory, { setting: timeZone, origin, now });
  return async page => {
    const { identity, address, at, hint } = page;
    const automatic = readArticle(page, template)?.extraction;
    if (automatic === undefined) return undefined;
    const { extraction } = await choosePublication(
      applications,
      { identity, address, html: '', headers: {} },
      { automatic: () => automatic, grabbed: () => rules && grabArticle(page, template, rules) },
    );
    if (extraction.text === '') return undefined;
    const revision = 'pageType' in extraction && extraction.pageType !== null ? rules?.revision : undefined;
    const seen = { source: site, identity, address, by: 'link' as const, seenAt: at, hint, clock, revision };
    return sightingOf({ ...seen, application: undefined }, extraction);
  };
}

/** Changes of the latest version by `sighting`, as the version that corrects it; undefined where it changes nothing. */
export function correctionOf(row: PublicationRow, text: string, sighting: Sighting): Sighting | undefined {
  const { title, publishedAt, language, canonical } = row;
  const before = [title, publishedAt, language, canonical, text, JSON.stringify(readingIn(row.details))];
  const { version } = sighting;
  const after = [
    version.title,
    version.publishedAt,
    version.language,
    version.canonical,
    version.text,
    version.details,
  ];
  if (before.every((value, index) => value === after[index])) return undefined;
  const details = JSON.stringify({ ...(JSON.parse(version.details) as object), corrects: row.version });
  return { ...sighting, version: { ...version, details }, corrects: row.version };
}

/** Of an article of several pages only the first is kept: its date counts, and what all pages gave stays. */
export function withDateOnly(
  { title, language, canonical, details }: PublicationRow,
  text: string,
  sighting: Sighting,
): Sighting {
  const { publishedAt } = sighting.version;
  const { published } = JSON.parse(sighting.version.details) as { readonly published: unknown };
  const known = JSON.stringify({ ...readingIn(details), published });
  const version = { title, publishedAt, language, canonical, text, details: known };
  return { ...sighting, version, index: indexText(title, text) };
}

/** Details without what a correction says of itself. */
function readingIn(details: string): object {
  const { corrects: _, ...reading } = JSON.parse(details) as Readonly<Record<string, unknown>>;
  return reading;
}
