import { jsonOf } from '../../../../domain/spec/fields/json-of.ts';
import { isObject, type Json } from './json-ld.ts';

/** Characters of all data of a page that are read, and assignments of one script. */
const most = { text: 2_000_000, assignments: 10, rows: 5_000, wrapping: 4 };
const assignment =
  /(?:(?:window|self|globalThis)(?:\.[\w$]{1,60}|\[["'][\w$]{1,60}["']\])|(?:var|let|const)\s[\w$]{1,60}|__[\w$]{1,60})\s{0,9}=\s{0,9}(?=\{|\[|JSON\.parse\()/g;

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

/** The data in scripts: documents of JSON, values that a script assigns, and the rows of a streaming React page. */
export function stateValues(scripts: readonly StateScript[]): readonly StateValue[] {
  const found: Json[] = [];
  const pushed: string[] = [];
  let left = most.text;
  for (const { text, isJson } of scripts) {
    if (text.length > left) continue;
    left -= text.length;
    const values = isJson ? [withMembers(parsed(text))] : [];
    if (!isJson && text.includes('__next_f.push(')) pushed.push(...pushedTexts(text));
    else if (!isJson) values.push(...assigned(text), returned(text));
    found.push(...values.filter(value => typeof value === 'object' && value !== null));
  }
  return [...found.map(value => ({ value, texts: noTexts })), ...rowsOf(pushed.join(''))];
}

/** A script is code as a rule. */
function parsed(text: string): Json {
  return (jsonOf(text) ?? null) as Json;
}

/** Nuxt lists all values once; members are the places of theirs in the list: `[{"title":1},"Roads"]`. */
function withMembers(list: Json): Json {
  if (!Array.isArray(list) || typeof list[0] !== 'object') return list;
  const values: readonly Json[] = list;
  const isPlace = (value: Json) => Number.isInteger(value) && (value as number) < values.length;
  const isOfPlaces = (value: Json) =>
    value === null || typeof value !== 'object' || isWrapped(value) || Object.values(value).every(isPlace);
  if (!values.every(isOfPlaces)) return list;
  const whole = values.map(value => (Array.isArray(value) ? [] : isObject(value) ? {} : value));
  const at = (place: Json, level = 0): Json => {
    const value = values[place as number] ?? null;
    if (!isWrapped(value)) return whole[place as number] ?? null;
    return typeof value[1] === 'number' && level < most.wrapping ? at(value[1], level + 1) : value[1];
  };
  for (const [i, value] of values.entries())
    if (typeof value === 'object' && value !== null && !isWrapped(value))
      Object.assign(
        whole[i] as object,
        Array.isArray(value)
          ? value.map(each => at(each))
          : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, at(each as Json)])),
      );
  return whole;
}

/** `["Reactive", 7]`, `["Date", "2026-11-20T08:15:00Z"]` */
function isWrapped(value: Json): value is readonly [string, Json] {
  return Array.isArray(value) && typeof value[0] === 'string';
}

function assigned(script: string): readonly Json[] {
  const values: Json[] = [];
  assignment.lastIndex = 0;
  for (let i = 0; i < most.assignments; i += 1) {
    const match = assignment.exec(script);
    if (match === null) break;
    const isParse = script.startsWith('JSON.parse(', assignment.lastIndex);
    const from = assignment.lastIndex + (isParse ? 'JSON.parse('.length : 0);
    const literal = literalAt(script, from);
    assignment.lastIndex = from + literal.length;
    const text = isParse
      ? parsed(asDoubleQuoted(literal))
      : literal.replace(/:\s*(?:undefined|void 0)(?=\s*[,}])/g, ':null');
    if (typeof text === 'string') values.push(parsed(text));
  }
  return values;
}

/** `__NUXT__=(function(a,b){return {title:a,hot:b}}("Roads",!0))`: the value that the function gives of its arguments. */
function returned(script: string): Json {
  const [head, names] = /__NUXT__\s?=\s?\(function\s?\(([\w$, ]*)\)\s?\{\s?return\s?(?=\{)/.exec(script) ?? [];
  if (head === undefined) return null;
  const from = script.indexOf(head) + head.length;
  const literal = literalAt(script, from);
  const rest = script.slice(from + literal.length);
  const given = rest.slice(rest.indexOf('(') + 1, rest.lastIndexOf(')', rest.lastIndexOf(')') - 1));
  const values = parsed(asJson(`[${given}]`, new Map()));
  const texts = Array.isArray(values) ? values.map(value => JSON.stringify(value)) : [];
  return parsed(asJson(literal, new Map(names!.split(',').map((name, at) => [name.trim(), texts[at] ?? 'null']))));
}

const codeWord = /"(?:[^"\\]|\\.)*"|void 0|![01]|([A-Za-z_$][\w$]*)(\s?:)?/g;

/** Names of members get quotes; other names stand for `values`. */
function asJson(code: string, values: ReadonlyMap<string, string>): string {
  return code.replace(codeWord, (word: string, name?: string, colon?: string) => {
    if (name === undefined) return { 'void 0': 'null', '!0': 'true', '!1': 'false' }[word] ?? word;
    if (colon !== undefined) return `"${name}":`;
    return /^(?:true|false|null)$/.test(name) ? name : (values.get(name) ?? 'null');
  });
}

/** The string, list or object that begins at a place of a script; '' where it does not end. */
function literalAt(script: string, from: number): string {
  const sign = /["'{}[\]\\]/g;
  let depth = 0;
  let quote = '';
  sign.lastIndex = from;
  for (let match = sign.exec(script); match !== null; match = sign.exec(script)) {
    const [each] = match;
    if (each === '\\') sign.lastIndex += 1;
    else if (quote !== '') quote = each === quote ? '' : quote;
    else if (each === '"' || each === "'") quote = each;
    else depth += each === '{' || each === '[' ? 1 : -1;
    if (quote === '' && depth <= 0 && each !== '\\') return script.slice(from, sign.lastIndex);
  }
  return '';
}

function asDoubleQuoted(literal: string): string {
  if (!literal.startsWith("'")) return literal;
  return `"${literal
    .slice(1, -1)
    .replace(/\\'/g, "'")
    .replace(/(?<!\\)((?:\\\\)*)"/g, '$1\\"')}"`;
}

/** `self.__next_f.push([1,"…"])` */
function pushedTexts(script: string): readonly string[] {
  const from = script.indexOf('__next_f.push(') + '__next_f.push('.length;
  const value = parsed(literalAt(script, from));
  return Array.isArray(value) && typeof value[1] === 'string' ? [value[1]] : [];
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
