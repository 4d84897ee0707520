/** The operations on the alerts of a watch. */
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import { allowance, asMessage, BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { boundedList, oneOf, trueFalse } from '../../domain/spec/fields/field-values.ts';
import fields from '../../domain/spec/fields/fields-en.json' with { type: 'json' };
import { type FieldName, readBySchema } from '../../domain/spec/schema-refusals.ts';
import { type AlertStatus, changeKinds } from '../../wings/publications/alerts/alert.ts';
import { judgements } from '../../wings/publications/table/tone-table.ts';
import type { Operation } from '../operation.ts';
import type { AddedAlert, AlertTest } from '../watch-service.ts';
import { fails, number } from './source-operations.ts';

const short = (most: number) =>
  z
    .string()
    .min(1)
    .max(most, { error: asMessage(allowance('most-characters', { most })) });
const nameError = asMessage(allowance('alert-name'));
const alertName = z
  .string({ error: nameError })
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u, { error: nameError })
  .describe('Its name.');
const someOf = <T extends string>(names: readonly T[]) => z.array(oneOf(names)).max(names.length);
const timeError = asMessage(allowance('time-of-day'));
const zoneError = asMessage(allowance('named-zone'));
const digest = z
  .strictObject({
    at: z.string({ error: timeError }).regex(/^([01]?\d|2[0-3]):[0-5]\d$/, { error: timeError }),
    timeZone: z.string({ error: zoneError }).max(40, { error: zoneError }).refine(isNamedZone, { error: zoneError }),
  })
  .optional()
  .describe('Collected, and sent once a day at this time, as 08:30; absent: at the end of each look.');

/** Abbreviations such as MSK have no rule for the hour at which a clock changes. */
function isNamedZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

const filterInput = z.strictObject({
  query: short(500).optional().describe(fields['filter.query'].says),
  source: z.array(number).max(1_000).optional().describe('Numbers of sources.'),
  organization: z.array(short(200)).max(1_000).optional().describe(fields['filter.organization'].says),
  tone: someOf(judgements).optional().describe(fields['filter.tone'].says),
  language: short(35).optional().describe(fields['filter.language'].says),
  originals: trueFalse.optional().describe(fields['filter.originals'].says),
  nested: trueFalse.optional().describe(fields['filter.nested'].says),
  confidence: z.number().min(0).max(1).optional().describe(fields['filter.confidence'].says),
});

const newInput = z.strictObject({
  name: alertName,
  changes: someOf(changeKinds).min(1).default(['new']).describe('Changes that it is about: new, changed, gone.'),
  filter: filterInput.default({}).describe('The publications that it is about.'),
  digest,
  notify: boundedList(short(2_048), [0, 20], asMessage(allowance('list-of-most', { most: 20, of: 'receivers' })))
    .default([])
    .describe('Webhooks (signed), and mailto:ADDRESS; none: the feed alone.'),
  smtp: short(2_048).optional().describe('Server of mails: smtps://USER@HOST:465 or smtp://USER@HOST:587.'),
  smtpPassword: short(1_000).optional().describe('Its password, kept in the state folder of the user.'),
  mailFrom: short(320).optional().describe('Sender of mails.'),
});

/** As a command gives it. `nameOf` names a field. Throws `BadInput` with a sentence for each fault. */
export function readAlert(given: z.input<typeof newInput>, nameOf: FieldName): z.infer<typeof newInput> {
  return readBySchema(newInput, given, nameOf);
}

const named = z.strictObject({ name: alertName });
const none = z.strictObject({});
const refuses = { 'no-such-alert': 404, 'no-alert': 404, 'alerts-elsewhere': 409 } as const;
const elsewhere = { ...fails, 409: 'This place sends no alerts, or its files are damaged.' };

export const listAlerts: Operation<z.infer<typeof none>, { readonly alerts: readonly AlertStatus[] }> = {
  at: 'GET /watches/{id}/alerts',
  says: 'Lists the alerts of a watch: what they are about, the path of the feed of each, and how many notices were sent, failed or wait.',
  input: none,
  ...{ answers: { 200: 'The alerts, by name.', ...elsewhere }, refuses },
  run: async ({ watches }, watch) => ({ alerts: await here(watches.listAlerts)(watch) }),
};

export const addAlert: Operation<z.infer<typeof newInput>, AddedAlert> = {
  at: 'POST /watches/{id}/alerts',
  says: 'Saves a filter: what fits from now on is in its feed, and goes to those who are to be notified. One of the same name is replaced.',
  ...{ input: newInput, body: 'The alert.' },
  ...{ answers: { 201: 'The alert; `secrets` sign its webhooks, and are not shown again.', ...elsewhere }, refuses },
  run: async ({ watches }, watch, { filter, ...alert }) =>
    await here(watches.addAlert)(watch, { ...defined(alert), filter: defined(filter) }),
};

export const removeAlert: Operation<z.infer<typeof named>, { readonly name: string }> = {
  at: 'DELETE /watches/{id}/alerts',
  says: 'Removes an alert, with the notices that wait.',
  ...{ input: named, answers: { 200: 'Removed.', ...elsewhere }, refuses },
  run: async ({ watches }, watch, { name }) => {
    await here(watches.removeAlert)(watch, name);
    return { name };
  },
};

export const testAlert: Operation<z.infer<typeof named>, AlertTest> = {
  at: 'POST /watches/{id}/alerts/test',
  says: 'Sends the latest changes that an alert is about, ten at most, to each of its receivers now.',
  ...{ input: named, body: 'Its name.' },
  ...{ answers: { 200: 'How many `changes`, and for each receiver the `fault`, if any.', ...elsewhere }, refuses },
  run: async ({ watches }, watch, { name }) => await here(watches.testAlert)(watch, name),
};

/** Throws `BadInput` where the place has no alerts. */
export function here<T>(call: T | undefined): T {
  if (call === undefined) throw new BadInput([refusal('alerts-elsewhere')]);
  return call;
}
