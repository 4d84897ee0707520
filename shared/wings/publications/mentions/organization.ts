/** The organization whose mentions are searched for: an organization of the user's list, with the names that it goes by. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  /** The first is the name itself. */
  readonly aliases: readonly Alias[];
}

/** A name of an organization, with the conditions under which it counts. */
export interface Alias {
  readonly text: string;
  /** `needs-evidence`: a place is a candidate until the text shows that this organization is meant. */
  readonly certainty: 'certain' | 'needs-evidence';
  /** True: capitals as in the alias; false: any; absent: abbreviations in capitals, names of one word with a capital. */
  readonly caseSensitive?: boolean;
  /** One of these has to be anywhere in the text, in any form. */
  readonly require: readonly string[];
  /** None of these may be within 300 characters. */
  readonly exclude: readonly string[];
  /** None of these may follow at once. */
  readonly notFollowedBy: readonly string[];
  /** First and last day, `YYYY-MM-DD`, of texts in which the alias means this organization. */
  readonly validFrom?: string;
  readonly validTo?: string;
}

/** An alias without conditions. */
export function plainAlias(text: string): Alias {
  return { text, certainty: 'certain', require: [], exclude: [], notFollowedBy: [] };
}
