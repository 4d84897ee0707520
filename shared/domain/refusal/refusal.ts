import { type RefusalCode, refusalSentences } from './refusal-sentences.ts';
import { shownValue } from './shown-value.ts';

export type { RefusalCode } from './refusal-sentences.ts';

type Fact = string | number | readonly (string | number)[];

/**
 * A fault in a person's input as plain data. Each door (CLI, API, console) makes a sentence of it in the reader's
 * language.
 */
export interface Refusal {
  readonly code: RefusalCode;
  /** Name of the field, as its source calls it: `sites[2].url`, `--delay`. Absent if the fault belongs to no field. */
  readonly field?: string;
  /** The given value, as one short line of JSON; absent if nothing was given. */
  readonly value?: string;
  /** Facts of the sentence by name, such as the allowed values. */
  readonly allowed?: Readonly<Record<string, Fact>>;
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'at' | 'value'> | NamesIn<Rest>
  : never;
type WithoutOptional<Text> = Text extends `${infer Before}[${string}]${infer After}`
  ? `${Before}${WithoutOptional<After>}`
  : Text;
type SentenceOf<Code extends RefusalCode> = (typeof refusalSentences)[Code];

/** Facts that the sentence of a code needs. Facts in brackets and the system's error code may be missing. */
export type FactsOf<Code extends RefusalCode> = {
  readonly [Name in NamesIn<WithoutOptional<SentenceOf<Code>>>]: Fact;
} & { readonly [Name in NamesIn<SentenceOf<Code>>]?: Fact | undefined } & { readonly fault?: string };

/** A refusal before its field and value are known: the code and the allowed values. */
export type Allowance = Pick<Refusal, 'code' | 'allowed'>;

/** Facts are optional if the sentence of the code needs none. */
type FactsGiven<Code extends RefusalCode> =
  Record<never, never> extends FactsOf<Code> ? [facts?: FactsOf<Code>] : [facts: FactsOf<Code>];

export function allowance<const Code extends RefusalCode>(code: Code, ...[facts]: FactsGiven<Code>): Allowance {
  const known = Object.entries(facts ?? {}).filter(([, fact]) => fact !== undefined) as [string, Fact][];
  return known.length === 0 ? { code } : { code, allowed: Object.fromEntries(known) };
}

/** A refusal that belongs to no field. */
export function refusal<const Code extends RefusalCode>(code: Code, ...facts: FactsGiven<Code>): Refusal {
  return allowance(code, ...facts);
}

/** A refusal of a field's value, or of a missing value. */
export function refusedValue(field: string, value: unknown, why: Allowance): Refusal {
  const of = field === '' ? {} : { field };
  return value === undefined ? { ...why, ...of } : { ...why, ...of, value: shownValue(value) };
}

/** The sentence of a refusal in English. */
export function englishSentence({ code, field, value = 'a missing value', allowed = {} }: Refusal): string {
  const facts = { ...allowed, at: field === undefined ? '' : `${field}: `, value };
  return filledSentence(refusalSentences[code], facts);
}

function filledSentence(sentence: string, facts: Readonly<Record<string, Fact>>): string {
  const namesIn = (part: string): string[] => Array.from(part.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  return sentence
    .replaceAll(/\[([^\]]*)\]/g, (_, part: string) => (namesIn(part).every(name => name in facts) ? part : ''))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => [facts[name] ?? ''].flat().join(', '));
}

/** Turns an allowance into a text, because zod carries messages as text alone. */
export function asMessage(why: Allowance): string {
  return JSON.stringify(why);
}

/**
 * The input of a person cannot be used: spec, option, file, directory. Thrown before the first request; exit code 4, HTTP 400.
 * The message has the sentences in English, for logs.
 */
export class BadInput extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    // Between threads only the message and the cause of an error survive.
    super(refusals.map(englishSentence).join('\n'), { cause: refusals });
    this.name = 'BadInput';
    this.refusals = refusals;
  }

  get sentences(): readonly string[] {
    return this.refusals.map(englishSentence);
  }
}

/** The values of all readers. Throws `BadInput` with the refusals of all that throw it. */
export function readAll<T extends object>(readers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const refusals: Refusal[] = [];
  const values: Partial<T> = {};
  for (const name in readers)
    try {
      values[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      refusals.push(...error.refusals);
    }
  if (refusals.length > 0) throw new BadInput(refusals);
  return values as T;
}

/** Throws `BadInput` where the text is none of the names. */
export function oneOf<Name extends string>(field: string, text: string, names: readonly Name[]): Name {
  const name = names.find(each => each === text);
  if (name !== undefined) return name;
  throw new BadInput([refusedValue(field, text, allowance('one-of', { names }))]);
}
