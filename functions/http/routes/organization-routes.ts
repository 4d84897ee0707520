import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, asMessage, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { wholeNumber } from '../../../shared/domain/spec/fields/field-values.ts';
import type { KnownOrganizations, OrganizationService } from '../../../shared/place/organization-service.ts';
import { mostAnnotator } from '../../../shared/wings/publications/labels/label.ts';
import { withSuggestion } from '../../../shared/wings/publications/mentioned/accept-suggestion.ts';
import { unlisted } from '../../../shared/wings/publications/mentioned/unlisted.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import { suggestionKinds } from '../../../shared/wings/publications/mentions/suggest-from-texts.ts';
import type { MentionedAfter } from '../../../shared/wings/publications/store/mention-store.ts';
import { part, text } from '../request/fields.ts';
import { demandListed } from '../request/listed-organization.ts';
import { hasList, listFormats, organizationsIn, organizationsOf } from '../request/organization-list.ts';
import { cursorOf, isCount } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { bodyOf, describedBody } from '../request/request-body.ts';
import { type Route, route } from '../request/route.ts';
import { instant } from '../views/crawl-view.ts';
import { annotatorOf } from './label-routes.ts';
import { ownWatch } from './watch-routes.ts';

type Fields = Readonly<Record<string, unknown>>;

const listBody = (says: string) =>
  describedBody(
    says,
    () => ({
      type: 'object',
      properties: {
        organizations: { type: 'array' },
        text: { type: 'string', description: 'A file of a list, in place of `organizations`.' },
        format: { enum: listFormats, description: 'Of `text`.' },
      },
    }),
    true,
  );
const oneBody = describedBody('The organization.', () => ({
  type: 'object',
  properties: {
    name: { type: 'string' },
    aliases: { type: 'array', description: 'Names with their conditions, as in docs/formats/publications.md.' },
    digest: { type: 'string', description: 'Of the list that is to be changed.' },
  },
}));
const unusual = {
  404: 'No such watch of yours, or it looks for nobody.',
  409: 'Its files are damaged, or another list was set meanwhile.',
};
const isSet = { 202: 'Set: the digest of the list and how many organizations it has.' };

const number = wholeNumber(0, 1_000_000_000, 'number');
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

const actions = ['accept', 'dismiss'] as const;
const suggestionSchema = z.strictObject({
  action: z.enum(actions, { error: asMessage(allowance('one-of', { names: actions })) }),
  kind: z.enum(suggestionKinds, { error: asMessage(allowance('one-of', { names: suggestionKinds })) }),
  text: lineOf(200),
  organization: lineOf(200).nullable(),
});

/** The organizations that a watch looks for, and decisions of people on candidates. */
export const organizationRoutes: readonly Route[] = [
  route('GET /watches/{id}/organizations', 'Lists whom the watch looks for.', {
    query: part({ usual: 100, most: 1_000 }, 0, isCount),
    answers: {
      200: 'Some organizations, the models of the tones, on the first page how much is searched, and `next`.',
      ...unusual,
    },
    of: ownWatch,
    /** The list of the watch, with the models of the tones and, on the first page, how much is searched. */
    handle: async ({ own: { id, watches }, query: { limit: most, cursor: from } }) => {
      const { digest, setAt, organizations, models, searched, search } = await demandList(watches, id, from === 0);
      return {
        ...{ digest, set: instant(setAt), count: organizations.length, models },
        ...defined({ searched, search }),
        organizations: organizations.slice(from, from + most),
        ...(organizations.length > from + most && { next: cursorOf(from + most) }),
      };
    },
  }),
  route(
    'PUT /watches/{id}/organizations',
    'Sets another list. Stored publications are searched with it; GET says how many are searched.',
    {
      body: listBody('The list, or the text of a file.'),
      answers: { ...isSet, ...unusual },
      of: ownWatch,
      handle: async ({ own: { id, watches }, body }) => {
        const organizations = await organizationsIn((await body()) as Fields);
        return await set(watches, id, organizations);
      },
    },
  ),
  route('DELETE /watches/{id}/organizations', 'Looks for nobody from now on; mentions that were found stay.', {
    answers: { 204: 'Removed.', ...unusual },
    of: ownWatch,
    /** Mentions that were found stay. */
    handle: async ({ own: { id, watches }, context }) => {
      await watches.setOrganizations(id, []);
      return context.body(null, 204);
    },
  }),
  route(
    'POST /watches/{id}/organizations/check',
    'Checks a list, that of the watch unless one is given: names that collide, doubtful and missing ones, and what each name gives in the newest publications.',
    {
      body: listBody('A list, the text of a file, or nothing.'),
      answers: { 200: 'The check.', ...unusual },
      of: ownWatch,
      /** A list that comes with the request, or that of the watch. */
      handle: async ({ own: { id, watches }, body }) => {
        const given = (await body()) as Fields;
        const organizations = hasList(given)
          ? await organizationsIn(given)
          : (await demandList(watches, id)).organizations;
        return await watches.checkOrganizations(id, organizations);
      },
    },
  ),
  route(
    'POST /watches/{id}/organizations/suggestions',
    'Accepts a suggestion of a check, which adds a name or an organization to the list, or dismisses it for good.',
    {
      body: bodyOf('The suggestion, and what to do with it.', suggestionSchema),
      answers: { 200: 'Done: the digest of the list and how many organizations it has.', ...unusual },
      of: ownWatch,
      handle: async ({ own: { id, watches }, body }) => {
        const { action, ...order } = await body();
        const { digest, organizations } = await demandList(watches, id);
        if (action === 'accept') return await set(watches, id, organizationsOf(withSuggestion(organizations, order)));
        await watches.dismissSuggestion(id, order);
        return { digest, count: organizations.length };
      },
    },
  ),
  route('POST /watches/{id}/organizations/search', 'Continues the search of stored publications.', {
    answers: { 202: 'Requested; GET of the list says how many are searched.', ...unusual },
    of: ownWatch,
    handle: async ({ own: { id, watches } }) => {
      await demandList(watches, id);
      await watches.searchOrganizations(id);
      return {};
    },
  }),
  route(
    'PUT /watches/{id}/organizations/{organization}',
    'Adds an organization to the list, or replaces the one that has the id.',
    {
      body: oneBody,
      answers: { ...isSet, ...unusual },
      of: ownWatch,
      /** Adds an organization, or replaces the organization with this id; with `digest` only in the list of that digest. */
      handle: async ({ own: { id, watches }, body, context }) => {
        const organization = context.req.param('organization') ?? '';
        const { digest, name, aliases } = (await body()) as Fields;
        const known = await watches.organizations(id, false);
        demandDigest(digest, known);
        const listed: unknown[] = [...(known?.organizations ?? [])];
        const at = known?.organizations.findIndex(each => each.id === organization) ?? -1;
        listed.splice(at < 0 ? listed.length : at, at < 0 ? 0 : 1, { id: organization, name, aliases });
        return await set(watches, id, organizationsOf(listed));
      },
    },
  ),
  route(
    'DELETE /watches/{id}/organizations/{organization}',
    'Takes an organization out of the list; its mentions go with the next search.',
    {
      query: { digest: text('Of the list that is to be changed.') },
      answers: { ...isSet, ...unusual },
      of: ownWatch,
      handle: async ({ own: { id, watches }, query: { digest }, context }) => {
        const organization = context.req.param('organization') ?? '';
        const known = await demandList(watches, id);
        demandDigest(digest, known);
        const rest = known.organizations.filter(each => each.id !== organization);
        if (rest.length === known.organizations.length)
          throw new Problem(404, [
            unlisted(
              'organization',
              organization,
              known.organizations.map(({ id: each }) => each),
            ),
          ]);
        return await set(watches, id, rest);
      },
    },
  ),
  route(
    'GET /watches/{id}/candidates',
    'Lists mentions of which a person has to say whether an organization is meant.',
    {
      query: {
        organization: text('Of this organization of the list.'),
        ...part<MentionedAfter | undefined>({ usual: 20, most: 200 }, undefined, isPair),
      },
      answers: { 200: 'Some candidates with their sentences, and `next`.', ...unusual },
      of: ownWatch,
      handle: async ({ own: { id, watches }, query: { organization, limit: most, cursor: after } }) => {
        await demandListed(watches, id, organization);
        const { candidates, rest } = await watches.candidates(id, { most, ...defined({ organization, after }) });
        return { candidates, ...(rest !== undefined && { next: cursorOf(rest) }) };
      },
    },
  ),
  route(
    'POST /watches/{id}/mentions/decisions',
    "Writes a person's word on a mention: `confirmed`, `rejected`, or `candidate` to take it back. The table counts it at once.",
    {
      body: bodyOf('The place and the word.', decisionSchema),
      answers: { 200: 'Written.', 400: 'The text has changed since, or has no such mention.', ...unusual },
      of: ownWatch,
      handle: async ({ own: { id, watches }, body, ports, context }) => {
        const { annotator, ...order } = await body();
        await watches.decideMention(id, { ...order, by: annotatorOf(context, annotator), at: ports.clock.now() });
        return { status: order.status };
      },
    },
  ),
];

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

async function set(watches: OrganizationService, id: string, organizations: readonly Organization[]): Promise<object> {
  const digest = await watches.setOrganizations(id, organizations);
  return { digest, count: organizations.length };
}

/** Throws `Problem` where the list has changed since the caller read it. */
function demandDigest(digest: unknown, known: KnownOrganizations | undefined): void {
  if (digest !== undefined && digest !== (known?.digest ?? '')) throw new Problem(409, [refusal('list-changed')]);
}

function isPair(value: unknown): value is MentionedAfter {
  const { publication, organization } = Object(value) as Partial<Record<keyof MentionedAfter, unknown>>;
  return isCount(publication) && typeof organization === 'string';
}
