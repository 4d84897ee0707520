/**
 * Lists behind a form with method GET that chooses a time: selects of years, months and days, a select of months, date fields. Each
 * choice is a further part of the list.
 */
import { monthOf } from '../times/month-names.ts';
import type { DateFormat, FormField, FormOption, GetForm } from './get-forms.ts';

/** A choice: a year, or a month or a day of it. */
interface Chosen {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  /** By the name of the field. */
  readonly values: Readonly<Record<string, string>>;
}

/** Parts of one form; the newest count. */
const mostParts = 1_000;
/** Months and days back where a date field does not say its first. */
const mostMonths = 120;
const mostDays = 366;
const dayMs = 86_400_000;
/** Forms for dates that are none of lists book rooms. */
const listPath = /archiv|arhiv|news|nov[oi]st|noticias|nachrichten|press|date|calendar|kalend|all|lenta|events?/i;

/** How a form chooses a time. */
type Times = 'months' | 'years' | 'day' | 'period' | 'none';

function timesOf({ action, fields }: GetForm, base: string): Times {
  const kinds = fields.map(kindOf);
  if (new URL(action).host !== new URL(base).host) return 'none';
  if (kinds.includes('months')) return 'months';
  if (kinds.includes('years')) return 'years';
  const [from, to, other] = fields.filter(({ format }) => format !== undefined);
  const [path, own] = [action, base].map(each => new URL(each).pathname);
  if (from === undefined || other !== undefined || !(path === own || listPath.test(path!))) return 'none';
  return to === undefined ? 'day' : 'period';
}

/** The kind of time that a select chooses. Options without a time, as "all", are left out. */
function kindOf({ options }: FormField): 'months' | 'years' | 'month' | 'day' | undefined {
  const chosen = options.filter(isChoice);
  if (chosen.length === 0) return undefined;
  if (chosen.every(option => monthIn(option) !== undefined)) return 'months';
  if (chosen.every(option => yearIn(option) !== undefined)) return 'years';
  if (chosen.every(({ text }) => monthOf(text) !== undefined)) return 'month';
  const numbers = chosen.map(({ value }) => (/^\d{1,2}$/.test(value) ? Number(value) : Number.NaN));
  if (!numbers.every(each => each >= 1 && each <= 31)) return undefined;
  return Math.max(...numbers) > 12 ? 'day' : chosen.length === 12 ? 'month' : undefined;
}

function isChoice({ value, text }: FormOption): boolean {
  return value !== '' && !(/^(?:0|-1|all|any)$/i.test(value) && !/\d/.test(text));
}

function yearIn({ value, text }: FormOption): number | undefined {
  const year = [value, text].find(each => /^(?:19[89]|20\d)\d$/.test(each));
  return year === undefined ? undefined : Number(year);
}

/** A month of a year: `2025-03`, `03.2025`, `202503`, "March 2025". */
function monthIn({ value, text }: FormOption): Pick<Chosen, 'year' | 'month'> | undefined {
  const [, year, month] = /^((?:19[89]|20\d)\d)[-/.]?(0[1-9]|1[0-2])$/.exec(value) ?? [];
  if (year !== undefined) return { year: Number(year), month: Number(month) };
  const [, monthFirst, yearLast] = /^(0?[1-9]|1[0-2])[-/.]((?:19[89]|20\d)\d)$/.exec(value) ?? [];
  if (yearLast !== undefined) return { year: Number(yearLast), month: Number(monthFirst) };
  const [, name = '', named] = /^(\p{L}+)\.?,?\s+((?:19[89]|20\d)\d)(?:\s*(?:г\.?|года?|\(\d+\)))*$/iu.exec(text) ?? [];
  const number = monthOf(name);
  return number === undefined ? undefined : { year: Number(named), month: number };
}

/** Whether its choices are further parts of a list. `base`: the address of its page. */
export function choosesTime(form: GetForm, base: string): boolean {
  return timesOf(form, base) !== 'none';
}

/** The places of addresses that say the time of a form's parts, as `countingPlaces` names them. */
export function timePlaces({ action, fields }: GetForm): readonly string[] {
  const isTime = (field: FormField): boolean => kindOf(field) !== undefined || field.format !== undefined;
  return fields.filter(isTime).map(({ name }) => `${new URL(action).pathname}?${name}=*`);
}

/** Whether an address is a part behind the form: what its own page offers is known by then. */
export function isPartOf(form: GetForm, address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  const places = timePlaces(form);
  return [...searchParams.keys()].some(name => places.includes(`${pathname}?${name}=*`));
}

/** Addresses of all parts of a list behind a form, the newest first. `base`: of its page; `now`: ms since the epoch. */
export function formParts(form: GetForm, base: string, now: number): readonly string[] {
  const orders = chosenIn(form, base, now).toSorted((a, b) => orderOf(b) - orderOf(a));
  // Somewhere it is tomorrow already.
  const last = now + dayMs;
  const past = orders.filter(({ year, month = 1, day = 1 }) => Date.UTC(year, month - 1, day) <= last);
  return past.slice(0, mostParts).map(({ values }) => addressOf(form, values));
}

function addressOf({ action, fields }: GetForm, values: Chosen['values']): string {
  const address = new URL(action);
  address.hash = '';
  address.search = new URLSearchParams(fields.map(({ name, value }) => [name, values[name] ?? value])).toString();
  return address.href;
}

function orderOf({ year, month = 0, day = 0 }: Chosen): number {
  return (year * 13 + month) * 32 + day;
}

function chosenIn(form: GetForm, base: string, now: number): readonly Chosen[] {
  switch (timesOf(form, base)) {
    case 'months':
      return ofKind(form, 'months').flatMap(({ name, options }) =>
        options.filter(isChoice).map(each => ({ ...monthIn(each)!, values: { [name]: each.value } })),
      );
    case 'years':
      return daysOf(form, monthsOf(form, yearsOf(form)));
    case 'day':
    case 'period':
      return datesOf(form, now);
    case 'none':
      return [];
  }
}

function ofKind({ fields }: GetForm, kind: ReturnType<typeof kindOf>): readonly FormField[] {
  return fields.filter(field => kindOf(field) === kind).slice(0, 1);
}

function yearsOf(form: GetForm): readonly Chosen[] {
  return ofKind(form, 'years').flatMap(({ name, options }) =>
    options.filter(isChoice).map(each => ({ year: yearIn(each)!, values: { [name]: each.value } })),
  );
}

function monthsOf(form: GetForm, years: readonly Chosen[]): readonly Chosen[] {
  const [field] = ofKind(form, 'month');
  if (field === undefined) return years;
  const months = field.options
    .filter(isChoice)
    .map(each => ({ each, month: monthOf(each.text) ?? Number(each.value) }));
  return years.flatMap(({ year, values }) =>
    months.map(({ each, month }) => ({ year, month, values: { ...values, [field.name]: each.value } })),
  );
}

/** Where a form admits a whole month, days are not chosen. */
function daysOf(form: GetForm, months: readonly Chosen[]): readonly Chosen[] {
  const [field] = ofKind(form, 'day');
  if (field === undefined) return months;
  const whole = field.options.find(each => !isChoice(each));
  if (whole !== undefined)
    return months.map(each => ({ ...each, values: { ...each.values, [field.name]: whole.value } }));
  return months.flatMap(each =>
    field.options
      .map(({ value }) => ({ ...each, day: Number(value), values: { ...each.values, [field.name]: value } }))
      .filter(({ year, month = 1, day }) => new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day),
  );
}

/** Of one field each day, or each month; of two each month from its first day to its last. */
function datesOf({ fields }: GetForm, now: number): readonly Chosen[] {
  const [from, to] = fields.filter(({ format }) => format !== undefined);
  const byDay = to === undefined && from!.format !== 'YYYY-MM';
  const [year, month, day] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), new Date(now).getUTCDate()];
  const first = Date.parse(from!.min ?? '') || 0;
  const dates = Array.from({ length: byDay ? mostDays : mostMonths }, (_, back) =>
    byDay ? Date.UTC(year, month, day - back) : Date.UTC(year, month - back, 1),
  );
  return dates
    .filter(each => each >= first - 31 * dayMs)
    .map(each => chosenDate(each, [from!, ...(to === undefined ? [] : [to])]));
}

function chosenDate(at: number, [from, to]: readonly FormField[]): Chosen {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const last = to && { [to.name]: written(Date.UTC(year, month, 0), to.format!) };
  return { year, month, day: date.getUTCDate(), values: { [from!.name]: written(at, from!.format!), ...last } };
}

function written(at: number, format: DateFormat): string {
  const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-');
  return format.replace('YYYY', year!).replace('MM', month!).replace('DD', day!);
}
