import type { Context } from 'hono';
import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, asMessage, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { KnownOrganizations, OrganizationService } from '../../../shared/place/organization-service.ts';
import { mostAnnotator } from '../../../shared/wings/publications/labels/label.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import type { MentionedAfter } from '../../../shared/wings/publications/store/mention-store.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { demandListed } from '../request/listed-organization.ts';
import { hasList, organizationsIn, organizationsOf } from '../request/organization-list.ts';
import { cursorOf, isCount, type PageSize, pageSize, positionAt } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { readJson, readValue } from '../request/read-request.ts';
import { instant } from '../views/crawl-view.ts';
import { annotatorOf } from './label-routes.ts';
import { ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;
type Fields = Readonly<Record<string, unknown>>;

export const organizationsOfPage: PageSize = { usual: 100, most: 1_000 };
export const candidatesOfPage: PageSize = { usual: 20, most: 200 };

/** Whom a watch looks for, and what a person says of candidates. */
export function addOrganizationRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/watches/:id/organizations', async context => await listOrganizations(ports, context));
  app.put('/watches/:id/organizations', async context => await setOrganizations(ports, context));
  app.delete('/watches/:id/organizations', async context => await removeOrganizations(ports, context));
  app.post('/watches/:id/organizations/check', async context => await checkOrganizations(ports, context));
  app.post('/watches/:id/organizations/search', async context => await searchOrganizations(ports, context));
  app.put('/watches/:id/organizations/:organization', async context => await changeOne(ports, context));
  app.delete('/watches/:id/organizations/:organization', async context => await removeOne(ports, context));
  app.get('/watches/:id/candidates', async context => await listCandidates(ports, context));
  app.post('/watches/:id/mentions/decisions', async context => await decide(ports, context));
}

/** The list of the watch, with the models of the tones and, on the first page, how much is searched. */
async function listOrganizations(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const most = pageSize(context.req.query('limit'), organizationsOfPage);
  const from = positionAt(context.req.query('cursor'), 0, isCount);
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

async function removeOne(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const organization = context.req.param('organization') ?? '';
  const known = await demandList(watches, id);
  demandDigest(context.req.query('digest'), known);
  const rest = known.organizations.filter(each => each.id !== organization);
  if (rest.length === known.organizations.length)
    throw new Problem(404, [refusedValue('organization', organization, allowance('no-such-organization'))]);
  return await set(watches, id, rest, context);
}

/** Throws `Problem` where the list has changed since the caller read it. */
function demandDigest(digest: unknown, known: KnownOrganizations | undefined): void {
  if (digest !== undefined && digest !== (known?.digest ?? '')) throw new Problem(409, [refusal('list-changed')]);
}

async function listCandidates(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const organization = context.req.query('organization') ?? '';
  const after = positionAt<MentionedAfter | undefined>(context.req.query('cursor'), undefined, isPair);
  await demandListed(watches, id, organization);
  const { candidates, rest } = await watches.candidates(id, {
    most: pageSize(context.req.query('limit'), candidatesOfPage),
    ...(organization !== '' && { organization }),
    ...(after !== undefined && { after }),
  });
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
    .refine(text => text.trim() !== '' && !/\p{Cc}/u.test(text), { error });
};

/** Body of a decision on a mention. */
export const decisionSchema = z.strictObject({
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
