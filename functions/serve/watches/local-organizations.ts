import { openLocalPublications } from '../../../shared/adapters/local/open.ts';
import { shippedModels } from '../../../shared/adapters/tone/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { KnownOrganizations } from '../../../shared/place/organization-service.ts';
import {
  type CandidatePage,
  type CandidateQuery,
  candidatePage,
  type DecisionOrder,
  decideMention,
} from '../../../shared/wings/publications/mentioned/candidates.ts';
import { checkInPublications, type WatchCheck } from '../../../shared/wings/publications/mentioned/check-list.ts';
import { listDigest } from '../../../shared/wings/publications/mentioned/list-digest.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import { currentSearch } from '../../../shared/wings/publications/watch/current-search.ts';
import { searchApart } from '../../embedded/mentions/search-apart.ts';
import { withPublications } from './with-publications.ts';

type Search = NonNullable<KnownOrganizations['search']>;

/** Searches that are remembered. */
const mostSearches = 100;
/** Publications of the sample of a check, the newest. */
const mostChecked = 500;

/** Whom watches look for, by their directories, whichever process works on them; calls as those of `LocalWatches`. */
export class LocalOrganizations {
  private readonly searches = new Map<string, Search>();

  async organizations(directory: string, isProgressAsked: boolean): Promise<KnownOrganizations | undefined> {
    return await withPublications(directory, async ({ mentions }) => {
      const list = await mentions.organizationList();
      if (list === undefined) return undefined;
      const models = await mentions.toneModels();
      if (!isProgressAsked) return { ...list, models };
      const search = this.searches.get(directory) ?? { isRunning: false };
      return { ...list, models, search, searched: await mentions.searchProgress({ list: list.digest }) };
    });
  }

  async setOrganizations(directory: string, organizations: readonly Organization[]): Promise<string> {
    const store = await openLocalPublications(directory);
    const digest = listDigest(organizations);
    try {
      await store.mentions.setOrganizations({ digest, setAt: Date.now(), organizations });
    } finally {
      store.close();
    }
    if (organizations.length > 0) this.begin(directory);
    return digest;
  }

  async searchOrganizations(directory: string): Promise<void> {
    if ((await this.organizations(directory, false)) === undefined)
      throw new BadInput([refusal('no-organizations-here')]);
    this.begin(directory);
  }

  /** A search that runs sees a new list by itself. */
  private begin(directory: string): void {
    if (this.searches.get(directory)?.isRunning === true) return;
    const [oldest] = this.searches.keys();
    if (this.searches.size >= mostSearches && oldest !== undefined) this.searches.delete(oldest);
    this.searches.set(directory, { isRunning: true });
    searchApart(directory).then(
      () => this.searches.set(directory, { isRunning: false }),
      (error: unknown) =>
        this.searches.set(directory, {
          isRunning: false,
          fault: error instanceof Error ? error.message : String(error),
        }),
    );
  }

  async checkOrganizations(directory: string, organizations: readonly Organization[]): Promise<WatchCheck> {
    const checked = await withPublications(
      directory,
      async store => await checkInPublications(store, organizations, mostChecked),
    );
    return checked ?? (await checkInPublications(undefined, organizations, mostChecked));
  }

  async candidates(directory: string, query: CandidateQuery): Promise<CandidatePage> {
    const found = await withPublications(
      directory,
      async store => await candidatePage({ publications: store, mentions: store.mentions }, query),
    );
    return found ?? { candidates: [], rest: undefined };
  }

  async decideMention(directory: string, order: DecisionOrder): Promise<void> {
    const store = await openLocalPublications(directory);
    try {
      const { mentions, labels } = store;
      const search = await currentSearch(mentions, labels, shippedModels)();
      await decideMention({ publications: store, mentions }, search, order);
    } finally {
      store.close();
    }
  }
}
