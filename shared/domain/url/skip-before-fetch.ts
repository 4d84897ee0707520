import { RE2JS } from 're2js';
import type { SkipReason } from '../skip-reason.ts';
import { isNonPage } from './non-page-extensions.ts';
import { pathOf, trapOf } from './traps.ts';

export interface AdmissionRules {
  /** Regular expressions (RE2 syntax) searched in the normalized address; if there are any, one must match. */
  readonly include: readonly string[];
  /** Regular expressions (RE2 syntax); none may match. */
  readonly exclude: readonly string[];
  /** Extensions of addresses that are not pages: lower case, without the dot. */
  readonly extensions: readonly string[];
}

/** Why an address is not to be requested. */
export type NotAdmitted = Extract<
  SkipReason,
  'extension' | 'too-long' | 'too-deep' | 'repeating' | 'excluded' | 'logout'
>;

/**
 * Decides from the normalized address alone whether it is requested; `undefined` means yes. The caller must not apply
 * this to the start page. Time is linear in the address for every expression (RE2 automata, no backtracking). Throws an
 * Error of one sentence if an expression is not valid.
 */
export function createAdmission(rules: AdmissionRules): (identity: string) => NotAdmitted | undefined {
  const include = rules.include.map(expression => compile('include', expression));
  const exclude = rules.exclude.map(expression => compile('exclude', expression));
  const extensions = new Set(rules.extensions);
  const isExcluded = (identity: string) =>
    (include.length > 0 && !include.some(pattern => pattern.test(identity))) ||
    exclude.some(pattern => pattern.test(identity));

  return identity => {
    if (isNonPage(pathOf(identity), extensions)) return 'extension';
    return trapOf(identity) ?? (isExcluded(identity) ? 'excluded' : undefined);
  };
}

function compile(field: 'include' | 'exclude', expression: string): RE2JS {
  try {
    return RE2JS.compile(expression);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${field}: ${JSON.stringify(expression)} is not a regular expression in RE2 syntax (no look-around, no back-references): ${why}.`,
      { cause },
    );
  }
}
