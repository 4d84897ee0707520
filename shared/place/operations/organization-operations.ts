/** The operations on whom a watch looks for, and on decisions of people about candidates, in any place and through any door. */
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import { allowance, asMessage, BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { limitOf, oneOf, trueFalse, wholeNumber } from '../../domain/spec/fields/field-values.ts';
import { mostAnnotator } from '../../wings/publications/labels/label.ts';
import { dismissSuggestion, withSuggestion } from '../../wings/publications/mentioned/accept-suggestion.ts';
import { type CandidatePage, candidatePage, decideMention } from '../../wings/publications/mentioned/candidates.ts';
import { checkOn, newestTexts, type WatchCheck, wholeCheck } from '../../wings/publications/mentioned/check-list.ts';
import { keepList } from '../../wings/publications/mentioned/list-digest.ts';
import { unlisted } from '../../wings/publications/mentioned/unlisted.ts';
import { Dictionary } from '../../wings/publications/mentions/dictionary.ts';
import type { Organization } from '../../wings/publications/mentions/organization.ts';
import { suggestionKinds } from '../../wings/publications/mentions/suggest-from-texts.ts';
import type { MentionedAfter, OrganizationList } from '../../wings/publications/store/mention-store.ts';
import { currentSearch } from '../../wings/publications/watch/current-search.ts';
import type { WatchStores } from '../opened-watch.ts';
import type { StoreOperation } from '../operation.ts';
import { hasList, listFormats, organizationsIn, organizationsOf } from '../organization-list.ts';
import { cursorOf, isCount, positionAt } from '../pages.ts';
import type { SearchState, StoresPlace } from '../stores-place.ts';

const answers = {
  404: 'No such watch of yours, or it looks for nobody.',
  409: 'Its files are damaged, or another list was set meanwhile.',
};
const isSet = { 202: 'Set: the digest of the list and how many organizations it has.', ...answers };
const refuses = { 'no-organizations-here': 404, 'list-changed': 409 } as const;

const line = (most: number) => {
  const error = asMessage(allowance('line', { most }));
  return z
    .string({ error })
    .max(most, { error })
    .refine(given => given.trim() !== '' && !/\p{Cc}/u.test(given), { error });
};
const number = wholeNumber(0, 1_000_000_000, 'number');
const part = (most: number, usual: number) => ({
  cursor: z.string().optional().describe('The `next` of an earlier answer.'),
  limit: limitOf(most, usual).describe('Entries of one answer.'),
});
/** Read by `organizationsIn`. */
const listInput = z.looseObject({
  organizations: z.unknown().optional().meta({ type: 'array' }),
  text: z.unknown().optional().meta({ type: 'string', description: 'A file of a list, in place of `organizations`.' }),
  format: z.unknown().optional().meta({ enum: listFormats, description: 'Of `text`.' }),
});
const none = z.strictObject({});

/** The list of a watch. Throws `BadInput` where it looks for nobody. */
async function listOf({ stores }: StoresPlace, watch: string): Promise<OrganizationList> {
  const list = await stores(watch, async ({ mentions }) => await mentions.organizationList());
  if (list === undefined) throw new BadInput([refusal('no-organizations-here')]);
  return list;
}

function idsOf(list: OrganizationList | undefined): readonly string[] {
  return (list?.organizations ?? []).map(({ id }) => id);
}

interface SetList {
  readonly digest: string;
  readonly count: number;
}

/** From now on the watch looks for these (none: for nobody), and stored publications are searched. */
async function set(place: StoresPlace, watch: string, organizations: readonly Organization[]): Promise<SetList> {
  const kept = async ({ mentions }: WatchStores) => await keepList(mentions, organizations, place.now());
  const digest = await place.changed(watch, kept);
  if (organizations.length > 0) await place.search(watch);
  return { digest, count: organizations.length };
}

/** Throws `BadInput` where the list has changed since the caller read it. */
function demandDigest(digest: string | undefined, known: OrganizationList | undefined): void {
  if (digest !== undefined && digest !== (known?.digest ?? '')) throw new BadInput([refusal('list-changed')]);
}

const pageInput = z.strictObject(part(1_000, 100));

export interface ListedOrganizations extends SetList {
  /** ISO 8601. */
  readonly set: string;
  /** Names of the models that gave tones, the first to come first. */
  readonly models: readonly string[];
  /** Publications that were searched with the list, of all that are stored; on the first page. */
  readonly searched?: { readonly searched: number; readonly all: number };
  readonly search?: SearchState;
  readonly organizations: readonly Organization[];
  readonly next?: string;
}

export const listOrganizations: StoreOperation<z.infer<typeof pageInput>, ListedOrganizations> = {
  at: 'GET /watches/{id}/organizations',
  thread: 'slow',
  says: 'Lists whom the watch looks for.',
  input: pageInput,
  answers: {
    200: 'Some organizations, the models of the tones, on the first page how much is searched, and `next`.',
    ...answers,
  },
  refuses,
  run: async (place, watch, { cursor, limit: most }) => {
    const from = positionAt(cursor, 0, isCount);
    const { digest, setAt, organizations } = await listOf(place, watch);
    const read = await place.stores(watch, async opened => {
      const models = await opened.mentions.toneModels();
      if (from !== 0) return { models };
      const key = (await place.keyOf?.(digest, opened)) ?? { list: digest };
      return { models, searched: await opened.mentions.searchProgress(key), search: place.searchState?.(watch) };
    });
    return {
      ...{ digest, set: new Date(setAt).toISOString(), count: organizations.length },
      ...{ models: [], ...defined(read ?? {}) },
      organizations: organizations.slice(from, from + most),
      ...(organizations.length > from + most && { next: cursorOf(from + most) }),
    };
  },
};

export const setOrganizations: StoreOperation<z.infer<typeof listInput>, SetList> = {
  at: 'PUT /watches/{id}/organizations',
  thread: 'slow',
  says: 'Sets another list. Stored publications are searched with it; GET says how many are searched.',
  ...{ input: listInput, body: 'The list, or the text of a file.', answers: isSet },
  isLarge: true,
  run: async (place, watch, given) => await set(place, watch, await organizationsIn(given)),
};

export const removeOrganizations: StoreOperation<z.infer<typeof none>, undefined> = {
  at: 'DELETE /watches/{id}/organizations',
  thread: 'slow',
  says: 'Looks for nobody from now on; mentions that were found stay.',
  ...{ input: none, answers: { 204: 'Removed.', ...answers } },
  run: async (place, watch) => void (await set(place, watch, [])),
};

const checkInput = listInput.extend({
  suggestions: trueFalse.default(true).describe('Whether names are suggested that the list lacks.'),
});

export const checkOrganizations: StoreOperation<
  z.infer<typeof checkInput>,
  Omit<WatchCheck, 'suggested'> & Partial<WatchCheck>
> = {
  at: 'POST /watches/{id}/organizations/check',
  thread: 'slow',
  says: 'Checks a list, that of the watch unless one is given: names that collide, doubtful and missing ones, and what each name gives in the newest publications.',
  ...{ input: checkInput, body: 'A list, the text of a file, or nothing.', answers: { 200: 'The check.', ...answers } },
  isLarge: true,
  refuses,
  run: async (place, watch, { suggestions, ...given }) => {
    const list = hasList(given) ? await organizationsIn(given) : (await listOf(place, watch)).organizations;
    const sample = await place.stores(watch, async ({ publications, mentions }) => ({
      texts: await newestTexts(publications, place.mostChecked),
      dismissed: await mentions.dismissed(),
    }));
    const { texts, dismissed } = sample ?? { texts: [], dismissed: [] };
    const dictionary = new Dictionary(list);
    return suggestions ? wholeCheck(texts, dictionary, dismissed) : checkOn(texts, dictionary);
  },
};

const suggestionInput = z.strictObject({
  action: oneOf(['accept', 'dismiss']),
  kind: oneOf(suggestionKinds),
  text: line(200),
  organization: line(200).nullable(),
});

export const decideSuggestion: StoreOperation<z.infer<typeof suggestionInput>, SetList> = {
  at: 'POST /watches/{id}/organizations/suggestions',
  thread: 'slow',
  says: 'Accepts a suggestion of a check, which adds a name or an organization to the list, or dismisses it for good.',
  ...{ input: suggestionInput, body: 'The suggestion, and what to do with it.' },
  answers: { 200: 'Done: the digest of the list and how many organizations it has.', ...answers },
  refuses,
  run: async (place, watch, { action, ...order }) => {
    const { digest, organizations } = await listOf(place, watch);
    if (action === 'accept') return await set(place, watch, organizationsOf(withSuggestion(organizations, order)));
    await place.changed(watch, async ({ mentions }) => await dismissSuggestion(mentions, order, place.now()));
    return { digest, count: organizations.length };
  },
};

export const searchOrganizations: StoreOperation<z.infer<typeof none>, object> = {
  at: 'POST /watches/{id}/organizations/search',
  thread: 'slow',
  says: 'Continues the search of stored publications.',
  ...{ input: none, answers: { 202: 'Requested; GET of the list says how many are searched.', ...answers } },
  refuses,
  run: async (place, watch) => {
    await listOf(place, watch);
    await place.search(watch);
    return {};
  },
};

const organization = z.string();
const oneInput = z.looseObject({
  organization,
  name: z.unknown().optional().meta({ type: 'string' }),
  aliases: z
    .unknown()
    .optional()
    .meta({ type: 'array', description: 'Names with their conditions, as in docs/formats/publications.md.' }),
  digest: z.string().optional().describe('Of the list that is to be changed.'),
});

export const putOrganization: StoreOperation<z.infer<typeof oneInput>, SetList> = {
  at: 'PUT /watches/{id}/organizations/{organization}',
  thread: 'slow',
  says: 'Adds an organization to the list, or replaces the one that has the id.',
  ...{ input: oneInput, body: 'The organization.', answers: isSet },
  refuses,
  /** With `digest` only in the list of that digest. */
  run: async (place, watch, { organization: id, digest, name, aliases }) => {
    const known = await place.stores(watch, async ({ mentions }) => await mentions.organizationList());
    demandDigest(digest, known);
    const listed: unknown[] = [...(known?.organizations ?? [])];
    const at = known?.organizations.findIndex(each => each.id === id) ?? -1;
    listed.splice(at < 0 ? listed.length : at, at < 0 ? 0 : 1, { id, name, aliases });
    return await set(place, watch, organizationsOf(listed));
  },
};

const removalInput = oneInput.pick({ organization: true, digest: true });

export const removeOrganization: StoreOperation<z.infer<typeof removalInput>, SetList> = {
  at: 'DELETE /watches/{id}/organizations/{organization}',
  thread: 'slow',
  says: 'Takes an organization out of the list; its mentions go with the next search.',
  ...{ input: removalInput, answers: isSet },
  refuses: { ...refuses, 'no-such-organization': 404 },
  run: async (place, watch, { organization: id, digest }) => {
    const known = await listOf(place, watch);
    demandDigest(digest, known);
    const rest = known.organizations.filter(each => each.id !== id);
    if (rest.length === known.organizations.length) throw new BadInput([unlisted('organization', id, idsOf(known))]);
    return await set(place, watch, rest);
  },
};

const candidatesInput = z.strictObject({
  organization: z.string().optional().describe('Of this organization of the list.'),
  ...part(200, 20),
});

interface Candidates extends Pick<CandidatePage, 'candidates'> {
  readonly next?: string;
}

export const listCandidates: StoreOperation<z.infer<typeof candidatesInput>, Candidates> = {
  at: 'GET /watches/{id}/candidates',
  thread: 'slow',
  says: 'Lists mentions of which a person has to say whether an organization is meant.',
  ...{ input: candidatesInput, answers: { 200: 'Some candidates with their sentences, and `next`.', ...answers } },
  run: async ({ stores, bounds }, watch, { organization: id, limit: most, cursor }) => {
    const after = positionAt<MentionedAfter | undefined>(cursor, undefined, isPair);
    const found = await stores(watch, async opened => {
      const ids = idsOf(await opened.mentions.organizationList());
      if (id !== undefined && !ids.includes(id)) throw new BadInput([unlisted('organization', id, ids)]);
      await bounds?.demandCountable(opened.publications);
      return await candidatePage(opened, { most, ...defined({ organization: id, after }) });
    });
    const { candidates, rest } = found ?? { candidates: [], rest: undefined };
    return { candidates, ...(rest !== undefined && { next: cursorOf(rest) }) };
  },
};

function isPair(value: unknown): value is MentionedAfter {
  const { publication, organization: id } = Object(value) as Partial<Record<keyof MentionedAfter, unknown>>;
  return isCount(publication) && typeof id === 'string';
}

const decisionInput = z.strictObject({
  publication: number,
  version: number,
  organization: line(200),
  field: oneOf(['title', 'text']),
  start: number,
  end: number,
  /** `candidate` takes a word back. */
  status: oneOf(['confirmed', 'rejected', 'candidate']),
  annotator: line(mostAnnotator).optional(),
});
type Decision = z.infer<typeof decisionInput>;

export const decideOnMention: StoreOperation<Decision, Pick<Decision, 'status'>> = {
  at: 'POST /watches/{id}/mentions/decisions',
  thread: 'slow',
  says: "Writes a person's word on a mention: `confirmed`, `rejected`, or `candidate` to take it back. The table counts it at once.",
  ...{ input: decisionInput, body: 'The place and the word.' },
  answers: { 200: 'Written.', 400: 'The text has changed since, or has no such mention.', ...answers },
  run: async ({ changed, shipped, now, by }, watch, { annotator = by, ...order }) =>
    await changed(watch, async opened => {
      const search = await currentSearch(opened.mentions, opened.labels, shipped)();
      await decideMention(opened, search, { ...order, by: annotator, at: now() });
      return { status: order.status };
    }),
};
