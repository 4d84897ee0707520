/**
 * Characters of a text that are enough: of 211 real pages longer texts have the same languages, at half as much again of the cost.
 * The first of them are enough where they look as like a language as nine tenths of an average text do: 8 of 10,757 texts had another one
 * then.
 */
const [first, enough] = [120, 350];
const surely = 0.9;
/** Letters of a text that are too few to judge by. One of Chinese, Japanese or Korean says as much as three. */
const fewLetters = 50;
const letter = /\p{L}/u;
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** `ratio`: of the likeness of an average text of the language, so much is needed. The package has it, and its types do not. */
interface Judged {
  readonly language: string;
  isReliable(ratio?: number): boolean;
}

/**
 * Languages of texts (ISO 639-1) by the numbers of their pages; a text that is too short, or of which the model is not sure, has none.
 * The model is loaded for the first long text, because it takes 0.2 s and 28 MB.
 */
export async function detectLanguages(
  texts: readonly (readonly [page: number, text: string])[],
): Promise<ReadonlyMap<number, string>> {
  const long = texts.filter(([, text]) => isLong(text));
  const found = new Map<number, string>();
  if (long.length === 0) return found;
  const { eld } = await import('eld/extrasmall');
  for (const [page, text] of long) {
    const whole = text.slice(0, enough);
    const begin = whole.slice(0, Math.max(first, whole.indexOf(' ', first)));
    const few: Judged = eld.detect(begin);
    const result = begin.length === whole.length || few.isReliable(surely) ? few : eld.detect(whole);
    if (result.isReliable()) found.set(page, result.language);
  }
  return found;
}

/** The language of one text (ISO 639-1), of a short one the most probable; undefined where the model is not sure of a long one. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const { eld } = await import('eld/extrasmall');
  const result = eld.detect(text);
  return result.isReliable() || !isLong(text) ? result.language || undefined : undefined;
}

function isLong(text: string): boolean {
  let known = 0;
  for (const character of text) {
    // Most letters are of ASCII, for which no expression is needed.
    if ((character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')) known += 1;
    else if (character > '~' && letter.test(character)) known += dense.test(character) ? 3 : 1;
    if (known >= fewLetters) return true;
  }
  return false;
}
