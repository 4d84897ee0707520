/**
 * Alerts of a watch, in the user's folder of state: they have secrets, and a directory that comes from a stranger, or is copied,
 * sends nothing. People write `<key>.json`, and the process that runs the watch `<key>.sent.json`.
 */
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Letter, type LetterCounts, type Receiver, receiverName } from '../../../shared/adapters/delivery/open.ts';
import { localAlertFolder, readRegular } from '../../../shared/adapters/local/open.ts';
import type { AlertItem, AlertRule, AlertStatus } from '../../../shared/wings/publications/alerts/alert.ts';
import { digestOf, fileKey, folderFor, recordsIn, writeRecord } from './user-records.ts';

export interface Alert extends AlertRule {
  /** 32 random bytes: who knows them reads the feed. */
  readonly key: string;
  readonly receivers: readonly Receiver[];
  /** The last change before the alert. */
  readonly since: number;
}

/** How far an alert has come. */
export interface Sent {
  /** The last change that was looked at. Changes up to it that were not sent are collected, or in letters. */
  readonly taken: number;
  /** For the next letter: the first ones, how many there are, and when it is due (ISO 8601). */
  readonly collected: { readonly items: readonly AlertItem[]; readonly count: number; readonly due?: string };
  readonly letters: readonly Letter[];
  readonly counts: LetterCounts;
}

export function alertsOf(directory: string): readonly Alert[] {
  return recordsIn<Alert>(folderOf(directory));
}

/** One of the same name is replaced. */
export function keepAlert(directory: string, alert: Alert): void {
  removeAlertFiles(directory, alert.name);
  writeRecord(folderOf(directory, 'write'), `${fileKey(alert.name)}.json`, alert);
}

export function removeAlertFiles(directory: string, name: string): void {
  for (const ending of ['json', 'sent.json'])
    rmSync(join(folderOf(directory, 'write'), `${fileKey(name)}.${ending}`), { force: true });
}

export function sentOf(directory: string, { name, key, since }: Alert): Sent {
  const file = join(folderOf(directory), `${fileKey(name)}.sent.json`);
  const counts = { sent: 0, failed: 0, unknown: 0 };
  const fresh = { taken: since, collected: { items: [], count: 0 }, letters: [], counts };
  if (!existsSync(file)) return fresh;
  const { of, ...sent } = JSON.parse(readRegular(file)) as Sent & { readonly of: string };
  // An alert of this name was removed while its letters were sent.
  return of === digestOf(key) ? sent : fresh;
}

/** Nothing where it was removed meanwhile. */
export function keepSent(directory: string, { name, key }: Alert, sent: Sent): void {
  if (alertsOf(directory).some(each => each.key === key))
    writeRecord(folderOf(directory, 'write'), `${fileKey(name)}.sent.json`, { of: digestOf(key), ...sent });
}

export function statusOf(directory: string, alert: Alert): AlertStatus {
  const { key, receivers, since: _, ...rule } = alert;
  const { letters, counts, collected } = sentOf(directory, alert);
  const fault = letters.findLast(letter => letter.fault !== undefined)?.fault;
  return {
    ...{
      ...rule,
      receivers: receivers.map(receiverName),
      feed: `/watches/${encodeURIComponent(basename(directory))}/feeds/${key}.xml`,
    },
    ...{ ...counts, waiting: letters.length, collected: collected.count, ...(fault !== undefined && { fault }) },
  };
}

function folderOf(directory: string, way: 'read' | 'write' = 'read'): string {
  return folderFor(directory, localAlertFolder(way));
}
