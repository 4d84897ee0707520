/** Pages of watches of this machine, and what there is at sources that they do not have yet. */
import { localClock, openLocalFetcher } from '../../../shared/adapters/local/open.ts';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { remember } from '../../../shared/domain/remember.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { NewSource } from '../../../shared/place/watch-service.ts';
import { TokenLines } from '../../../shared/steps/page/token-lines.ts';
import { isWorthWatching, whyNothing } from '../../../shared/wings/publications/finding/nothing-found.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import { findAtNewSource, hostTokensOf } from '../../embedded/watch/find-at-source.ts';
import { idleMs, WatchPages } from '../../http/request/watch-pages.ts';

/** A source to find. */
type SourceToSeek = Pick<NewSource, 'address' | 'requests' | 'browser'>;

/** A watch of this machine. */
interface OwnWatch {
  readonly directory: string;
  readonly spec: ResolvedSpec;
}

const mostFound = 16;

/** Watches are named by their directories; their requests keep to the tokens of their hosts. */
export function localWatchPages(): WatchPages {
  const clock = localClock();
  return new WatchPages({
    ...{ clock, openFetcher: openLocalFetcher, linesOf: directory => new TokenLines(clock, hostTokensOf(directory)) },
  });
}

/** The findings at sources that may be added next, by watch and address. */
export class NewSources {
  readonly #pages: WatchPages;
  readonly #found = new Map<string, { readonly at: number; readonly found: SourceFindings }>();

  constructor(pages: WatchPages) {
    this.#pages = pages;
  }

  /** Entries at a source that the watch does not have yet. `isNew`: findings of some minutes ago do not do. Throws `BadInput`. */
  async find({ directory, spec }: OwnWatch, source: SourceToSeek, isNew: boolean): Promise<SourceFindings> {
    const { address: url, requests, browser } = source;
    const key = `${directory} ${url}`;
    const kept = this.#found.get(key);
    if (!isNew && kept !== undefined && Date.now() - kept.at < idleMs) return kept.found;
    const { found, fault } = await this.#pages.inLines(directory, spec, async lines => {
      const how = { ...(browser !== undefined && { browser }), lines };
      return await findAtNewSource(spec, { url, mostRequests: requests, ...how });
    });
    if (!isWorthWatching(found)) throw new BadInput([whyNothing(found, fault)]);
    remember(this.#found, key, { at: Date.now(), found }, mostFound);
    return found;
  }
}
