import type { Context } from 'hono';
import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, asMessage, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { KnownOrganizations, OrganizationService } from '../../../shared/place/organization-service.ts';
import { mostAnnotator } from '../../../shared/wings/publications/labels/label.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import type { MentionedAfter } from '../../../shared/wings/publications/store/mention-store.ts';
import { part, text, type ValuesOf } from '../request/fields.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { demandListed } from '../request/listed-organization.ts';
import { hasList, listFormats, organizationsIn, organizationsOf } from '../request/organization-list.ts';
import { cursorOf, isCount } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { readJson, readValue } from '../request/read-request.ts';
import { bodyOf, jsonSchema } from '../request/request-body.ts';
import { type Route, route } from '../request/route.ts';
import { instant } from '../views/crawl-view.ts';
import { annotatorOf } from './label-routes.ts';
import { ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;
type Fields = Readonly<Record<string, unknown>>;

const organizationQuery = part({ usual: 100, most: 1_000 }, 0, isCount);
const removalQuery = { digest: text('Of the list that is to be changed.') };
const candidateQuery = {
  organization: text('Of this organization of the list.'),
  ...part<MentionedAfter | undefined>({ usual: 20, most: 200 }, undefined, isPair),
};

const listBody = (says: string) =>
  bodyOf(says, {
    type: 'object',
    properties: {
      organizations: { type: 'array' },
      text: { type: 'string', description: 'A file of a list, in place of `organizations`.' },
      format: { enum: listFormats, description: 'Of `text`.' },
    },
  });
const oneBody = bodyOf('The organization.', {
  type: 'object',
  properties: {
    name: { type: 'string' },
    aliases: { type: 'array', description: 'Names with their conditions, as in docs/formats/publications.md.' },
    digest: { type: 'string', description: 'Of the list that is to be changed.' },
  },
});
const unusual = {
  404: 'No such watch of yours, or it looks for nobody.',
  409: 'Its files are damaged, or another list was set meanwhile.',
};
const isSet = { 202: 'Set: the digest of the list and how many organizations it has.' };

/** The organizations that a watch looks for, and decisions of people on candidates. */
export const organizationRoutes: readonly Route[] = [
  route('GET /watches/{id}/organizations', 'Lists whom the watch looks for.', {
    query: organizationQuery,
    answers: {
      200: 'Some organizations, the models of the tones, on the first page how much is searched, and `next`.',
      ...unusual,
    },
    handle: listOrganizations,
  }),
  route(
    'PUT /watches/{id}/organizations',
    'Sets another list. Stored publications are searched with it; GET says how many are searched.',
    {
      body: listBody('The list, or the text of a file.'),
      answers: { ...isSet, ...unusual },
      handle: setOrganizations,
    },
  ),
  route('DELETE /watches/{id}/organizations', 'Looks for nobody from now on; mentions that were found stay.', {
    answers: { 204: 'Removed.', ...unusual },
    handle: removeOrganizations,
  }),
  route(
    'POST /watches/{id}/organizations/check',
    'Checks a list, that of the watch unless one is given: names that collide, doubtful and missing ones, and what each name gives in the newest publications.',
    {
      body: listBody('A list, the text of a file, or nothing.'),
      answers: { 200: 'The check.', ...unusual },
      handle: checkOrganizations,
    },
  ),
  route('POST /watches/{id}/organizations/search', 'Continues the search of stored publications.', {
    answers: { 202: 'Requested; GET of the list says how many are searched.', ...unusual },
    handle: searchOrganizations,
  }),
  route(
    'PUT /watches/{id}/organizations/{organization}',
    'Adds an organization to the list, or replaces the one that has the id.',
    { body: oneBody, answers: { ...isSet, ...unusual }, handle: changeOne },
  ),
  route(
    'DELETE /watches/{id}/organizations/{organization}',
    'Takes an organization out of the list; its mentions go with the next search.',
    { query: removalQuery, answers: { ...isSet, ...unusual }, handle: removeOne },
  ),
  route(
    'GET /watches/{id}/candidates',
    'Lists mentions of which a person has to say whether an organization is meant.',
    {
      query: candidateQuery,
      answers: { 200: 'Some candidates with their sentences, and `next`.', ...unusual },
      handle: listCandidates,
    },
  ),
  route(
    'POST /watches/{id}/mentions/decisions',
    "Writes a person's word on a mention: `confirmed`, `rejected`, or `candidate` to take it back. The table counts it at once.",
    {
      body: { says: 'The place and the word.', schema: () => jsonSchema(decisionSchema) },
      answers: { 200: 'Written.', 400: 'The text has changed since, or has no such mention.', ...unusual },
      handle: decide,
    },
  ),
];

/** The list of the watch, with the models of the tones and, on the first page, how much is searched. */
async function listOrganizations(
  ports: HttpPorts,
  context: Asked,
  { limit: most, cursor: from }: ValuesOf<typeof organizationQuery>,
): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const { digest, setAt, organizations, models, searched, search } = await demandList(watches, id, from === 0);
  return context.json({
    ...{ digest, set: instant(setAt), count: organizations.length, models },
    ...defined({ searched, search }),
    organizations: organizations.slice(from, from + most),
    ...(organizations.length > from + most && { next: cursorOf(from + most) }),
  });
}

/** Throws `Problem` where the watch looks for nobody. */
async function demandList(
  watches: OrganizationService,
  id: string,
  isProgressAsked = false,
): Promise<KnownOrganizations> {
  const list = await watches.organizations(id, isProgressAsked);
  if (list === undefined) throw new Problem(404, [refusal('no-organizations-here')]);
  return list;
}

async function setOrganizations(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const organizations = await organizationsIn((await readJson(context.req.raw, { isList: true })) as Fields);
  return await set(watches, id, organizations, context);
}

async function set(
  watches: OrganizationService,
  id: string,
  organizations: readonly Organization[],
  context: Asked,
): Promise<Response> {
  const digest = await watches.setOrganizations(id, organizations);
  return context.json({ digest, count: organizations.length }, 202);
}

/** Mentions that were found stay. */
async function removeOrganizations(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  await watches.setOrganizations(id, []);
  return context.body(null, 204);
}

/** A list that comes with the request, or that of the watch. */
async function checkOrganizations(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const body = (await readJson(context.req.raw, { isList: true })) as Fields;
  const organizations = hasList(body) ? await organizationsIn(body) : (await demandList(watches, id)).organizations;
  return context.json(await watches.checkOrganizations(id, organizations));
}

async function searchOrganizations(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  await demandList(watches, id);
  await watches.searchOrganizations(id);
  return context.json({}, 202);
}

/** Adds an organization, or replaces the organization with this id; with `digest` only in the list of that digest. */
async function changeOne(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const organization = context.req.param('organization') ?? '';
  const { digest, name, aliases } = (await readJson(context.req.raw)) as Fields;
  const known = await watches.organizations(id, false);
  demandDigest(digest, known);
  const listed: unknown[] = [...(known?.organizations ?? [])];
  const at = known?.organizations.findIndex(each => each.id === organization) ?? -1;
  listed.splice(at < 0 ? listed.length : at, at < 0 ? 0 : 1, { id: organization, name, aliases });
  return await set(watches, id, organizationsOf(listed), context);
}

async function removeOne(
  ports: HttpPorts,
  context: Asked,
  { digest }: ValuesOf<typeof removalQuery>,
): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const organization = context.req.param('organization') ?? '';
  const known = await demandList(watches, id);
  demandDigest(digest, known);
  const rest = known.organizations.filter(each => each.id !== organization);
  if (rest.length === known.organizations.length)
    throw new Problem(404, [refusedValue('organization', organization, allowance('no-such-organization'))]);
  return await set(watches, id, rest, context);
}

/** Throws `Problem` where the list has changed since the caller read it. */
function demandDigest(digest: unknown, known: KnownOrganizations | undefined): void {
  if (digest !== undefined && digest !== (known?.digest ?? '')) throw new Problem(409, [refusal('list-changed')]);
}

async function listCandidates(
  ports: HttpPorts,
  context: Asked,
  { organization, limit: most, cursor: after }: ValuesOf<typeof candidateQuery>,
): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  await demandListed(watches, id, organization);
  const { candidates, rest } = await watches.candidates(id, { most, ...defined({ organization, after }) });
  return context.json({ candidates, ...(rest !== undefined && { next: cursorOf(rest) }) });
}

function isPair(value: unknown): value is MentionedAfter {
  const { publication, organization } = Object(value) as Partial<Record<keyof MentionedAfter, unknown>>;
  return isCount(publication) && typeof organization === 'string';
}

const numberError = asMessage(allowance('whole-number', { least: 0, most: 1_000_000_000, of: 'number' }));
const number = z.int({ error: numberError }).min(0, { error: numberError }).max(1_000_000_000, { error: numberError });
const fields = ['title', 'text'] as const;
/** `candidate` takes a word back. */
const words = ['confirmed', 'rejected', 'candidate'] as const;
const lineOf = (most: number) => {
  const error = asMessage(allowance('line', { most }));
  return z
    .string({ error })
    .max(most, { error })
    .refine(given => given.trim() !== '' && !/\p{Cc}/u.test(given), { error });
};

const decisionSchema = z.strictObject({
  publication: number,
  version: number,
  organization: lineOf(200),
  field: z.enum(fields, { error: asMessage(allowance('one-of', { names: fields })) }),
  start: number,
  end: number,
  status: z.enum(words, { error: asMessage(allowance('one-of', { names: words })) }),
  annotator: lineOf(mostAnnotator).optional(),
});

async function decide(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const { annotator, ...order } = readValue(decisionSchema, await readJson(context.req.raw));
  await watches.decideMention(id, { ...order, by: annotatorOf(context, annotator), at: ports.clock.now() });
  return context.json({ status: order.status });
}
