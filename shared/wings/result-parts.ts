/** The one list of what is written at the end of a crawl, the same in every place. */

import { defined } from '../domain/defined.ts';
import type { CrawlRules } from '../domain/turn/crawl-rules.ts';
import type { ObjectStore, RobotsFindings } from '../ports/ports.ts';
import { type SummaryOptions, summaryPart } from '../report/summary-part.ts';
import { type OnLost, refuseLost } from '../steps/unload/lost-segment.ts';
import type { EndedSite, ResultPart } from '../steps/unload/result-part.ts';
import { statesPart, type TraversedUrl } from './clicking/states-part.ts';
import type { ResultWriter } from './graph/formats/result-writer.ts';
import { graphPart } from './graph/graph-part.ts';
import { hostsOfSite } from './graph/hosts-of-site.ts';
import { indicatorsPart } from './graph/indicators/indicators-part.ts';
import { richFilesPart } from './graph/indicators/rich-files-part.ts';
import type { IssueLanguage } from './graph/issues/issue-words.ts';
import { issuesPart } from './graph/issues/issues-part.ts';
import { brokenPart } from './graph/links/broken-part.ts';
import { externalChecksPart } from './graph/links/external-checks-part.ts';
import { pairsPart } from './graph/links/pairs-part.ts';
import { externalChecks, richChecks } from './graph/links/read-checks.ts';
import { nearDuplicatesPart, uncomparedPages } from './graph/near-duplicates/near-duplicates-part.ts';
import { picksPart } from './graph/picks-part.ts';
import { preferencesPart } from './graph/preferences-part.ts';
import { type ReadPorts, readSite, type SiteReading } from './graph/read-site.ts';
import { figuresOf } from './graph/site-figures.ts';
import { listedElsewhere, siteListing, sitemapPart } from './graph/sitemap-part.ts';
import { unitLinksPart } from './graph/unit-links-part.ts';
import { type ChoiceReader, choicesPart } from './sets/budget/choices-part.ts';
import { fragmentPart } from './sets/fragment/fragment-part.ts';

export interface ResultOptions extends SummaryOptions {
  /** Absent: a site is not written without a segment, and `LostObject` is thrown. */
  readonly onLost?: OnLost;
  /** Language of `reports/issues.html`; absent: English. */
  readonly language?: IssueLanguage;
}

/** Parts are written in this order. `onSummary` gets the last one's summary. */
export function resultParts(
  {
    store,
    objects,
  }: {
    readonly objects: Pick<ObjectStore, 'get' | 'list'>;
    readonly store: ReadPorts['store'] & ChoiceReader & Pick<RobotsFindings, 'readRobots'>;
  },
  rules: CrawlRules,
  writers: readonly ResultWriter[],
  { onLost = refuseLost, language, ...options }: ResultOptions = {},
): readonly ResultPart[] {
  const read = oncePerSite(async site => await readSite({ store, objects, onLost }, site, rules));
  const listingOf = oncePerSite(async site => await siteListing(objects, rules, site));
  const checksOf = richChecks(objects, rules.spec);
  const externals = externalChecks(objects, rules.spec);
  return [
    graphPart(read, writers),
    unitLinksPart(read, rules.spec),
    brokenPart(read, objects),
    externalChecksPart(read, objects, externals),
    pairsPart(read, objects, rules.spec),
    nearDuplicatesPart(read, rules.spec),
    sitemapPart(read, listingOf, rules),
    preferencesPart(read, { store, objects }, rules.spec),
    richFilesPart(read, checksOf),
    issuesPart({ read, listingOf, checksOf: externals }, rules, language),
    indicatorsPart(read, rules, checksOf),
    fragmentPart(read, rules),
    statesPart(objects, async site => traversedOf(await read(site)), onLost),
    picksPart(read, store, rules.spec),
    choicesPart(store),
    summaryPart(async site => {
      const reading = await read(site);
      const hosts = rules.spec.scope === 'list' ? hostsOfSite(rules.spec, site.row) : [];
      const elsewhere = listedElsewhere(await listingOf(site));
      return {
        ...figuresOf(reading, uncomparedPages(reading, rules.spec), await externals(), hosts),
        ...defined({ listedElsewhere: elsewhere }),
      };
    }, options),
  ];
}

/** Parts share what one of them has made of a site; it goes with the site. */
function oncePerSite<T>(make: (site: EndedSite) => Promise<T>): (site: EndedSite) => Promise<T> {
  const made = new WeakMap<EndedSite, Promise<T>>();
  return site => {
    const known = made.get(site) ?? make(site);
    made.set(site, known);
    return known;
  };
}

/** Items that a person deleted are left out. */
function traversedOf({ site }: SiteReading): readonly TraversedUrl[] {
  return [...site.traversed]
    .filter(([url]) => site.records.get(url)?.page?.rendering?.isTraversed === true)
    .map(([url, turn]) => ({ url, turn }));
}
