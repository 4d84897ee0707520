import type { CrawlRow } from '../../domain/protocol/crawl-state.ts';
import { isToFetchAgain } from '../../domain/protocol/lost-turn.ts';
import type { CrawlRows, Ports, SiteRows } from '../../ports.ts';
import type { GrantRules } from '../page-budget.ts';
import { wakesOf } from '../wake.ts';
import { reopened } from './resume-crawl.ts';

interface FetchLostPorts extends Pick<Ports, 'clock' | 'queue'> {
  readonly store: Pick<CrawlRows, 'reopen'> & Pick<SiteRows, 'readSites'>;
  readonly budget: GrantRules;
}

/** Takes a crawl that has ended up again, for those sites alone whose lost turns are to be fetched again. */
export async function fetchLost({ clock, store, queue, budget }: FetchLostPorts, crawl: CrawlRow): Promise<void> {
  const now = clock.now();
  const { id, spec, deadline } = crawl;
  const open = (await store.readSites(id)).filter(isToFetchAgain);
  const sites = open.map(row => reopened(row, spec, { grant: budget.reopened(spec, row), now }));
  await store.reopen(id, { spec, ...(deadline === undefined ? {} : { deadline }), sites });
  await queue.send((await store.readSites(id)).filter(({ status }) => status === 'active').flatMap(wakesOf));
}
