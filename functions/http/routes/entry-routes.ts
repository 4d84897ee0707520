/** Additions to a watch and changes in it: sources and their entries. */
import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, asMessage, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { boundedList, trueFalse } from '../../../shared/domain/spec/fields/field-values.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import * as rules from '../../../shared/place/operations/rule-operations.ts';
import * as onSources from '../../../shared/place/operations/source-operations.ts';
import { crawlsOfPage, cursorOf, isCount } from '../../../shared/place/pages.ts';
import { part } from '../request/fields.ts';
import { Problem, toldRefusal } from '../request/problem.ts';
import { demandPublic } from '../request/read-request.ts';
import { type Asked, bodyOf, damaged, notHere, type Route, route } from '../request/route.ts';
import { operationRoute } from './operation-route.ts';
import { type OwnWatch, ownWatch } from './watch-routes.ts';

const mostName = 200;
const nameError = asMessage(allowance('most-characters', { most: mostName }));

const mostChosen = 200;
const entriesError = asMessage(allowance('list', { of: 'addresses of entries' }));
const chosenError = asMessage(allowance('list-of-most', { most: mostChosen, of: 'entries' }));

const sourceSchema = z.strictObject({
  address: onSources.address,
  name: z.string({ error: nameError }).min(1, { error: nameError }).max(mostName, { error: nameError }).optional(),
  interval: onSources.interval.optional(),
  requests: onSources.requests,
  host: trueFalse.default(false),
  browser: trueFalse.default(true),
  on: boundedList(
    z.strictObject({ address: onSources.address, kind: onSources.kind }),
    [0, mostChosen],
    entriesError,
    chosenError,
  ).optional(),
});

const searchSchema = sourceSchema.pick({ address: true, requests: true, browser: true });

const noSources = { ...notHere, 409: 'This place adds no sources to a watch, or its files are damaged.' };
export const entryRoutes: readonly Route[] = [
  route(
    'POST /watches/{id}/sources',
    'Adds a source, also while the watch runs: feeds, sitemaps and lists are searched for first, which may take a minute. With `host`, nothing is searched for: only what other sources name there is taken. `on` names the entries that are to be on, of those that POST /watches/{id}/findings has shown.',
    {
      body: bodyOf('The source.', sourceSchema),
      answers: {
        201: 'Its number, how many entries it has, and `findings`: what was found and why what is not switched on.',
        ...noSources,
      },
      of: ownWatch,
      /** Answers once the entries of the source have been found. */
      handle: async ({ own: { id, watches }, body, ports, context }) => {
        if (watches.addSource === undefined) throw new Problem(409, [refusal('no-sources-here')]);
        const { host: isHost, name, interval: every, on, ...source } = await body();
        const url = publicAddress(ports, context, source.address);
        const settings = defined({ name, interval: every, on });
        return await watches.addSource(id, { ...source, ...settings, address: url.href, isHost });
      },
    },
  ),
  route(
    'GET /watches/{id}/findings',
    'Shows what was found at the sources when the watch was made: feeds, sitemaps, sections, lists that need clicks, each with `on` as it is now; examples of addresses with what they are taken for; sources that were left out, with `why`.',
    {
      query: part(crawlsOfPage, 0, isCount),
      answers: { 200: 'Some sources, and `next`.', ...damaged },
      of: ownWatch,
      /** The findings from when the watch was made; nothing if its place keeps none. */
      handle: async ({ own: { id, watches }, query: { limit: most, cursor: after } }) => {
        const found = (await watches.findings?.(id, after, most + 1)) ?? [];
        const sources = found.slice(0, most).map(({ why, ...each }) => ({
          ...each,
          ...(why !== undefined && { why: toldRefusal(why) }),
        }));
        return { sources, ...(found.length > most && { next: cursorOf(after + most) }) };
      },
    },
  ),
  route(
    'POST /watches/{id}/findings',
    'Finds what there is at a source that the watch does not have, and adds nothing. It is remembered for ten minutes: POST /watches/{id}/sources with `on` requests nothing again.',
    {
      body: bodyOf('The source.', searchSchema),
      answers: { 200: 'What was found.', ...noSources },
      of: ownWatch,
      /** Answers when what there is at the source has been found; nothing is added. */
      handle: async ({ own: { id, watches }, body, ports, context }) => {
        if (watches.findAt === undefined) throw new Problem(409, [refusal('no-sources-here')]);
        const source = await body();
        const url = publicAddress(ports, context, source.address);
        return await watches.findAt(id, { ...source, address: url.href });
      },
    },
  ),
  operationRoute(onSources.addEntry, (ports, context, entry) => void publicAddress(ports, context, entry.address)),
  operationRoute(onSources.addAddresses),
  operationRoute(onSources.changeEntries),
  operationRoute(onSources.removeEntries),
  operationRoute(onSources.changeSource),
  operationRoute(onSources.removeSource),
];

/** Throws `BadInput` for what is no address, and for one that this place may not ask. */
function publicAddress(ports: HttpPorts, context: Asked, given: string): URL {
  const start = parseSiteAddress(given);
  if (start.kind === 'refused') throw new BadInput([refusedValue('address', given, start.why)]);
  demandPublic([start.url], new URL(context.req.url).host, ports.service);
  return start.url;
}

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
