import type { Context } from 'hono';
import * as z from 'zod';
import { pageTree } from '../../../shared/domain/html/page-tree.ts';
import { allowance, asMessage, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { fieldPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { address } from '../../../shared/place/operations/source-operations.ts';
import type { AskedPage } from '../../../shared/place/watch-service.ts';
import { extractPage } from '../../../shared/wings/publications/extraction/extract-page.ts';
import { compareRules } from '../../../shared/wings/publications/grabber/compare-rules.ts';
import { outlineOf } from '../../../shared/wings/publications/grabber/pointing/page-outline.ts';
import { readRules } from '../../../shared/wings/publications/grabber/rules/read-rules.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import { suggestRules } from '../../../shared/wings/publications/grabber/suggest/suggest-rules.ts';
import { textsBy, unseenMatches } from '../../../shared/wings/publications/grabber/suggest/unseen-matches.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';
import { demandPublic, readJson, readValue } from '../request/read-request.ts';
import { bodyOf } from '../request/request-body.ts';
import { notHere, type Route, route } from '../request/route.ts';
import { siteNumber } from '../request/site-number.ts';
import { knownSource, type OwnWatch, ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;

const pageSchema = z.strictObject({ address });
export const ruleTestSchema = z.strictObject({ address, rules: z.unknown() });
const mostPages = 20;
const listError = asMessage(allowance('list-of-most', { most: mostPages, of: 'addresses' }));
const suggestionSchema = z.strictObject({
  addresses: z.array(address, { error: listError }).min(1, { error: listError }).max(mostPages, { error: listError }),
});

export const acceptanceSchema = z.strictObject({ rules: z.unknown() });

const none = { ...notHere, 409: 'The page was not had, or this place requests no pages.' };
const noRules = { ...notHere, 409: 'This place does not take rules so.' };

/** Rules are made beside the page: it is shown, an element is pointed at, and rules are tried before they are accepted. */
export const ruleRoutes: readonly Route[] = [
  route(
    'POST /watches/{id}/page',
    'Requests a page of a source politely, and gives its outline: what is seen of it, and ways to its elements.',
    {
      body: bodyOf('Its address.', pageSchema),
      answers: { 200: 'The outline, and what the automatic extractor reads.', ...none },
      handle: showPage,
    },
  ),
  route(
    'GET /watches/{id}/sources/{number}/rules',
    'All versions of the rules of a source, in their order, and when each held.',
    { answers: { 200: 'The versions with their rules.', ...notHere }, handle: listRules },
  ),
  route(
    'PUT /watches/{id}/sources/{number}/rules',
    'Accepts rules: pages of the source are read by them from now on.',
    {
      body: bodyOf('Rules as in a file of rules.', acceptanceSchema),
      answers: { 200: 'The version of the rules.', ...noRules },
      handle: acceptRules,
    },
  ),
  route(
    'DELETE /watches/{id}/sources/{number}/rules',
    'Ends the rules of a source: the automatic extractor reads its pages from now on.',
    { answers: { 200: 'Ended.', ...noRules }, handle: endRules },
  ),
  route('POST /watches/{id}/rules/test', 'Tries rules on a page, beside the automatic extractor.', {
    body: bodyOf('The page, and rules as in a file of rules.', ruleTestSchema),
    answers: { 200: 'What the rules give, and where the two differ.', ...none },
    handle: testRules,
  }),
  route('POST /watches/{id}/rules/suggest', 'Learns rules from pages of a source.', {
    body: bodyOf('Their addresses.', suggestionSchema),
    answers: {
      200: 'The rules, or null; on how many pages they give the text, also those of one half of the pages on the other half (null of fewer than six); examples; pages that were not had.',
      ...none,
    },
    handle: suggest,
  }),
];

type GivenPage = Extract<AskedPage, { kind: 'page' }>;

async function showPage(ports: HttpPorts, context: Asked): Promise<Response> {
  const watch = await ownWatch(ports, context);
  const given = readValue(pageSchema, await readJson(context.req.raw));
  const page = await pageAt(ports, context, watch, given.address);
  const { title, authors, published, section, text } = extractPage(requestOf(page, ports));
  return context.json({
    address: page.address,
    outline: outlineOf(pageTree(page.html).document),
    automatic: { title, authors, published, section, text: text.slice(0, 2_000) },
  });
}

async function testRules(ports: HttpPorts, context: Asked): Promise<Response> {
  const watch = await ownWatch(ports, context);
  const given = readValue(ruleTestSchema, await readJson(context.req.raw));
  const rules = readRules(given.rules, path => fieldPath(['rules', ...path]));
  const page = await pageAt(ports, context, watch, given.address);
  return context.json({ address: page.address, ...compareRules({ ...requestOf(page, ports), rules }) });
}

/** Characters from which rules are learnt at once. */
const mostCharacters = 8_000_000;
/** Texts that are shown, and of each its first characters. */
const mostExamples = 3;
const exampleCharacters = 300;

/** Pages that are not available, or are too much, are reported and left out. */
async function suggest(ports: HttpPorts, context: Asked): Promise<Response> {
  const watch = await ownWatch(ports, context);
  const { addresses } = readValue(suggestionSchema, await readJson(context.req.raw));
  const pages: GivenPage[] = [];
  const without: { readonly address: string; readonly outcome: string; readonly status?: number }[] = [];
  let characters = 0;
  for (const each of new Set(addresses)) {
    const page = await askedAt(ports, context, watch, each);
    if (page.kind === 'none') without.push({ address: each, outcome: page.outcome, ...statusOf(page) });
    else if (characters + page.html.length > mostCharacters) without.push({ address: each, outcome: 'too-large' });
    else {
      characters += page.html.length;
      pages.push(page);
    }
  }
  const now = ports.clock.now();
  const sources = pages.map(({ address: url, html }) => ({ url, html }));
  const suggested = suggestRules(sources, now);
  if (suggested.rules === null) return context.json({ ...suggested, without });
  const examples = textsBy(suggested.rules, sources, now)
    .slice(0, mostExamples)
    .map(({ page, text }) => ({ address: page.url, text: text.slice(0, exampleCharacters) }));
  return context.json({ ...suggested, unseen: unseenMatches(sources, now) ?? null, examples, without });
}

async function listRules(ports: HttpPorts, context: Asked): Promise<Response> {
  const watch = await ownWatch(ports, context);
  const { number } = await sourceOf(context, watch);
  return context.json({ number, versions: await watch.watches.rules(watch.id, number) });
}

/** From now on: what was read before stays as it is. */
async function acceptRules(ports: HttpPorts, context: Asked): Promise<Response> {
  const watch = await ownWatch(ports, context);
  await sourceOf(context, watch);
  const { rules } = readValue(acceptanceSchema, await readJson(context.req.raw));
  readRules(rules, path => fieldPath(['rules', ...path]));
  return await changeRules(context, watch, rules as RulesData);
}

async function endRules(ports: HttpPorts, context: Asked): Promise<Response> {
  return await changeRules(context, await ownWatch(ports, context), undefined);
}

async function sourceOf(context: Asked, watch: OwnWatch): ReturnType<typeof knownSource> {
  return await knownSource(watch, siteNumber(context.req.param('number') ?? ''));
}

async function changeRules(context: Asked, watch: OwnWatch, rules: RulesData | undefined): Promise<Response> {
  const { number } = await sourceOf(context, watch);
  await watch.watches.changeRules(watch.id, number, rules);
  const source = await knownSource(watch, number);
  return context.json({ number, ...(source.rules !== undefined && { rules: source.rules }) });
}

function requestOf({ address: url, html }: GivenPage, { clock }: HttpPorts) {
  return { url, html, now: clock.now() };
}

/** Throws a `Problem` where the page is not available. */
async function pageAt(ports: HttpPorts, context: Asked, watch: OwnWatch, url: string): Promise<GivenPage> {
  const page = await askedAt(ports, context, watch, url);
  if (page.kind === 'page') return page;
  const why = allowance('page-not-had', { outcome: page.outcome, ...statusOf(page) });
  throw new Problem(409, [refusedValue('address', url, why)]);
}

function statusOf({ status }: { readonly status?: number }): { readonly status?: number } {
  return status === undefined ? {} : { status };
}

/** A page of a source of the watch; this server is no way to other sites. */
async function askedAt(
  ports: HttpPorts,
  context: Asked,
  { id, row, watches }: OwnWatch,
  url: string,
): Promise<AskedPage> {
  const start = parseSiteAddress(url);
  if (start.kind === 'refused') throw new BadInput([refusedValue('address', url, start.why)]);
  demandPublic([start.url], new URL(context.req.url).host, ports.service);
  const { siteKey } = createCrawlRules(row.spec);
  const origins = (await ports.store.readSites(id)).map(({ origin }) => origin);
  if (!origins.some(origin => siteKey(origin) === siteKey(start.url.href)))
    throw new BadInput([refusedValue('address', url, allowance('entry-elsewhere', { hosts: origins.slice(0, 20) }))]);
  return await watches.page(id, start.url.href);
}
