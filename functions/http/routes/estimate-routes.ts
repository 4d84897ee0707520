import type { Context } from 'hono';
import { z } from 'zod';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { fieldPath } from '../../../shared/domain/spec/field-path.ts';
import { usableParts } from '../../../shared/domain/spec/resolve/part-faults.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { wholeNumber } from '../../../shared/domain/spec/whole-number.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type Assumption, type CrawlEstimate, estimateCrawl } from '../../../shared/report/crawl-usage.ts';
import { costOf } from '../request/crawl-cost.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { readJson, readOrder, readValue, uploadOf, uploadSchema } from '../request/read-request.ts';

type Asked = Context<HttpEnv>;

/** What the page shows of an estimate; what it costs, or what 1,000 pages cost, where that is known. */
export type Estimate = Omit<CrawlEstimate, 'usage'> & {
  readonly dollars?: number;
  readonly dollarsPerThousand?: number;
};

/** What is asked for before a crawl is. */
export function addEstimateRoutes(app: HttpApp, ports: HttpPorts): void {
  app.post('/uploads', async context => await offerUpload(ports, context));
  app.post('/estimate', async context => await estimate(ports, context));
  app.get('/parts', context => context.json(usableParts(ports.service.deployedParts)));
}

async function offerUpload({ ids, service }: HttpPorts, context: Asked): Promise<Response> {
  const { sizeBytes } = readValue(uploadSchema, await readJson(context.req.raw));
  const sitesFrom = ids.next();
  const url = await service.uploadUrl(uploadOf(context.env.owner, sitesFrom), sizeBytes);
  return context.json({ sitesFrom, method: 'PUT', url, sizeBytes }, 201);
}

/** What a request for an estimate may say beside the spec. */
export const assumedSchema = z.object({
  pagesPerSite: wholeNumber(1, 1_000_000_000, 'pages of a site without a limit').optional(),
});

/** The assumptions in English. */
const assumed: Readonly<Record<Assumption['code'], (pages: number) => string>> = {
  pages: pages => `A site without a limit has ${pages} pages.`,
  'equal-parts': () => 'The least time is that of sites which give equal parts of the page budget.',
  'side-by-side': () =>
    'Sites are crawled side by side, each at its delay; a larger Crawl-delay of robots.txt makes it slower.',
  prices: () => 'A page leads to 0.3 new external or bad links; list prices, without free tiers and taxes.',
};

function told(assumption: Assumption): Assumption & { readonly message: string } {
  const message = assumed[assumption.code]('pages' in assumption ? assumption.pages : 0);
  return { ...assumption, message };
}

/** The spec of a crawl, and `pagesPerSite`, what is assumed of a site without a limit. */
async function estimate(ports: HttpPorts, context: Asked): Promise<Response> {
  const { pagesPerSite: given, ...body } = (await readJson(context.req.raw)) as Record<string, unknown>;
  const { pagesPerSite } = readValue(assumedSchema, { pagesPerSite: given });
  const { spec } = await readOrder(body, context.env.owner, new URL(context.req.url).host, ports.service);
  if (spec.sites === undefined)
    throw new BadInput([refusedValue('sitesFrom', undefined, allowance('upload-in-estimate'))]);
  const { usage, ...estimated } = estimateCrawl(
    resolveSpec([{ spec, nameOf: fieldPath }], ports.service.deployedParts),
    pagesPerSite,
  );
  const cost = costOf(usage, ports);
  const assumptions = estimated.assumptions.map(told);
  if (cost === undefined) return context.json({ ...estimated, assumptions });
  const priced = { ...estimated, assumptions: [...assumptions, told({ code: 'prices' })], cost };
  const { dollars } = cost;
  return context.json(
    estimated.pages === undefined ? { ...priced, dollarsPerThousand: dollars } : { ...priced, dollars },
  );
}
