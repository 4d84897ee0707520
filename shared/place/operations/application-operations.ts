/** The operations on the applications of a watch, in any place and through any door. */
import * as z from 'zod';
import { allowance, asMessage } from '../../domain/refusal/refusal.ts';
import { boundedList, trueFalse } from '../../domain/spec/fields/field-values.ts';
import type { Operation } from '../operation.ts';
import type { KeptByApplications } from '../watch-service.ts';
import { fails, noSource } from './source-operations.ts';

/** Marked pages that an answer shows; all of them are in the table `application_marks`. */
const mostMarks = 1_000;
const mostNames = 100;

const noInput = z.strictObject({});

export const listApplications: Operation<z.infer<typeof noInput>, KeptByApplications> = {
  at: 'GET /watches/{id}/applications',
  says: 'Shows what your own applications keep: their tables, how far `accepted` has come, and pages at which they failed when they read them last.',
  input: noInput,
  answers: { 200: '`tables` and `marks`, at most 1,000 of these.', ...fails },
  run: async ({ watches }, watch) => await watches.applications(watch, mostMarks),
};

const namesError = asMessage(allowance('list-of-most', { most: mostNames, of: 'applications' }));
const name = z.string({ error: namesError }).max(100, { error: namesError });
const sourceError = asMessage(allowance('no-such-source'));

/** `source`: its number; absent: all sources. */
const switchInput = z.strictObject({
  names: boundedList(name, [1, mostNames], namesError),
  on: trueFalse,
  source: z.int({ error: sourceError }).min(1, { error: sourceError }).optional(),
});

interface AppliedAt {
  /** Of a source. */
  readonly number: number;
  /** They are on from now on. */
  readonly applications: readonly string[];
}

export const switchApplications: Operation<z.infer<typeof switchInput>, { readonly sources: readonly AppliedAt[] }> = {
  at: 'PATCH /watches/{id}/applications',
  says: 'Switches applications on or off, at one source or at all.',
  ...{ input: switchInput, body: 'Names of applications.' },
  answers: { 200: 'Of each source the names that are on from now on.', ...fails },
  refuses: { 'no-such-source': 404 },
  run: async (place, watch, { names, on, source }) => {
    if (source !== undefined && (await place.watches.source(watch, source)) === undefined) throw noSource(source);
    const changed = await place.watches.switchApplications(watch, names, on, source);
    return { sources: [...changed].map(([number, applications]) => ({ number, applications })) };
  },
};
