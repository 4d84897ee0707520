import { type RefusalCode, refusalSentences } from './refusal-sentences.ts';
import { shownValue } from './shown-value.ts';

export type { RefusalCode } from './refusal-sentences.ts';

type Fact = string | number | readonly (string | number)[];

/** What is wrong with what a person gave: plain data, of which each door makes a sentence in its reader's language. */
export interface Refusal {
  readonly code: RefusalCode;
  /** Name of the field, as its source calls it: `sites[2].url`, `--delay`. Absent if the fault is of no field. */
  readonly field?: string;
  /** What was given, as one short line of JSON; absent if nothing was. */
  readonly value?: string;
  /** Facts of the sentence, by their names in it: what is allowed, or what the trouble is. */
  readonly allowed?: Readonly<Record<string, Fact>>;
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'at' | 'value'> | NamesIn<Rest>
  : never;
type WithoutOptional<Text> = Text extends `${infer Before}[${string}]${infer After}`
  ? `${Before}${WithoutOptional<After>}`
  : Text;
type SentenceOf<Code extends RefusalCode> = (typeof refusalSentences)[Code];

/** Facts that the sentence of a code needs; those in brackets, and the system's code of a fault, may be missing. */
export type FactsOf<Code extends RefusalCode> = {
  readonly [Name in NamesIn<WithoutOptional<SentenceOf<Code>>>]: Fact;
} & { readonly [Name in NamesIn<SentenceOf<Code>>]?: Fact | undefined } & { readonly fault?: string };

/** What is allowed, before it is known which field and value it is about. */
export type Allowance = Pick<Refusal, 'code' | 'allowed'>;

/** Facts may be left out where the sentence of the code needs none. */
type FactsGiven<Code extends RefusalCode> =
  Record<never, never> extends FactsOf<Code> ? [facts?: FactsOf<Code>] : [facts: FactsOf<Code>];

export function allowance<const Code extends RefusalCode>(code: Code, ...[facts]: FactsGiven<Code>): Allowance {
  const known = Object.entries(facts ?? {}).filter(([, fact]) => fact !== undefined) as [string, Fact][];
  return known.length === 0 ? { code } : { code, allowed: Object.fromEntries(known) };
}

/** A refusal that is about no field. */
export function refusal<const Code extends RefusalCode>(code: Code, ...facts: FactsGiven<Code>): Refusal {
  return allowance(code, ...facts);
}

/** A refusal of what a field has, or of nothing if it has nothing. */
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

/** Zod carries messages as text alone, so what is allowed crosses it as JSON. */
export function asMessage(why: Allowance): string {
  return JSON.stringify(why);
}

/** What `asMessage` was given; a message of zod's own says itself what is wrong. */
export function fromMessage(message: string): Allowance {
  if (!message.startsWith('{"code":')) return allowance('other-shape', { why: message });
  return JSON.parse(message) as Allowance;
}

/**
 * What a person gave cannot be used: spec, option, file, directory. Thrown before the first request; exit code 4, HTTP
 * 400. The message has the sentences in English, for logs.
 */
export class BadInput extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    // An error that ends a thread crosses to another thread with its message and its cause alone.
    super(refusals.map(englishSentence).join('\n'), { cause: refusals });
    this.name = 'BadInput';
    this.refusals = refusals;
  }

  get sentences(): readonly string[] {
    return this.refusals.map(englishSentence);
  }
}
