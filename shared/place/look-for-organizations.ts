import { BadInput, refusal } from '../domain/refusal/refusal.ts';
import { dismissSuggestion } from '../wings/publications/mentioned/accept-suggestion.ts';
import { candidatePage, decideMention } from '../wings/publications/mentioned/candidates.ts';
import { newestTexts, type WatchCheck, wholeCheck } from '../wings/publications/mentioned/check-list.ts';
import { listDigest } from '../wings/publications/mentioned/list-digest.ts';
import { Dictionary } from '../wings/publications/mentions/dictionary.ts';
import type { SearchKey } from '../wings/publications/store/mention-store.ts';
import { currentSearch, type ShippedTone } from '../wings/publications/watch/current-search.ts';
import type { OpenWatch, WatchStores } from './opened-watch.ts';
import type { KnownOrganizations, OrganizationService } from './organization-service.ts';

/** The services of a place for the organizations that its watches look for. */
export interface SearchingPlace extends Pick<OpenWatch, 'stores' | 'bounds'> {
  /** Made where the watch has found nothing yet. */
  changed<T>(watch: string, work: (stores: WatchStores) => Promise<T>): Promise<T>;
  /** Continues the search of stored publications. */
  begin(watch: string): Promise<void>;
  /** The search of the watch, where this place runs it by itself. */
  search?(watch: string): KnownOrganizations['search'];
  /** The key by which a version counts as searched with a list: by default whichever models gave the tones. */
  keyOf?(list: string, stores: WatchStores): Promise<SearchKey>;
  now(): number;
  readonly shipped: ShippedTone;
  /** Publications of the sample of a check, the newest. */
  readonly mostChecked: number;
}

export function lookForOrganizations(place: SearchingPlace): OrganizationService {
  const { stores, bounds, shipped, mostChecked } = place;
  return {
    organizations: async (watch, isProgressAsked) =>
      await stores(watch, async opened => {
        const { mentions } = opened;
        const list = await mentions.organizationList();
        if (list === undefined) return undefined;
        const models = await mentions.toneModels();
        if (!isProgressAsked) return { ...list, models };
        const search = place.search?.(watch);
        const key = (await place.keyOf?.(list.digest, opened)) ?? { list: list.digest };
        const searched = await mentions.searchProgress(key);
        return { ...list, models, searched, ...(search !== undefined && { search }) };
      }),
    setOrganizations: async (watch, organizations) => {
      const [digest, setAt] = [listDigest(organizations), place.now()];
      await place.changed(watch, async ({ mentions }) => {
        await mentions.setOrganizations({ digest, setAt, organizations });
      });
      if (organizations.length > 0) await place.begin(watch);
      return digest;
    },
    searchOrganizations: async watch => {
      if ((await stores(watch, async ({ mentions }) => await mentions.listDigest())) === undefined)
        throw new BadInput([refusal('no-organizations-here')]);
      await place.begin(watch);
    },
    checkOrganizations: async (watch, organizations) => {
      const check = async (opened?: WatchStores): Promise<WatchCheck> => {
        const texts = await newestTexts(opened?.publications, mostChecked);
        const dismissed = (await opened?.mentions.dismissed()) ?? [];
        return wholeCheck(texts, new Dictionary(organizations), dismissed);
      };
      return (await stores(watch, check)) ?? (await check());
    },
    dismissSuggestion: async (watch, order) => {
      await place.changed(watch, async ({ mentions }) => await dismissSuggestion(mentions, order, place.now()));
    },
    candidates: async (watch, query) => {
      const found = await stores(watch, async opened => {
        await bounds?.demandCountable(opened.publications);
        return await candidatePage(opened, query);
      });
      return found ?? { candidates: [], rest: undefined };
    },
    decideMention: async (watch, order) => {
      await place.changed(watch, async opened => {
        const search = await currentSearch(opened.mentions, opened.labels, shipped)();
        await decideMention(opened, search, order);
      });
    },
  };
}
