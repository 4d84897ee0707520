import { named, number, t } from '../words/language.ts';
import type { EntryView } from './watch-types.ts';

/** The outcome of the last look at an entry, in words. */
export function lookText({ outcome, status, items, fresh }: NonNullable<EntryView['last']>): string {
  if (outcome === 'read') return t('lookRead', { items: number(items), count: fresh });
  const words = knownWords(['look', 'skip'], outcome);
  return status === undefined || status === 200 || status === 304 ? words : `${words} (${status})`;
}

/** Why an address is no publication, in words. */
export function reasonText(reason: string): string {
  const [, status] = /^status-(\d+)$/.exec(reason) ?? [];
  if (status !== undefined) return `HTTP ${status}`;
  return knownWords(['left', 'skip'], reason);
}

/** Of several lists of words the first that knows the value; else the value, which is newer than this page. */
function knownWords(kinds: readonly string[], value: string): string {
  return kinds.map(kind => named(kind, value)).find(words => words !== value) ?? value;
}
