import { hash } from 'node:crypto';

/** The first `most` UTF-16 code units of a text, one fewer if the cut would split a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

/**
 * A text for a cell of a result file. A text longer than `most` is cut, and the cell says its length and the beginning
 * of its SHA-256: so two long texts with the same beginning differ.
 */
export function cellText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${cutText(text, most)}… (${text.length} characters, SHA-256 ${textDigest(text)}…)`;
}

/** 16 hexadecimal digits; lone surrogates count as U+FFFD. */
export function textDigest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 16);
}
