/** What is added to a watch and changed in it: sources and their entries. */
import type { Context } from 'hono';
import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, asMessage, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import {
  type ChangedEntry,
  type EntryChange,
  entryKinds,
  mostAddedAddresses,
} from '../../../shared/place/watch-service.ts';
import { choice, part, text, type ValuesOf } from '../request/fields.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { crawlsOfPage, cursorOf, isCount } from '../request/pages.ts';
import { Problem, toldRefusal } from '../request/problem.ts';
import { demandPublic, readJson, readValue } from '../request/read-request.ts';
import { bodyOf } from '../request/request-body.ts';
import { damaged, notHere, type Route, route } from '../request/route.ts';
import { ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;

const mostAddress = 2_048;
const mostInterval = 31_536_000;
const addressError = asMessage(allowance('address'));
const address = z
  .string({ error: addressError })
  .min(1, { error: addressError })
  .max(mostAddress, {
    error: asMessage(allowance('most-characters', { most: mostAddress })),
  });
const intervalError = asMessage(allowance('whole-number', { least: 1, most: mostInterval, of: 'seconds' }));

const intervalOf = z
  .int({ error: intervalError })
  .min(1, { error: intervalError })
  .max(mostInterval, { error: intervalError });
const kind = z.enum(entryKinds, { error: asMessage(allowance('one-of', { names: entryKinds })) });
const onError = asMessage(allowance('true-false'));

const entrySchema = z.strictObject({
  address,
  kind,
  interval: intervalOf.optional(),
});

async function addEntry(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const { interval, ...entry } = readValue(entrySchema, await readJson(context.req.raw));
  publicAddress(ports, context, entry.address);
  const added = await watches.addEntry(id, interval === undefined ? entry : { ...entry, interval });
  return context.json(added, 201);
}

const mostEntries = 1_000;
const entriesError = asMessage(allowance('list', { of: 'addresses of entries' }));

const entriesChangeSchema = z.strictObject({
  addresses: z
    .array(address, { error: entriesError })
    .min(1, { error: entriesError })
    .max(mostEntries, {
      error: asMessage(allowance('list-of-most', { most: mostEntries, of: 'addresses of entries' })),
    }),
  kind: kind.optional(),
  on: z.boolean({ error: onError }).optional(),
  /** Seconds between two looks; null: they are learnt. */
  interval: intervalOf.nullable().optional(),
});

async function switchEntries(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const { addresses, kind: only, on, interval } = readValue(entriesChangeSchema, await readJson(context.req.raw));
  if (on === undefined && interval === undefined)
    throw new BadInput([refusedValue('on', undefined, allowance('true-false'))]);
  const changes: EntryChange[] = [
    ...(interval === undefined ? [] : [interval === null ? {} : { interval }]),
    ...(on === undefined ? [] : [on ? ('on' as const) : ('off' as const)]),
  ];
  let changed: readonly ChangedEntry[] = [];
  for (const change of changes) changed = await watches.changeEntries(id, addresses, change, only);
  return context.json({ changed });
}

/** What it found stays. */
async function removeEntry(
  ports: HttpPorts,
  context: Asked,
  { address: removed, kind: only }: ValuesOf<typeof removalQuery>,
): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  return context.json({ changed: await watches.changeEntries(id, [removed], 'remove', only) });
}

const listError = asMessage(allowance('list-of-most', { most: mostAddedAddresses, of: 'addresses' }));

const addressesSchema = z.strictObject({
  addresses: z
    .array(address, { error: listError })
    .min(1, { error: listError })
    .max(mostAddedAddresses, { error: listError }),
});

/** Of hosts of the watch only, so that this server is no way to others. */
async function addAddresses(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const { addresses } = readValue(addressesSchema, await readJson(context.req.raw));
  return context.json(await watches.addAddresses(id, addresses));
}

const requestsError = asMessage(allowance('whole-number', { least: 1, most: 200, of: 'requests' }));
const mostName = 200;
const nameError = asMessage(allowance('most-characters', { most: mostName }));

const mostChosen = 200;
const chosenError = asMessage(allowance('list-of-most', { most: mostChosen, of: 'entries' }));

const sourceSchema = z.strictObject({
  address,
  name: z.string({ error: nameError }).min(1, { error: nameError }).max(mostName, { error: nameError }).optional(),
  interval: intervalOf.optional(),
  requests: z
    .int({ error: requestsError })
    .min(1, { error: requestsError })
    .max(200, { error: requestsError })
    .default(40),
  host: z.boolean({ error: onError }).default(false),
  browser: z.boolean({ error: onError }).default(true),
  on: z
    .array(z.strictObject({ address, kind }), { error: entriesError })
    .max(mostChosen, { error: chosenError })
    .optional(),
});

/** Answers once the entries of the source have been found. */
async function addSource(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  if (watches.addSource === undefined) throw new Problem(409, [refusal('no-sources-here')]);
  const { host: isHost, name, interval, on, ...source } = readValue(sourceSchema, await readJson(context.req.raw));
  const url = publicAddress(ports, context, source.address);
  const settings = defined({ name, interval, on });
  const added = await watches.addSource(id, { ...source, ...settings, address: url.href, isHost });
  return context.json(added, 201);
}

const searchSchema = sourceSchema.pick({ address: true, requests: true, browser: true });

/** Answers when what there is at the source has been found; nothing is added. */
async function findAt(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  if (watches.findAt === undefined) throw new Problem(409, [refusal('no-sources-here')]);
  const source = readValue(searchSchema, await readJson(context.req.raw));
  const url = publicAddress(ports, context, source.address);
  return context.json(await watches.findAt(id, { ...source, address: url.href }));
}

/** What was found when the watch was made; nothing if its place keeps none. */
async function listFindings(
  ports: HttpPorts,
  context: Asked,
  { limit: most, cursor: after }: ValuesOf<typeof findingQuery>,
): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const found = (await watches.findings?.(id, after, most + 1)) ?? [];
  const sources = found.slice(0, most).map(({ why, ...each }) => ({
    ...each,
    ...(why !== undefined && { why: toldRefusal(why) }),
  }));
  return context.json({ sources, ...(found.length > most && { next: cursorOf(after + most) }) });
}

const noSources = { ...notHere, 409: 'This place adds no sources to a watch, or its files are damaged.' };
const findingQuery = part(crawlsOfPage, 0, isCount);
const removalQuery = {
  address: {
    ...text('Its address.'),
    required: true as const,
    read: (_: string, [given]: readonly string[]) => readValue(address, given),
  },
  kind: choice('Only an entry of this kind.', entryKinds),
};

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
      handle: addSource,
    },
  ),
  route(
    'GET /watches/{id}/findings',
    'Shows what was found at the sources when the watch was made: feeds, sitemaps, sections, lists that need clicks, each with `on` as it is now; examples of addresses with what they are taken for; sources that were left out, with `why`.',
    { query: findingQuery, answers: { 200: 'Some sources, and `next`.', ...damaged }, handle: listFindings },
  ),
  route(
    'POST /watches/{id}/findings',
    'Finds what there is at a source that the watch does not have, and adds nothing. It is remembered for ten minutes: POST /watches/{id}/sources with `on` requests nothing again.',
    { body: bodyOf('The source.', searchSchema), answers: { 200: 'What was found.', ...noSources }, handle: findAt },
  ),
  route('POST /watches/{id}/entries', 'Adds an entry to the source whose host it is of, also while the watch runs.', {
    body: bodyOf('The entry.', entrySchema),
    answers: { 201: 'Added; the number of its source.', ...damaged },
    handle: addEntry,
  }),
  route(
    'POST /watches/{id}/addresses',
    'Adds addresses of publications, of hosts of the watch: each is requested once, as politely as what an entry names. Answers how many are `added`, how many were `known`, and how many are `refused`, by reason.',
    {
      body: bodyOf('The addresses.', addressesSchema),
      answers: { 200: 'What became of them.', ...damaged },
      handle: addAddresses,
    },
  ),
  route(
    'PATCH /watches/{id}/entries',
    'Switches entries on or off, or changes their interval (seconds; null: learnt): all of those that are named, or none; with `kind` only those of that kind.',
    {
      body: bodyOf('Their addresses.', entriesChangeSchema),
      answers: { 200: 'The entries that changed.', ...damaged },
      handle: switchEntries,
    },
  ),
  route('DELETE /watches/{id}/entries', 'Removes an entry; what it found stays.', {
    query: removalQuery,
    answers: { 200: 'Removed.', ...damaged },
    handle: removeEntry,
  }),
];

/** Throws `BadInput` for what is no address, and for one that this place may not ask. */
function publicAddress(ports: HttpPorts, context: Asked, given: string): URL {
  const start = parseSiteAddress(given);
  if (start.kind === 'refused') throw new BadInput([refusedValue('address', given, start.why)]);
  demandPublic([start.url], new URL(context.req.url).host, ports.service);
  return start.url;
}
