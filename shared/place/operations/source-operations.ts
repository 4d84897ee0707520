/** The operations on the sources of a watch and on their entries, in any place and through any door. */
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import type { WatchedKind } from '../../domain/protocol/watched-address.ts';
import { allowance, asMessage, BadInput, refusedValue } from '../../domain/refusal/refusal.ts';
import { findRequests, lookSeconds, renderModes } from '../../domain/spec/crawl-spec.ts';
import { boundedList, described, oneOf, trueFalse, wholeNumber } from '../../domain/spec/fields/field-values.ts';
import { isZone } from '../../wings/publications/times/zone-names.ts';
import type { SourceStatus } from '../../wings/publications/watch/source-status.ts';
import { addAddressesTo, addEntryTo, changeEntriesOf } from '../change-entries.ts';
import { changeSourceOf } from '../change-settings.ts';
import type { OpenWatch } from '../opened-watch.ts';
import type { StoreOperation } from '../operation.ts';
import { readSources } from '../read-watch.ts';
import type { StoresPlace } from '../stores-place.ts';
import {
  type AddedAddresses,
  type ChangedEntry,
  type EntryChange,
  entryKinds,
  mostAddedAddresses,
} from '../watch-service.ts';

const mostAddress = 2_048;
const mostEntries = 1_000;

const addressError = asMessage(allowance('address'));
const longError = asMessage(allowance('most-characters', { most: mostAddress }));
export const address = z
  .string({ error: addressError })
  .min(1, { error: addressError })
  .max(mostAddress, { error: longError });

export const requests = wholeNumber(1, findRequests.most, 'requests').default(findRequests.byDefault);
export const interval = wholeNumber(lookSeconds.least, lookSeconds.most, 'seconds');
export const kind = oneOf(entryKinds);
const zoneError = asMessage(allowance('zone'));
export const timeZone = z
  .string({ error: zoneError })
  .max(40, { error: zoneError })
  .refine(isZone, { error: zoneError });

/** `none`: what is said where there is no list, or nothing in it. */
export function listOf(most: number, of: string, none = asMessage(allowance('list', { of }))) {
  return boundedList(address, [1, most], none, asMessage(allowance('list-of-most', { most, of })));
}

/** Its files are damaged, or it is not there. */
export const fails = { 404: 'No such watch of yours, or nothing of this number in it.', 409: 'Its files are damaged.' };

interface Changed {
  readonly changed: readonly ChangedEntry[];
}

const entryInput = z.strictObject({ address, kind, interval: interval.optional() });

export const addEntry: StoreOperation<z.infer<typeof entryInput>, ChangedEntry> = {
  thread: 'quick',
  at: 'POST /watches/{id}/entries',
  says: 'Adds an entry to the source whose host it is of, also while the watch runs.',
  ...{ input: entryInput, body: 'The entry.' },
  answers: { 201: 'Added; the number of its source.', ...fails },
  run: async ({ changeState }, watch, entry) =>
    await changeState(watch, async (state, crawl) => await addEntryTo(state, crawl, defined(entry))),
};

const entriesInput = z.strictObject({
  addresses: listOf(mostEntries, 'addresses of entries'),
  kind: kind.optional(),
  on: trueFalse.optional(),
  /** Seconds between two looks; null: they are learnt. */
  interval: interval.nullable().optional(),
});

export const changeEntries: StoreOperation<z.infer<typeof entriesInput>, Changed> = {
  thread: 'quick',
  at: 'PATCH /watches/{id}/entries',
  says: 'Switches entries on or off, or changes their interval (seconds; null: learnt): all of those that are named, or none; with `kind` only those of that kind.',
  ...{ input: entriesInput, body: 'Their addresses.' },
  answers: { 200: 'The entries that changed.', ...fails },
  run: async (place, watch, { addresses, kind: only, on, interval: every }) => {
    if (on === undefined && every === undefined) throw nothingChanged();
    const changes: EntryChange[] = [
      ...(every === undefined ? [] : [every === null ? {} : { interval: every }]),
      ...(on === undefined ? [] : [onOff(on)]),
    ];
    let changed: readonly ChangedEntry[] = [];
    for (const change of changes) changed = await entriesOf(place, watch, addresses, change, only);
    return { changed };
  },
};

const removalInput = z.strictObject({
  address: listOf(mostEntries, 'addresses of entries', addressError).describe(
    'Its address; several: all of them, or none.',
  ),
  kind: kind.optional().describe('Only an entry of this kind.'),
});

export const removeEntries: StoreOperation<z.infer<typeof removalInput>, Changed> = {
  thread: 'quick',
  at: 'DELETE /watches/{id}/entries',
  says: 'Removes an entry; what it found stays.',
  input: removalInput,
  answers: { 200: 'Removed.', ...fails },
  run: async (place, watch, { address: removed, kind: only }) => ({
    changed: await entriesOf(place, watch, removed, 'remove', only),
  }),
};

const addressesError = asMessage(allowance('list-of-most', { most: mostAddedAddresses, of: 'addresses' }));
const addressesInput = z.strictObject({ addresses: listOf(mostAddedAddresses, 'addresses', addressesError) });

export const addAddresses: StoreOperation<z.infer<typeof addressesInput>, AddedAddresses> = {
  thread: 'quick',
  at: 'POST /watches/{id}/addresses',
  says: 'Adds addresses of publications, of hosts of the watch: each is requested once, as politely as what an entry names. Answers how many are `added`, how many were `known`, and how many are `refused`, by reason.',
  ...{ input: addressesInput, body: 'The addresses.' },
  answers: { 200: 'What became of them.', ...fails },
  run: async ({ changeState }, watch, { addresses }) =>
    await changeState(watch, async (state, crawl) => await addAddressesTo(state, crawl, addresses)),
};

const tagError = asMessage(allowance('tag'));
export const number = z.int().min(1);
const render = oneOf(renderModes);
const sourceChangeInput = z.strictObject({
  number,
  ...described(
    {
      on: trueFalse.optional(),
      archive: trueFalse.optional(),
      timeZone: timeZone.nullable().optional(),
      render: render.nullable().optional(),
      interval: interval.nullable().optional(),
    },
    'watch.',
  ),
  tags: z
    .array(z.string({ error: tagError }).regex(/^[^,;|]{1,64}$/, { error: tagError }))
    .max(20, { error: asMessage(allowance('list-of-most', { most: 20, of: 'tags' })) })
    .nullable()
    .optional()
    .describe('Kinds of sources in your words, for example own, or a region; null: those of the list of sites.'),
});

/** Switches a source on or off, or changes how it is read. */
export const changeSource: StoreOperation<z.infer<typeof sourceChangeInput>, Changed> = {
  thread: 'quick',
  at: 'PATCH /watches/{id}/sources/{number}',
  says: 'Changes a source. `on` switches all its entries off, or those on that were looked at before; if none was, all of them but lists that need clicks. `archive` also switches on the lists and sitemaps that were only proposed, and reads all lists anew. `timeZone` counts from now on. `interval` is that of all its entries. null takes back what the source says of `timeZone`, `render` or `interval`.',
  ...{ input: sourceChangeInput, body: 'At least one change.' },
  answers: { 200: 'The entries that changed.', ...fails },
  refuses: { 'no-such-source': 404 },
  run: async (place, watch, { number: source, on, interval: every, ...change }) => {
    const isChanged = Object.keys(change).length > 0;
    const { entries } = await knownSource(place, watch, source);
    if (on === undefined && every === undefined && !isChanged) throw nothingChanged();
    if (isChanged)
      await place.changeState(
        watch,
        async (state, { id }) => await changeSourceOf(state, { crawl: id, source }, defined(change)),
      );
    const switched = on === undefined ? [] : await changeAll(place, watch, otherThan(on, entries), onOff(on));
    const timed =
      every === undefined ? [] : await changeAll(place, watch, entries, defined({ interval: every ?? undefined }));
    return { changed: [...switched, ...timed] };
  },
};

/** Throws `BadInput` for a source that is not there. */
export async function knownSource(place: OpenWatch, watch: string, source: number): Promise<SourceStatus> {
  const [known] = await readSources(place, watch, rows => rows.filter(({ site }) => site === source));
  if (known === undefined) throw noSource(source);
  return known;
}

export function noSource(source: number): BadInput {
  return new BadInput([refusedValue('source', source, allowance('no-such-source'))]);
}

/** The entries that a switch of their source means. */
function otherThan(on: boolean, entries: SourceStatus['entries']): SourceStatus['entries'] {
  // Entries that were only proposed stay off: lists that need clicks in any case, the others unless there is nothing else.
  const looked = entries.filter(({ looks }) => looks > 0);
  const plain = entries.filter(({ kind: own, looks }) => own !== 'traversal' || looks > 0);
  const meant = on ? (looked.length > 0 ? looked : plain) : entries;
  return meant.filter(entry => entry.on !== on);
}

async function entriesOf(
  { changeState }: StoresPlace,
  watch: string,
  ...change: [addresses: readonly string[], change: EntryChange, kind: WatchedKind | undefined]
): Promise<readonly ChangedEntry[]> {
  return await changeState(watch, async (state, crawl) => await changeEntriesOf(state, crawl, ...change));
}

async function changeAll(
  place: StoresPlace,
  watch: string,
  entries: SourceStatus['entries'],
  change: EntryChange,
): Promise<readonly ChangedEntry[]> {
  const changed: ChangedEntry[] = [];
  // An address may be looked at as it is sent, and clicked through too: each by its own kind.
  for (const [own, same] of Map.groupBy(entries, ({ kind: each }) => each)) {
    const addresses = same.map(each => each.address);
    changed.push(...(await entriesOf(place, watch, addresses, change, own)));
  }
  return changed;
}

const sourceInput = z.strictObject({ number });

export const removeSource: StoreOperation<z.infer<typeof sourceInput>, { number: number; state: 'removed' }> = {
  thread: 'quick',
  at: 'DELETE /watches/{id}/sources/{number}',
  says: 'Removes a source; what it found stays.',
  input: sourceInput,
  answers: { 200: 'Removed.', ...fails, 409: 'Removed before, or its files are damaged.' },
  refuses: { 'no-such-source': 404, 'site-removed': 409 },
  run: async (place, watch, { number: source }) => {
    await knownSource(place, watch, source);
    if (await place.removeSource(watch, source)) return { number: source, state: 'removed' };
    throw new BadInput([refusedValue('source', source, allowance('site-removed'))]);
  },
};

function onOff(on: boolean): 'on' | 'off' {
  return on ? 'on' : 'off';
}

function nothingChanged(): BadInput {
  return new BadInput([refusedValue('on', undefined, allowance('true-false'))]);
}
