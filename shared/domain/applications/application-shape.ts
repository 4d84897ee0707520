/** Checks the list `applications` that a module exports, and names its faults. */
import { type Allowance, allowance, type Refusal, refusedValue } from '../refusal/refusal.ts';
import { baseApplications, columnTypes } from './publication-application.ts';

/** Names of the bundled applications and of the result tables. */
const reservedNames: readonly string[] = [...baseApplications, 'traverse'];
/** Columns that each table of an application has before its own. */
export const commonColumns = [
  ...['record', 'source', 'address', 'publication', 'version', 'application', 'digest', 'seen', 'batch'],
] as const;

const mostApplications = 16;
const mostColumns = 100;
const members = ['name', 'columns', 'extract', 'reads', 'accepted', 'extends', 'publication'];
const functions = ['extract', 'reads', 'accepted', 'publication'] as const;

/** One sentence for each fault; `at` names the list. No function of the list is called. */
export function applicationFaults(at: string, given: unknown): readonly Refusal[] {
  if (!Array.isArray(given)) return [refusedValue(at, shownOf(given), allowance('list', { of: 'applications' }))];
  if (given.length === 0 || given.length > mostApplications)
    return [refusedValue(at, given.length, allowance('application-count', { most: mostApplications }))];
  const faults = given.flatMap((each: unknown, index) => faultsOf(`${at}[${index}]`, each));
  return [...faults, ...doubledNames(at, given)].slice(0, 10);
}

function faultsOf(at: string, given: unknown): readonly Refusal[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return [refusedValue(at, shownOf(given), allowance('plugin-object', { members }))];
  const of = given as Readonly<Record<string, unknown>>;
  const isExtending = of['extends'] !== undefined;
  const isRecording = !isExtending || of['columns'] !== undefined || of['extract'] !== undefined;
  return [
    ...nameFaults(`${at}.name`, of['name']),
    ...Object.keys(of).flatMap(key =>
      members.includes(key) ? [] : [refusedValue(at, key, allowance('application-member', { members }))],
    ),
    ...functions.flatMap(key => functionFaults(`${at}.${key}`, of[key], key === 'extract' && isRecording)),
    ...(isExtending && !baseApplications.some(base => base === of['extends'])
      ? [refusedValue(`${at}.extends`, shownOf(of['extends']), allowance('one-of', { names: baseApplications }))]
      : []),
    ...(!isExtending && of['publication'] !== undefined
      ? [refusedValue(`${at}.publication`, 'publication', allowance('application-not-extending'))]
      : []),
    ...(isRecording ? columnFaults(`${at}.columns`, of['columns']) : []),
    ...(!isRecording && of['accepted'] !== undefined
      ? [refusedValue(`${at}.accepted`, 'accepted', allowance('application-without-columns'))]
      : []),
  ];
}

function nameFaults(at: string, name: unknown): readonly Refusal[] {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,39}$/.test(name))
    return [refusedValue(at, shownOf(name), allowance('application-name'))];
  if (reservedNames.includes(name))
    return [refusedValue(at, name, allowance('application-reserved', { names: reservedNames }))];
  return [];
}

function functionFaults(at: string, given: unknown, isNeeded: boolean): readonly Refusal[] {
  if (typeof given === 'function' || (given === undefined && !isNeeded)) return [];
  return [refusedValue(at, shownOf(given), allowance('plugin-function'))];
}

function columnFaults(at: string, columns: unknown): readonly Refusal[] {
  const why: Allowance = allowance('application-columns', { types: columnTypes, most: mostColumns });
  if (typeof columns !== 'object' || columns === null || Array.isArray(columns))
    return [refusedValue(at, shownOf(columns), why)];
  const given = Object.entries(columns as Readonly<Record<string, unknown>>);
  if (given.length === 0 || given.length > mostColumns) return [refusedValue(at, given.length, why)];
  return given.flatMap(([name, type]) => {
    if (!/^[a-z][a-z0-9_]{0,59}$/.test(name)) return [refusedValue(at, name, allowance('application-column-name'))];
    if (commonColumns.some(each => each === name))
      return [refusedValue(at, name, allowance('application-column-reserved', { names: commonColumns }))];
    if (columnTypes.some(each => each === type)) return [];
    return [refusedValue(`${at}.${name}`, shownOf(type), allowance('one-of', { names: columnTypes }))];
  });
}

function doubledNames(at: string, given: readonly unknown[]): readonly Refusal[] {
  const seen = new Set<unknown>();
  return given.flatMap((each, index) => {
    const name: unknown = Reflect.get(Object(each) as object, 'name');
    if (typeof name !== 'string') return [];
    if (seen.has(name)) return [refusedValue(`${at}[${index}].name`, name, allowance('application-twice'))];
    seen.add(name);
    return [];
  });
}

/** Functions and the like have no JSON form, so they are shown as text. */
function shownOf(value: unknown): unknown {
  return typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint' ? typeof value : value;
}
