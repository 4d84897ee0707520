import { jsonOf } from '../../../../domain/spec/fields/json-of.ts';
import { isObject, type Json, type JsonObject } from './json-ld.ts';

const mostLevels = 200;
/** A function is gone through twice. */
const levelsOfFunction = 20;

const token =
  /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*')|(-?\d[\d.]*(?:e[+-]?\d+)?)|!([01])|((?:new\s)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)|([[{(]))/sy;
const head = /\s*function\s?\(([\w$, ]*)\)\s?(?=\{)/y;
const lambda = /\s*\)?\s*=>/y;
const statement = /\s*([A-Za-z_$][\w$]*)((?:\.[A-Za-z_$][\w$]*)*)\s?=(?![=>])/y;
const escaped = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|.))/gis;
const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };
const words: Readonly<Record<string, Json>> = { true: true, false: false };

/**
 * The value that code has at a place, as far as it needs no program: objects, lists, dates, and a function that gives a value of its
 * arguments. A call of another function stands for its first argument; several values in brackets are a list. undefined for other code.
 */
export function codeValue(code: string, from: number): Json | undefined {
  const reader = new CodeReader(code, from, new Map());
  const value = reader.value();
  return reader.isWhole ? value : undefined;
}

class CodeReader {
  isWhole = true;
  readonly #code: string;
  readonly #names: ReadonlyMap<string, Json>;
  #at: number;

  constructor(code: string, at: number, names: ReadonlyMap<string, Json>) {
    this.#code = code;
    this.#at = at;
    this.#names = names;
  }

  value(level = 0): Json {
    const [whole, text, number, bit, word, bracket] = this.#take(token) ?? [];
    if (whole === undefined || level > mostLevels) return this.#fail();
    if (text !== undefined) return unescaped(text);
    if (number !== undefined) return Number(number);
    if (bit !== undefined) return bit === '0';
    if (word !== undefined) return this.#named(word, level);
    if (bracket === '{') return Object.fromEntries(this.#list('}', () => this.#member(level)));
    if (bracket === '[') return this.#list(']', () => this.value(level + 1));
    const [, names] = this.#take(head) ?? [];
    if (names !== undefined) return this.#returned(names.split(','), level);
    if (this.#take(lambda) !== null) return this.value(level + 1);
    const values = this.#list(')', () => this.value(level + 1));
    return values.length === 1 ? values[0]! : values;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#code);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #takeSign(sign: string): boolean {
    while (/\s/.test(this.#code[this.#at] ?? '')) this.#at += 1;
    if (this.#code[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #fail(): null {
    this.isWhole = false;
    return null;
  }

  #list<T>(end: string, next: () => T): T[] {
    const items: T[] = [];
    while (this.isWhole && !this.#takeSign(end)) {
      items.push(next());
      if (this.#takeSign(',')) continue;
      if (!this.#takeSign(end)) this.#fail();
      break;
    }
    return items;
  }

  #member(level: number): [string, Json] {
    const [, text, number, , word] = this.#take(token) ?? [];
    const key = text === undefined ? (word ?? number ?? '') : unescaped(text);
    if (!this.#takeSign(':')) this.#fail();
    return [key, this.isWhole ? this.value(level + 1) : null];
  }

  #named(word: string, level: number): Json {
    if (word === 'void') {
      this.value(level + 1);
      return null;
    }
    if (!this.#takeSign('(')) return words[word] ?? this.#names.get(word) ?? null;
    const [value = null] = this.#list(')', () => this.value(level + 1));
    // What is done with it takes no part: `new URL("..", location).pathname.slice(0, -1)`.
    while (this.isWhole && this.#takeSign('.')) this.value(level + 1);
    if (word === 'JSON.parse') return typeof value === 'string' ? ((jsonOf(value) ?? null) as Json) : null;
    return word === 'new Date' ? timeOf(value) : value;
  }

  /** `(function(a,b){a.hot=true;return {title:b}}({},"Roads"))` */
  #returned(names: readonly string[], level: number): Json {
    const body = this.#at;
    this.#at += literalAt(this.#code, body).length;
    this.#takeSign(')');
    if (this.#at === body || !this.#takeSign('(')) return this.#fail();
    const values = this.#list(')', () => this.value(level + 1));
    this.#takeSign(')');
    const given = new Map(names.map((name, at) => [name.trim(), values[at] ?? null]));
    const inner = new CodeReader(this.#code, body + 1, given);
    const value = inner.#body(level + levelsOfFunction);
    return inner.isWhole && this.isWhole ? value : this.#fail();
  }

  #body(level: number): Json {
    const result = /\s*return(?![\w$])/y;
    while (this.isWhole && this.#take(result) === null) {
      const [, name, path] = this.#take(statement) ?? [];
      if (name === undefined) return this.#fail();
      setMember(this.#names.get(name), path!.split('.').slice(1), this.value(level + 1));
      if (!this.#takeSign(';') && !this.#takeSign(',')) return this.#fail();
    }
    return this.isWhole ? this.value(level + 1) : null;
  }
}

/** Members that an object inherits are not reached. */
function setMember(object: Json | undefined, path: readonly string[], value: Json): void {
  let inner = object;
  for (const key of path.slice(0, -1))
    inner = isObject(inner ?? null) && Object.hasOwn(inner as JsonObject, key) ? (inner as JsonObject)[key] : null;
  const key = path.at(-1);
  if (key !== undefined && isObject(inner ?? null))
    Object.defineProperty(inner, key, { value, enumerable: true, configurable: true, writable: true });
}

/** An instant, or its words. */
export function timeOf(value: Json): Json {
  const date = typeof value === 'number' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? value : date.toISOString();
}

function unescaped(literal: string): string {
  return literal.slice(1, -1).replace(escaped, (_, point?: string, unit?: string, byte?: string, sign?: string) => {
    if (sign !== undefined) return signs[sign] ?? (/[\r\n]/.test(sign) ? '' : sign);
    const code = Number.parseInt((point ?? unit ?? byte)!, 16);
    return code > 0x10ffff ? '' : String.fromCodePoint(code);
  });
}

/** The string, list or object that begins at a place of a script; '' where it does not end. */
export function literalAt(script: string, from: number): string {
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
