import { defined } from '../../../domain/defined.ts';
import { decodeReferences } from '../../../domain/html/decode-text.ts';
import {
  type Allowance,
  allowance,
  BadInput,
  type Refusal,
  refusal,
  refusedValue,
} from '../../../domain/refusal/refusal.ts';
import type { SpecPath } from '../../../domain/spec/fields/field-path.ts';
import { nearestName } from '../../../domain/spec/fields/nearest-name.ts';
import { type Alias, type Organization, plainAlias } from './organization.ts';
import { foldedWord, nameWords } from './text-units.ts';

/** A list of organizations as its file has it, and how a field of it is named to the user. */
export interface ListedOrganizations {
  readonly value: unknown;
  readonly nameOf: (path: SpecPath) => string;
}

/** Bounds of a list: all of its names are in memory, in all their forms. */
const most = { organizations: 100_000, aliases: 300_000, ofOne: 1_000, conditions: 100, characters: 300, words: 40 };
/** Faults of one list that are reported; more are counted. */
const mostFaults = 10;

const organizationKeys = ['id', 'name', 'aliases'];
const lists = ['require', 'exclude', 'notFollowedBy'] as const;
export const aliasKeys = ['text', 'certainty', 'caseSensitive', ...lists, 'validFrom', 'validTo'];
const certainties = ['certain', 'needs-evidence'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** The organizations of a list; throws `BadInput` with a sentence for each fault. */
export function readOrganizations({ value, nameOf }: ListedOrganizations): readonly Organization[] {
  const reader = new OrganizationReader(nameOf);
  const organizations = reader.list(value);
  if (reader.faults.length === 0) return organizations;
  const more = reader.faults.length - mostFaults;
  const told = reader.faults.slice(0, mostFaults);
  if (more === 1) throw new BadInput([...told, refusal('more-fault')]);
  throw new BadInput(more > 0 ? [...told, refusal('more-faults', { count: more })] : told);
}

class OrganizationReader {
  readonly faults: Refusal[] = [];
  readonly #nameOf: (path: SpecPath) => string;
  readonly #ids = new Set<string>();
  #aliases = 0;

  constructor(nameOf: (path: SpecPath) => string) {
    this.#nameOf = nameOf;
  }

  list(value: unknown): readonly Organization[] {
    if (!Array.isArray(value)) return this.#refuse([], value, allowance('list', { of: 'organizations' })) ?? [];
    if (value.length === 0) return this.#refuse([], undefined, allowance('no-organizations')) ?? [];
    if (!this.#isWithin([], value, most.organizations)) return [];
    return value.flatMap((each, index) => this.#organization(each, index) ?? []);
  }

  #organization(value: unknown, index: number): Organization | undefined {
    const fields = this.#fields([index], value, organizationKeys);
    if (fields === undefined) return undefined;
    const id = this.#id([index, 'id'], fields['id']);
    const name = this.#name([index, 'name'], fields['name']);
    const aliases = this.#aliasList([index, 'aliases'], fields['aliases'] ?? []);
    if (id === undefined || name === undefined) return undefined;
    const isListed = aliases.some(({ text }) => text === name);
    return { id, name, aliases: isListed ? aliases : [plainAlias(name), ...aliases] };
  }

  #id(path: SpecPath, value: unknown): string | undefined {
    const id = typeof value === 'number' ? String(value) : this.#line(path, value, 100);
    if (id === undefined) return undefined;
    if (this.#ids.has(id)) return this.#refuse(path, id, allowance('id-twice'));
    this.#ids.add(id);
    return id;
  }

  #aliasList(path: SpecPath, value: unknown): readonly Alias[] {
    if (!Array.isArray(value)) return this.#refuse(path, value, allowance('list', { of: 'aliases' })) ?? [];
    if (!this.#isWithin(path, value, most.ofOne)) return [];
    this.#aliases += value.length;
    if (this.#aliases > most.aliases && this.#aliases - value.length <= most.aliases)
      this.#refuse(path, this.#aliases, allowance('list-count', { most: most.aliases }));
    if (this.#aliases > most.aliases) return [];
    return value.flatMap((each, index) => this.#alias([...path, index], each) ?? []);
  }

  #alias(path: SpecPath, value: unknown): Alias | undefined {
    if (typeof value === 'string') {
      const text = this.#name(path, value);
      return text === undefined ? undefined : plainAlias(text);
    }
    const fields = this.#fields(path, value, aliasKeys);
    if (fields === undefined) return undefined;
    const text = this.#name([...path, 'text'], fields['text']);
    const conditions = this.#conditions(path, fields);
    return text === undefined ? undefined : { text, ...conditions };
  }

  #conditions(path: SpecPath, fields: Fields): Omit<Alias, 'text'> {
    const [require, exclude, notFollowedBy] = lists.map(key => this.#words([...path, key], fields[key] ?? []));
    const caseSensitive = this.#truth([...path, 'caseSensitive'], fields['caseSensitive']);
    const [validFrom, validTo] = ['validFrom', 'validTo'].map(key => this.#day([...path, key], fields[key]));
    return {
      certainty: this.#certainty([...path, 'certainty'], fields['certainty']),
      require: require!,
      exclude: exclude!,
      notFollowedBy: notFollowedBy!,
      ...defined({ caseSensitive, validFrom, validTo }),
    };
  }

  #certainty(path: SpecPath, value: unknown): Alias['certainty'] {
    const known = certainties.find(each => each === (value ?? 'certain'));
    return known ?? this.#refuse(path, value, allowance('one-of', { names: certainties })) ?? 'certain';
  }

  #truth(path: SpecPath, value: unknown): boolean | undefined {
    if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
    return this.#refuse(path, value, allowance('true-false'));
  }

  #day(path: SpecPath, value: unknown): string | undefined {
    if (value === undefined || value === null) return undefined;
    return isDay(value) ? value : this.#refuse(path, value, allowance('day'));
  }

  #words(path: SpecPath, value: unknown): readonly string[] {
    if (!Array.isArray(value)) return this.#refuse(path, value, allowance('list', { of: 'words' })) ?? [];
    if (!this.#isWithin(path, value, most.conditions)) return [];
    return value.flatMap((each, index) => {
      const text = this.#line([...path, index], each, most.characters);
      if (text === undefined || nameWords(text).length > 0) return text ?? [];
      return this.#refuse([...path, index], each, allowance('short-name')) ?? [];
    });
  }

  /** A name of two letters or digits at least. */
  #name(path: SpecPath, value: unknown): string | undefined {
    const text = this.#line(path, value, most.characters);
    if (text === undefined) return undefined;
    const words = nameWords(text);
    if (words.length > most.words) return this.#refuse(path, text, allowance('name-words', { most: most.words }));
    const letters = words.reduce((sum, word) => sum + foldedWord(word.text).length, 0);
    return letters < 2 ? this.#refuse(path, text, allowance('short-name')) : text;
  }

  #line(path: SpecPath, value: unknown, longest: number): string | undefined {
    // `Ernst &amp; Young`, as lists that come from pages have it.
    const text = typeof value === 'string' ? decodeReferences(value).trim() : '';
    if (text !== '' && text.length <= longest && !/[\p{Cc}]/u.test(text)) return text;
    return this.#refuse(path, value, allowance('line', { most: longest }));
  }

  #fields(path: SpecPath, value: unknown, keys: readonly string[]): Fields | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#refuse(path, value, allowance('mapping', { of: keys.join(', ') }));
    for (const key of Object.keys(value).filter(each => !keys.includes(each))) {
      const nearest = nearestName(key, keys);
      this.#refuse(path, key, allowance('unknown-setting', nearest === undefined ? { names: keys } : { nearest }));
    }
    return value as Fields;
  }

  #isWithin(path: SpecPath, value: readonly unknown[], count: number): boolean {
    if (value.length > count) this.#refuse(path, value.length, allowance('list-count', { most: count }));
    return value.length <= count;
  }

  #refuse(path: SpecPath, value: unknown, why: Allowance): undefined {
    this.faults.push(refusedValue(this.#nameOf(path), value, why));
    return undefined;
  }
}

/** Whether a value is a day of the calendar, as `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
