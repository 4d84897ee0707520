import { defined } from '../../../shared/domain/defined.ts';
import type { WatchOrder } from '../../../shared/domain/protocol/crawl-record.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { fieldPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { hasNoBrowser, usableParts } from '../../../shared/domain/spec/resolve/part-faults.ts';
import { demandHosts, demandIntervals, demandWatchable } from '../../../shared/domain/spec/resolve/watch-faults.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import type { StartOrder } from '../../../shared/place/crawl-service.ts';
import { watchSchema } from '../../../shared/place/operations/watch-settings.ts';
import { organizationsIn, organizationsOf } from '../../../shared/place/organization-list.ts';
import { namedParts } from '../../../shared/plugins/named-parts.ts';
import { acceptRules } from '../../../shared/wings/publications/grabber/rule-health.ts';
import { readRulesData } from '../../../shared/wings/publications/grabber/rules/read-rules.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import { readRender } from '../../../shared/wings/publications/watch/source-settings.ts';
import { Problem } from '../request/problem.ts';
import { readValue } from '../request/read-request.ts';
import type { Asking } from '../request/route.ts';
import { orderOf, startRun } from './crawl-routes.ts';

/** Body as of POST /crawls, whose sites are the sources and may have `rules`, `render` and `applications`, with `watch` and `organizations`. */
export async function startWatch({ ports, context, body: read }: Asking<unknown>): Promise<Response> {
  if (ports.service.startsWatches !== true) throw new Problem(409, [refusal('no-watches-here')]);
  const body = await read();
  const { watch = {}, organizations: listed, ...spec } = body as Readonly<Record<string, unknown>>;
  const given = readValue(watchSchema, watch);
  if (!given.start && ports.watches?.findings === undefined)
    throw new Problem(409, [refusedValue('watch.start', false, allowance('watch-starts-at-once'))]);
  const organizations = listed === undefined ? undefined : await listOf(listed);
  const { deployedParts } = ports.service;
  const known = usableParts(deployedParts).applications ?? [];
  const rendering = !hasNoBrowser(deployedParts);
  const { sites, settings } = partedSettings(spec['sites'], ports.clock.now(), { known, rendering });
  const order = await orderOf(ports, context, { ...spec, ...withHosts(sites, given.hosts) });
  demandWatchable(order.spec);
  demandHosts((order.spec.sites ?? []).map(({ url }) => url));
  const { leastInterval: leastS, mostInterval: mostS, recheck, archive, gather, interval, requests, timeZone } = given;
  const keepPagesDays = given.keepPages;
  demandIntervals({ leastS, mostS }, 'watch.leastInterval');
  const recheckS = [...new Set(recheck)].sort((a, b) => a - b);
  const options = {
    leastS,
    mostS,
    recheckS,
    gatherS: gather,
    ...(archive && { archive }),
    ...defined({ timeZone }),
    keepPagesDays,
  };
  const further = given.hosts.length === 0 ? {} : { further: order.spec.sites!.slice(-given.hosts.length).map(urlOf) };
  const waits = given.start ? {} : { start: false as const };
  const more = { ...(interval !== undefined && { interval }), ...further, ...waits };
  const settled = {
    ...more,
    ...(settings !== undefined && { settings }),
    ...(organizations !== undefined && { organizations: JSON.stringify(organizations) }),
  };
  return await startRun(ports, context, body, { ...order, watch: { options, requests, ...settled } });
}

/** A list, or the text of a file as `{ text, format }`. Throws `BadInput`. */
async function listOf(listed: unknown): Promise<readonly Organization[]> {
  const isFile = typeof listed === 'object' && listed !== null && 'text' in listed;
  return isFile ? await organizationsIn(listed) : organizationsOf(listed);
}

/** Sites without their rules, rendering and applications, and these as settings of the sources. `known`: names of applications; `rendering`: whether this place has a browser. */
function partedSettings(
  sites: unknown,
  now: number,
  { known, rendering }: { readonly known: readonly string[]; readonly rendering: boolean },
): { readonly sites: unknown } & Pick<WatchOrder, 'settings'> {
  if (!Array.isArray(sites)) return { sites };
  const settings: Record<string, string> = {};
  const plain = sites.map((site: unknown, index) => {
    const { rules, applications, render: given, ...rest } = Object(site) as Readonly<Record<string, unknown>>;
    const field = fieldPath(['sites', index, 'render']);
    const render = readRender(given, field);
    if (!rendering && render !== undefined && render !== 'never')
      throw new BadInput([refusedValue(field, render, allowance('no-rendering'))]);
    if ([rules, applications, render].every(each => each === undefined)) return site;
    const data =
      rules === undefined ? undefined : readRulesData(rules, path => fieldPath(['sites', index, 'rules', ...path]));
    const on = applications === undefined ? undefined : namesIn(applications, index, known);
    const start = parseSiteAddress(String(rest['url']));
    // An address that is refused is reported as such.
    if (start.kind !== 'refused')
      settings[start.url.href] = JSON.stringify({
        version: 1,
        ...(data !== undefined && { rules: acceptRules([], data, new Date(now).toISOString()) }),
        ...defined({ applications: on, render }),
      });
    return rest;
  });
  return { sites: plain, ...(Object.keys(settings).length !== 0 && { settings }) };
}

/** Throws `BadInput` for what is no list of applications that there are. */
function namesIn(given: unknown, index: number, known: readonly string[]): readonly string[] {
  const field = fieldPath(['sites', index, 'applications']);
  if (!Array.isArray(given))
    throw new BadInput([refusedValue(field, given, allowance('list', { of: 'applications' }))]);
  const found = known.map(name => ({ name }));
  return [...new Set(namedParts(field, given.map(String), found).map(({ name }) => name))];
}

/** Further hosts are the last of the sites. */
function withHosts(sites: unknown, hosts: readonly string[]): object {
  if (hosts.length === 0) return sites === undefined ? {} : { sites };
  if (!Array.isArray(sites)) throw new BadInput([refusedValue('watch.hosts', hosts[0], allowance('hosts-need-sites'))]);
  return { sites: [...(sites as unknown[]), ...hosts.map(url => ({ url }))] };
}

/** As the resolved spec has it. */
function urlOf({ url }: NonNullable<StartOrder['spec']['sites']>[number]): string {
  const start = parseSiteAddress(url);
  return start.kind === 'refused' ? url : start.url.href;
}
