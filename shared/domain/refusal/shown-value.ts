import { cutText } from '../cut-text.ts';

const longestShown = 120;

/** A given value as an error shows it: one short line of JSON, without user names and passwords of addresses. */
export function shownValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  const line = json.slice(0, 16 * longestShown).replaceAll(/(?<=[/\\]{2})[^/?#\\@\s"]*(?:@[^/?#\\@\s"]*)*@/g, '…@');
  const printable = line.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
  return printable.length > longestShown ? `${cutText(printable, longestShown)}…` : printable;
}
