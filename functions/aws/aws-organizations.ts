import { openAwsClock, openAwsLabels, openAwsMentions, openAwsSearchMachine } from '../../shared/adapters/aws/open.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import type { OrganizationService } from '../../shared/place/organization-service.ts';
import { candidatePage, decideMention } from '../../shared/wings/publications/mentioned/candidates.ts';
import { checkInPublications } from '../../shared/wings/publications/mentioned/check-list.ts';
import { listDigest } from '../../shared/wings/publications/mentioned/list-digest.ts';
import { currentModels, currentSearch } from '../../shared/wings/publications/watch/current-search.ts';
import { demandCountable, openStores } from './aws-mentions.ts';

/** Publications of the sample of a check: a request has 29 s. */
const mostChecked = 100;

/** Whom the watches of the account look for. */
export const awsOrganizations: OrganizationService = {
  organizations: async (watch, isProgressAsked) => {
    const { mentions } = openStores(watch);
    const list = await mentions.organizationList();
    if (list === undefined) return undefined;
    const models = await mentions.toneModels();
    if (!isProgressAsked) return { ...list, models };
    const key = { list: list.digest, models: await currentModels(openAwsLabels(watch), shippedModels) };
    return { ...list, models, searched: await mentions.searchProgress(key) };
  },
  setOrganizations: async (watch, organizations) => {
    const [digest, setAt] = [listDigest(organizations), openAwsClock().now()];
    await openAwsMentions(watch).setOrganizations({ digest, setAt, organizations });
    if (organizations.length > 0) await openAwsSearchMachine().start(watch, setAt);
    return digest;
  },
  searchOrganizations: async watch => {
    if ((await openAwsMentions(watch).listDigest()) === undefined)
      throw new BadInput([refusal('no-organizations-here')]);
    await openAwsSearchMachine().start(watch, openAwsClock().now());
  },
  checkOrganizations: async (watch, organizations) =>
    await checkInPublications(openStores(watch).publications, organizations, mostChecked),
  candidates: async (watch, query) => {
    const stores = openStores(watch);
    await demandCountable(stores.publications);
    return await candidatePage(stores, query);
  },
  decideMention: async (watch, order) => {
    const stores = openStores(watch);
    const search = await currentSearch(stores.mentions, stores.labels, shippedModels)();
    await decideMention(stores, search, order);
  },
};
