import { jsonOf } from '../../../../domain/spec/fields/json-of.ts';
import type { Json } from './json-ld.ts';

const mostLevels = 200;
/** A function is gone through twice, for its values are behind it. */
const levelsOfFunction = 60;

const token =
  /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*')|(-?\d[\d.]*(?:e[+-]?\d+)?)|!([01])|((?:new\s)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)|([[{(]))/sy;
const head = /\s*function\s?\(([\w$, ]*)\)\s?\{/y;
const lambda = /\s*\)?\s*=>/y;
const statement = /\s*(?:(return)(?![\w$])|([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*)|\[(\d+)\])\s?=)/y;
const escaped = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|.))/gis;
const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\r\n': '', '\n': '' };

/**
 * Values of code, as far as they need no program: objects, lists, dates, and a function that gives a value of its arguments. A
 * call of another function is its first argument; several values in brackets are a list.
 */
export class CodeReader {
  /** Where the value ends. */
  at: number;
  /** False of other code. */
  isWhole = true;
  readonly #code: string;
  #names: ReadonlyMap<string, Json> = new Map();

  constructor(code: string, at: number) {
    this.#code = code;
    this.at = at;
  }

  value(level = 0): Json {
    const [whole, text, number, bit, word, bracket] = this.#take(token) ?? [];
    if (whole === undefined || level > mostLevels) return this.#fail();
    if (text !== undefined) return unescaped(text);
    if (number !== undefined) return Number(number);
    if (bit !== undefined) return bit === '0';
    if (word !== undefined) return this.#named(word, level + 1);
    if (bracket === '{') return Object.fromEntries(this.#list('}', () => this.#member(level + 1)));
    if (bracket === '[') return this.#list(']', () => this.value(level + 1));
    const [, names] = this.#take(head) ?? [];
    if (names !== undefined) return this.#returned(names.split(','), level + levelsOfFunction);
    if (this.#take(lambda) !== null) return this.value(level + 1);
    const values = this.#list(')', () => this.value(level + 1));
    return values.length === 1 ? values[0]! : values;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#code);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  #takeSign(sign: string): boolean {
    while (/\s/.test(this.#code[this.at] ?? '')) this.at += 1;
    const isThere = this.#code[this.at] === sign;
    if (isThere) this.at += 1;
    return isThere;
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
    return [key, this.#takeSign(':') ? this.value(level) : this.#fail()];
  }

  #named(word: string, level: number): Json {
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'void') this.value(level);
    if (!this.#takeSign('(')) return this.#names.get(word) ?? null;
    const [value = null] = this.#list(')', () => this.value(level));
    // Members of the result take no part: `new URL("..", location).pathname.slice(0, -1)`.
    while (this.isWhole && this.#takeSign('.')) this.value(level);
    if (word === 'JSON.parse') return (jsonOf(String(value)) ?? null) as Json;
    return word === 'new Date' ? timeOf(value) : value;
  }

  /** `(function(a,b){a.hot=true;return {title:b}}({},"Roads"))`, behind the bracket of the function. */
  #returned(names: readonly string[], level: number): Json {
    const [body, outer] = [this.at, this.#names];
    this.#body(level);
    this.#takeSign(';');
    const isClosed = this.#takeSign('}');
    this.#takeSign(')');
    if (!isClosed || !this.#takeSign('(')) return this.#fail();
    const values = this.#list(')', () => this.value(level));
    this.#takeSign(')');
    const end = this.at;
    this.at = body;
    this.#names = new Map(names.map((name, place) => [name.trim(), values[place] ?? null]));
    const value = this.#body(level);
    this.#names = outer;
    this.at = end;
    return value;
  }

  #body(level: number): Json {
    while (this.isWhole) {
      const [, end, name, key, place] = this.#take(statement) ?? [];
      if (end !== undefined) return this.value(level);
      if (name === undefined) break;
      const object = this.#names.get(name) ?? null;
      const value = this.value(level);
      // Defined, so that nothing is set that the object inherits.
      if (typeof object === 'object' && object !== null)
        Object.defineProperty(object, key ?? place!, { value, enumerable: true, configurable: true, writable: true });
      if (!this.#takeSign(';') && !this.#takeSign(',')) break;
    }
    return this.#fail();
  }
}

/** An instant, or its words. */
export function timeOf(value: Json): Json {
  const date = typeof value === 'number' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? value : date.toISOString();
}

function unescaped(literal: string): string {
  return literal.slice(1, -1).replace(escaped, (_, point?: string, unit?: string, byte?: string, sign?: string) => {
    if (sign !== undefined) return signs[sign] ?? sign;
    return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt((point ?? unit ?? byte)!, 16)));
  });
}
