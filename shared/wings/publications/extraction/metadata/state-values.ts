import { jsonOf } from '../../../../domain/spec/fields/json-of.ts';
import { CodeReader, timeOf } from './code-reader.ts';
import { isObject, type Json, listOf } from './json-ld.ts';

/** Characters of all data of a page that are read, and assignments of one script. */
const most = { text: 2_000_000, assignments: 10, rows: 5_000, wrapping: 4 };
/** Properties of an island of Astro have the number of their type beside each value: `{"title":[0,"Roads"]}`. */
const island = /^\{"[^"]{1,60}":\[\d\d?,/;
const handing =
  /(?:(?:(?:window|self|globalThis)(?:\.[\w$]{1,60}|\[["'][\w$]{1,60}["']\])|(?:var|let|const)\s[\w$]{1,60}|__[\w$]{1,60})\s{0,9}=\s{0,9}(?=\{|\[|\(function|JSON\.parse\()|(?:kit\.start|__sveltekit_\w{1,60}\.resolve|(?:streamController|__next_f)\.(enqueue|push))(?=\())/g;

/** A script of a page: its text, and whether its type says that the text is JSON. */
export interface StateScript {
  readonly text: string;
  readonly isJson: boolean;
}

/** A value of a page's data, and the texts that it names instead of holding them. */
export interface StateValue {
  readonly value: Json;
  readonly texts: ReadonlyMap<string, string>;
}

const noTexts: ReadonlyMap<string, string> = new Map();

/** The data in scripts: documents of JSON, values that a script assigns or hands over, and the streams of React and its router. */
export function stateValues(scripts: readonly StateScript[]): readonly StateValue[] {
  const found: Json[] = [];
  const streams = { rows: [] as string[], lines: [] as string[] };
  let left = most.text;
  for (const { text, isJson } of scripts) {
    if (text.length > left) continue;
    left -= text.length;
    found.push(...(isJson ? [withMembers(parsed(text))] : handed(text, streams)));
  }
  found.push(linesOf(streams.lines.join('')));
  const values = found.filter(value => typeof value === 'object' && value !== null);
  return [...values.map(value => ({ value, texts: noTexts })), ...rowsOf(streams.rows.join(''))];
}

/** A script is code as a rule. */
function parsed(text: string): Json {
  const value = (jsonOf(text) ?? null) as Json;
  return value !== null && island.test(text) ? (JSON.parse(text, withoutType) as Json) : value;
}

function withoutType(_: string, value: Json): Json {
  return Array.isArray(value) && value.length === 2 && Number.isInteger(value[0]) ? value[1] : value;
}

/** Nuxt lists all values once; members are the places of theirs in the list: `[{"title":1},"Roads"]`. So does React Router, with names: `[{"_1":2},"title","Roads"]`. */
function withMembers(list: Json): Json {
  if (!Array.isArray(list) || typeof list[0] !== 'object') return list;
  const values: readonly Json[] = list;
  const isPlace = (value: Json) => Number.isInteger(value) && (value as number) < values.length;
  const isOfPlaces = (value: Json) =>
    value === null || typeof value !== 'object' || isWrapped(value) || Object.values(value).every(isPlace);
  if (!values.every(isOfPlaces)) return list;
  const whole = values.map(value => (Array.isArray(value) ? [] : isObject(value) ? {} : value));
  const nameOf = (key: string) => (/^_\d+$/.test(key) ? String(values[Number(key.slice(1))]) : key);
  const at = (place: Json, level = 0): Json => {
    const value = values[place as number] ?? null;
    if (!isWrapped(value)) return whole[place as number] ?? null;
    if (value[0] === 'D') return timeOf(value[1]);
    return typeof value[1] === 'number' && level < most.wrapping ? at(value[1], level + 1) : value[1];
  };
  for (const [i, value] of values.entries())
    if (typeof value === 'object' && value !== null && !isWrapped(value))
      Object.assign(
        whole[i] as object,
        Array.isArray(value)
          ? value.map(each => at(each))
          : Object.fromEntries(Object.entries(value).map(([key, each]) => [nameOf(key), at(each as Json)])),
      );
  return whole;
}

/** `["Reactive", 7]`, `["Date", "2026-11-20T08:15:00Z"]` */
function isWrapped(value: Json): value is readonly [string, Json] {
  return Array.isArray(value) && typeof value[0] === 'string';
}

/** The values that a script assigns, or hands to the program of its page; texts that belong to streams are put there. */
function handed(script: string, streams: { readonly rows: string[]; readonly lines: string[] }): readonly Json[] {
  const values: Json[] = [];
  handing.lastIndex = 0;
  for (let i = 0; i < most.assignments; i += 1) {
    const match = handing.exec(script);
    if (match === null) break;
    const reader = new CodeReader(script, handing.lastIndex);
    const value = reader.value();
    if (!reader.isWhole) continue;
    handing.lastIndex = reader.at;
    if (match[1] === 'enqueue' && typeof value === 'string') streams.lines.push(value);
    else if (match[1] === 'push') streams.rows.push(String(listOf(value)[1] ?? ''));
    else values.push(value);
  }
  return values;
}

/** Lines of React Router's stream: a list of values, and behind a name the further values of the same list. */
function linesOf(stream: string): Json {
  const lists = stream.split('\n', most.rows).map(line => parsed(line.replace(/^[PE]\d+:/, '')));
  return withMembers(lists.flatMap(list => (Array.isArray(list) ? (list as readonly Json[]) : [])));
}

/** Rows of React's stream: `1a:{"json":…}` up to the end of the line, and `1b:T3f2,` with a text of so many bytes, which others call `$1b`. */
function rowsOf(stream: string): readonly StateValue[] {
  const bytes = Buffer.from(stream);
  const texts = new Map<string, string>();
  const values: Json[] = [];
  for (let at = 0, rows = 0; at < bytes.length && rows < most.rows; rows += 1) {
    const [head, name, size] = /^\s*([\da-f]+):(?:T([\da-f]+),)?/.exec(bytes.toString('latin1', at, at + 40)) ?? [];
    if (head !== undefined && size !== undefined) {
      const from = at + head.length;
      const to = from + Number.parseInt(size, 16);
      texts.set(`$${name}`, bytes.toString('utf8', from, to));
      at = to;
      continue;
    }
    const line = bytes.indexOf('\n', at);
    const to = line < 0 ? bytes.length : line;
    if (head !== undefined) {
      const value = parsed(bytes.toString('utf8', at + head.length, to));
      if (typeof value === 'object' && value !== null) values.push(value);
    }
    at = to + 1;
  }
  return values.map(value => ({ value, texts }));
}
