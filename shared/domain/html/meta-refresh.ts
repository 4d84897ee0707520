export interface Refresh {
  /** Whole seconds, as the standard reads them: a fraction is dropped. */
  readonly seconds: number;
  /** To be resolved against the page's base; absent if the page reloads itself. */
  readonly url?: string;
}

const SPACE = '[\\t\\n\\f\\r ]*';
/** HTML standard, 4.2.5.3 "shared declarative refresh steps", 1 to 11. */
const REFRESH = new RegExp(`^${SPACE}(\\d+|(?=\\.))[\\d.]*(?:(?:${SPACE}[;,]${SPACE}|[\\t\\n\\f\\r ]+)([\\s\\S]*))?$`);
const URL_PREFIX = new RegExp(`^url${SPACE}=${SPACE}`, 'i');

/**
 * Reads the `content` of a `meta http-equiv=refresh` or the value of a Refresh header. Undefined if the text is no
 * refresh.
 */
export function parseRefresh(value: string): Refresh | undefined {
  const match = REFRESH.exec(value);
  if (!match) return undefined;
  const seconds = Number(match[1]);
  const rest = match[2] ?? '';
  if (rest === '') return { seconds };
  return { seconds, url: unquoted(rest.replace(URL_PREFIX, '')) };
}

/** Step 11: text behind the closing quote does not count. */
function unquoted(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const end = text.indexOf(quote, 1);
  return text.slice(1, end < 0 ? undefined : end);
}
