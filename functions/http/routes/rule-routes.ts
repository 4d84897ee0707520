import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import * as rules from '../../../shared/place/operations/rule-operations.ts';
import type { Asked, Route } from '../request/route.ts';
import { publicAddress } from './entry-routes.ts';
import { operationRoute } from './operation-route.ts';
import type { OwnWatch } from './watch-routes.ts';

/** Rules are made beside the page: it is shown, an element is pointed at, and rules are tried before they are accepted. */
export const ruleRoutes: readonly Route[] = [
  operationRoute(rules.showPage, demandOwnPages),
  operationRoute(rules.listRules),
  operationRoute(rules.acceptRules),
  operationRoute(rules.endRules),
  operationRoute(rules.testRules, demandOwnPages),
  operationRoute(rules.suggestSourceRules, demandOwnPages),
];

/** Throws `BadInput` for a page that is of no source of the watch: this server is no way to other sites. */
async function demandOwnPages(
  ports: HttpPorts,
  context: Asked,
  asked: { readonly address: string } | { readonly addresses: readonly string[] },
  { id, row }: OwnWatch,
): Promise<void> {
  const { siteKey } = createCrawlRules(row.spec);
  const origins = (await ports.store.readSites(id)).map(({ origin }) => origin);
  const own = new Set(origins.map(origin => siteKey(origin)));
  for (const each of 'address' in asked ? [asked.address] : asked.addresses)
    if (!own.has(siteKey(publicAddress(ports, context, each).href)))
      throw new BadInput([
        refusedValue('address', each, allowance('entry-elsewhere', { hosts: origins.slice(0, 20) })),
      ]);
}
