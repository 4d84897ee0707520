import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { fieldPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { trueFalse, wholeNumber } from '../../../shared/domain/spec/fields/field-values.ts';
import { usableParts } from '../../../shared/domain/spec/resolve/part-faults.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { readList } from '../../../shared/domain/spec/sites/list-text.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { assumptionText } from '../../../shared/report/assumption-text.ts';
import { type Assumption, type CrawlEstimate, estimateCrawl } from '../../../shared/report/crawl-usage.ts';
import { costOf } from '../request/crawl-cost.ts';
import { readOrder, readValue, uploadOf, uploadSchema } from '../request/read-request.ts';
import { bodyOf, jsonSchema, type Route, route, specBody } from '../request/route.ts';

/** The estimate that the page shows; what it costs, or what 1,000 pages cost, where that is known. */
export type Estimate = Omit<CrawlEstimate, 'usage'> & {
  readonly dollars?: number;
  readonly dollarsPerThousand?: number;
};

/** The assumptions of a request for an estimate, beside the spec. */
const assumedSchema = z.object({
  pagesPerSite: wholeNumber(1, 1_000_000_000, 'pages of a site without a limit').optional(),
  /** Asks the sites for their sitemaps, which takes up to half a minute; a place that reads no sitemaps refuses it. */
  askSitemaps: trueFalse.optional(),
});

/** The requests that come before a crawl. */
export const estimateRoutes: readonly Route[] = [
  route('POST /uploads', 'Gives an address that takes a long list of sites by PUT.', {
    body: bodyOf('The size of the list.', uploadSchema),
    answers: { 201: '`url` for the PUT within 15 minutes, and `sitesFrom`.' },
    handle: async ({ body, ports: { ids, service }, context }) => {
      const { sizeBytes } = await body();
      const sitesFrom = ids.next();
      const url = await service.uploadUrl(uploadOf(context.env.owner, sitesFrom), sizeBytes);
      return { sitesFrom, method: 'PUT', url, sizeBytes };
    },
  }),
  route('POST /estimate', 'Says pages, time and dollars of a crawl before anything runs.', {
    body: specBody(
      'A spec, or `sitesFrom` as in POST /crawls, and what a site without a limit is assumed to have.',
      () => jsonSchema(assumedSchema).properties ?? {},
    ),
    answers: { 200: 'The estimate and its assumptions.' },
    handle: async ({ body: given, ports, context }) => {
      const { pagesPerSite: pages, askSitemaps: asks, ...body } = (await given()) as Record<string, unknown>;
      const { pagesPerSite, askSitemaps } = readValue(assumedSchema, { pagesPerSite: pages, askSitemaps: asks });
      const { service } = ports;
      const { spec, sitesFrom } = await readOrder(body, context.env.owner, new URL(context.req.url).host, service);
      const lists = sitesFrom === undefined ? [] : [readList(await service.readUpload(sitesFrom), 'sitesFrom')];
      const resolved = resolveSpec([...lists, { spec, nameOf: fieldPath }], service.deployedParts);
      const listed = askSitemaps === true ? await listedPages(service, resolved) : undefined;
      const { usage, ...estimated } = estimateCrawl(
        resolved,
        defined({ pagesPerSite, listed, unloadedUrls: service.unloadedUrls }),
      );
      const cost = costOf(usage, ports);
      const assumptions = estimated.assumptions.map(told);
      if (cost === undefined) return { ...estimated, assumptions };
      const priced = { ...estimated, assumptions: [...assumptions, told({ code: 'prices' })], cost };
      const { dollars } = cost;
      return estimated.pages === undefined ? { ...priced, dollarsPerThousand: dollars } : { ...priced, dollars };
    },
  }),
  route('GET /parts', 'Lists the names that a spec may use in formats, robots, finish, writers and analyzers.', {
    answers: { 200: 'Names by setting.' },
    handle: ({ ports }) => usableParts(ports.service.deployedParts),
  }),
];

function told(assumption: Assumption): Assumption & { readonly message: string } {
  return { ...assumption, message: assumptionText(assumption) };
}

async function listedPages(
  service: HttpPorts['service'],
  spec: ResolvedSpec,
): Promise<ReadonlyMap<number, number> | undefined> {
  if (service.listedPages === undefined)
    throw new BadInput([refusedValue('askSitemaps', true, allowance('sitemaps-elsewhere'))]);
  return await service.listedPages(spec);
}
