/** A form of English that stops a reader, and the plain form. */
interface ForbiddenForm {
  readonly form: RegExp;
  readonly instead: string;
}

/** Words behind `parts` that show it is meant as a verb. */
const objects = 'a|an|all|each|every|it|its|the|their|them|this|these|those|texts?|words|values|names|numbers|pages';

/** Forms for all texts that people write: documents, comments, texts for users. */
const forbiddenForms: readonly ForbiddenForm[] = [
  { form: /\b(?:told|tells?)\b(?! (?:\S+ ){0,4}apart\b)/i, instead: 'known, reported, detected; says, shows' },
  { form: /\bask(?:s|ed|ing)? (?:\w+ )?(?:again )?for\b/i, instead: 'requested, fetched; wanted' },
  {
    form: new RegExp(`\\bparted\\b|\\bparting\\b|\\b(?:that|which|to|and|it|\\)) parts? (?:${objects})\\b`, 'i'),
    instead: 'splits, separates',
  },
  { form: /\bof (?:its|their|his|her|your|my|our|one's) own\b/i, instead: 'own, separate' },
  { form: /\bas (?:ever|always|it were)\b/i, instead: 'as before, or nothing' },
  { form: /\b(?:can(?:not)?|could|may|to) be had\b/i, instead: 'is (not) available' },
  { form: /\bis no more\b|\bare no more\b/i, instead: 'does not exist any more' },
  { form: /\bgets? on\b(?! (?:a|the)\b)/i, instead: 'makes progress, continues' },
  { form: /\bbut for\b/i, instead: 'except for' },
  { form: /\b(?:gone|goes|go|went|going) on with\b/i, instead: 'continued' },
  { form: /\bbrought to light\b|\bbrings? to light\b/i, instead: 'shown, revealed' },
  {
    form: /\b(?:is|are|was|were|be) (?:waited|looked|cared) for\b/i,
    instead: 'name the actor: the turn waits for the host',
  },
  { form: /\b(?:is|are|was|were|be|been) (?:not )?believed\b|\bbelief\b/i, instead: 'trusted, accepted, ignored' },
];

/**
 * A sentence that begins with a clause instead of a noun: "What is done is in the items alone". A question may begin so,
 * and a table cell or a heading that is no sentence.
 */
const nounless = /(?:^|[.;:] )(?:What|Who|Whom|Whose|Whoever|Whatever) (?:[^.?;:]|\.\w)*[.;:](?:\s|$)/;

function proseOf(text: string): string {
  return text.replace(/`[^`]*`/g, '`code`').replace(/"[^"]*"|«[^»]*»/g, '"quoted"');
}

/** The forms of the list in a comment or in a text for users, without its code and quotations. */
export function listedIn(text: string): readonly string[] {
  const prose = proseOf(text);
  return forbiddenForms
    .filter(({ form }) => form.test(prose))
    .map(({ form, instead }) => `"${form.exec(prose)![0]}" (instead: ${instead})`);
}

/** Clauses in the place of a noun, in a comment or in a paragraph or table cell of a document. */
export function clausesIn(text: string): readonly string[] {
  const clause = nounless.exec(proseOf(text));
  return clause === null ? [] : [`"${clause[0].trim()}" (a clause for a noun: name the noun)`];
}

/** Both, in a document. */
export function forbiddenIn(text: string): readonly string[] {
  return [...listedIn(text), ...clausesIn(text)];
}
