import { cutText } from '../../../shared/domain/cut-text.ts';

/** Columns that every terminal has. */
export const terminalColumns = 80;

/** A text of any origin as part of one line: controls and marks of direction do nothing to a terminal. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .toWellFormed();
}

export function cutToWidth(line: string, columns: number): string {
  return line.length <= columns ? line : `${cutText(line, columns - 1)}…`;
}
