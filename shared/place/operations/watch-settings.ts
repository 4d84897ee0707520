/** How the sources of a new watch are looked at: `watch` in the body of POST /watches, and in the file of `watch new`. */
import * as z from 'zod';
import { keepPagesByDefault, keptDays } from '../../domain/protocol/kept-days.ts';
import { allowance, asMessage, BadInput } from '../../domain/refusal/refusal.ts';
import { lookSeconds, watchDefaults } from '../../domain/spec/crawl-spec.ts';
import { decodeDays, decodeDuration } from '../../domain/spec/decode-setting.ts';
import { boundedList, described, trueFalse, wholeNumber } from '../../domain/spec/fields/field-values.ts';
import { isMapping } from '../../domain/spec/fields/is-mapping.ts';
import { type FieldName, schemaRefusals } from '../../domain/spec/schema-refusals.ts';
import { address, requests, interval as seconds, timeZone } from './source-operations.ts';

const recheckError = asMessage(allowance('list-of-most', { most: 20, of: 'seconds' }));
const mostHosts = 100;
const hostsError = asMessage(allowance('list-of-most', { most: mostHosts, of: 'addresses' }));

/** How the sources of a new watch are looked at. */
export const watchSchema = z.strictObject(
  described(
    {
      leastInterval: seconds.default(watchDefaults.leastS),
      mostInterval: seconds.default(watchDefaults.mostS),
      interval: seconds.optional(),
      recheck: boundedList(seconds, [0, 20], recheckError).default([...watchDefaults.recheckS]),
      gather: wholeNumber(0, 86_400, 'seconds').default(3_600),
      archive: trueFalse.default(false),
      timeZone: timeZone.optional(),
      keepPages: wholeNumber(0, keptDays.at(-1)!, 'days').default(keepPagesByDefault),
      requests,
      start: trueFalse.default(true),
      hosts: boundedList(address, [0, mostHosts], hostsError).default([]),
    },
    'watch.',
  ),
);

/** The settings that the command line has too, by the names of its options. */
const fileSchema = watchSchema.pick({
  ...{ interval: true, leastInterval: true, mostInterval: true, recheck: true },
  ...{ archive: true, timeZone: true, keepPages: true },
});
export const fileSettings = Object.keys(fileSchema.shape);
export type WatchSettings = Partial<z.infer<typeof fileSchema>>;

const times = new Set(['interval', 'leastInterval', 'mostInterval', 'recheck']);

const timeError = asMessage(allowance('time-span', lookSeconds));

/** The same with times as people write them (`15m`, `[1h, 1d]`) in seconds, and in days for which pages are kept. */
function inSeconds(given: unknown): unknown {
  if (!isMapping(given)) return given;
  const read = (value: unknown): unknown => (typeof value === 'string' ? decodeDuration(value) : value);
  const all = Object.entries(given).map(([name, value]) => {
    if (name === 'keepPages' && typeof value === 'string') return [name, decodeDays(value)] as const;
    if (!times.has(name)) return [name, value] as const;
    return [name, Array.isArray(value) ? value.map(read) : read(value)] as const;
  });
  return Object.fromEntries(all);
}

/** Those that are given. `nameOf` names a field of the file. Throws `BadInput` with a sentence for each fault. */
export function readWatchSettings(given: unknown, nameOf: FieldName): WatchSettings {
  const result = fileSchema.safeParse(inSeconds(given));
  if (!result.success) {
    // A person may have written `15m`.
    const issues = result.error.issues.map(issue =>
      times.has(String(issue.path[0])) && (issue.path[0] !== 'recheck' || issue.path.length > 1)
        ? { ...issue, message: timeError }
        : issue,
    );
    throw new BadInput(schemaRefusals(fileSchema, issues, given, nameOf));
  }
  return Object.fromEntries(Object.entries(result.data).filter(([name]) => Object.hasOwn(Object(given), name)));
}
