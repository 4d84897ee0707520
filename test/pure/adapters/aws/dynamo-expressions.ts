/** The expressions of DynamoDB, as far as our adapters use them ("Expressions in DynamoDB", developer guide). */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { itemBytes } from '../../../../bench/cost/dynamo-units.ts';
import type { Item } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';

export interface Scope {
  /** The item as it is; empty where there is none. */
  readonly item: Item;
  /** The attributes with which an update of an item that is not there begins. */
  readonly key: Item;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Item;
}

/** A copy that may be changed. Bytes are those of the item: nobody changes bytes. */
export function copied(item: Item): Item {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, copiedValue(value)]));
}

function copiedValue(value: AttributeValue): AttributeValue {
  if (value.M !== undefined) return { M: copied(value.M) };
  return value.L === undefined ? ({ ...value } as AttributeValue) : { L: value.L.map(copiedValue) };
}

/** Throws for what it does not know, so that nothing is silently taken for true. */
export function isMet(condition: string, scope: Scope): boolean {
  const parser = new Parser(condition, scope);
  const met = parser.any();
  parser.end();
  return met;
}

/** The item after an update; all that stands on the right of an assignment is read from the item before. */
export function updated(expression: string, scope: Scope): Item {
  const parser = new Parser(expression, scope);
  const item = { ...scope.key, ...copied(scope.item) };
  while (!parser.isAtEnd) {
    if (parser.accept('SET')) {
      do {
        const path = parser.path();
        parser.demand('=');
        setAt(item, path, parser.sum());
      } while (parser.accept(','));
    } else if (parser.accept('REMOVE')) {
      do setAt(item, parser.path(), undefined);
      while (parser.accept(','));
    } else parser.fail();
  }
  return item;
}

class Parser {
  private readonly tokens: readonly string[];
  private readonly scope: Scope;
  private at = 0;

  constructor(expression: string, scope: Scope) {
    this.tokens = expression.match(/<=|>=|<>|[=<>(),+-]|[:#]?\w+(?:\.#\w+)*/g) ?? [];
    this.scope = scope;
  }

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  accept(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  demand(token: string): void {
    if (!this.accept(token)) this.fail();
  }

  end(): void {
    if (!this.isAtEnd) this.fail();
  }

  fail(): never {
    throw new Error(`not understood at ${this.at}: ${this.tokens.join(' ')}`);
  }

  any(): boolean {
    let met = this.all();
    while (this.accept('OR')) met = this.all() || met;
    return met;
  }

  private all(): boolean {
    let met = this.term();
    while (this.accept('AND')) met = this.term() && met;
    return met;
  }

  private term(): boolean {
    if (this.accept('(')) {
      const met = this.any();
      this.demand(')');
      return met;
    }
    if (this.accept('attribute_exists')) return valueAt(this.scope.item, this.inBrackets()) !== undefined;
    if (this.accept('attribute_not_exists')) return valueAt(this.scope.item, this.inBrackets()) === undefined;
    const left = this.operand();
    if (this.accept('BETWEEN')) {
      const low = this.operand();
      this.demand('AND');
      return compares(left, '>=', low) && compares(left, '<=', this.operand());
    }
    return compares(left, this.next(), this.operand());
  }

  sum(): AttributeValue {
    let value = this.operand() ?? this.fail();
    for (let sign = this.sign(); sign !== 0; sign = this.sign())
      value = { N: String(Number(value.N) + sign * Number(this.operand()?.N)) };
    return value;
  }

  private sign(): number {
    return this.accept('+') ? 1 : this.accept('-') ? -1 : 0;
  }

  private operand(): AttributeValue | undefined {
    if (this.accept('size')) {
      const value = valueAt(this.scope.item, this.inBrackets());
      return value === undefined ? undefined : { N: String(sizeOf(value)) };
    }
    if (this.accept('if_not_exists')) {
      this.demand('(');
      const path = this.path();
      this.demand(',');
      const otherwise = this.operand();
      this.demand(')');
      return valueAt(this.scope.item, path) ?? otherwise;
    }
    if (!this.tokens[this.at]?.startsWith(':')) return valueAt(this.scope.item, this.path());
    return this.scope.values[this.next()] ?? this.fail();
  }

  private inBrackets(): readonly string[] {
    this.demand('(');
    const path = this.path();
    this.demand(')');
    return path;
  }

  path(): readonly string[] {
    return this.next()
      .split('.')
      .map(part => (part.startsWith('#') ? (this.scope.names[part] ?? this.fail()) : part));
  }

  private next(): string {
    const token = this.tokens[this.at] ?? this.fail();
    this.at += 1;
    return token;
  }
}

function valueAt(item: Item, [first, ...rest]: readonly string[]): AttributeValue | undefined {
  const value = item[first!];
  return rest.length === 0 ? value : value?.M && valueAt(value.M, rest);
}

function setAt(item: Item, [first, ...rest]: readonly string[], value: AttributeValue | undefined): void {
  if (rest.length > 0) {
    const inner = item[first!]?.M;
    if (inner === undefined) throw new Error(`the document path ${first} is invalid for update`);
    setAt(inner, rest, value);
  } else if (value === undefined) delete item[first!];
  else item[first!] = value;
}

function sizeOf(value: AttributeValue): number {
  if (value.M !== undefined) return Object.keys(value.M).length;
  if (value.L !== undefined) return value.L.length;
  return itemBytes({ '': value });
}

/** Values of different types are never equal and in no order; one that is not there meets no comparison. */
function compares(left: AttributeValue | undefined, sign: string, right: AttributeValue | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const order = orderOf(left, right);
  switch (sign) {
    case '=':
      return order === 0;
    case '<>':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      throw new Error(`no comparison: ${sign}`);
  }
}

function orderOf(left: AttributeValue, right: AttributeValue): number {
  if (left.N !== undefined && right.N !== undefined) return Math.sign(Number(left.N) - Number(right.N));
  if (left.S !== undefined && right.S !== undefined) return Buffer.compare(Buffer.from(left.S), Buffer.from(right.S));
  if (left.BOOL !== undefined && right.BOOL !== undefined) return left.BOOL === right.BOOL ? 0 : Number.NaN;
  return Number.NaN;
}
