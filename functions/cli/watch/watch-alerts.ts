/** The alerts of a watch, as commands show and change them. */

import { defined } from '../../../shared/domain/defined.ts';
import * as onAlerts from '../../../shared/place/operations/alert-operations.ts';
import type { AlertFilter, AlertStatus, ChangeKind } from '../../../shared/wings/publications/alerts/alert.ts';
import { readShare } from '../../../shared/wings/publications/table/selected.ts';
import { numbersOf, organizationsNamed, type WatchPlace } from '../publications/watch-place.ts';
import { type MailOptions, smtpPasswordOf } from '../schedule/mail-options.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { optionName } from '../terminal/option-name.ts';
import { formatCounted } from '../terminal/print.ts';

interface JsonOutput {
  readonly json?: true;
}

export interface AlertOptions
  extends MailOptions,
    JsonOutput,
    Omit<AlertFilter, 'source' | 'organization' | 'confidence'> {
  readonly on?: readonly ChangeKind[];
  readonly daily?: string;
  readonly timeZone?: string;
  readonly source?: readonly string[];
  readonly organization?: readonly string[];
  readonly confidence: number | string;
}

/** `orbweaver watch alerts add`. */
export async function addWatchAlert(place: WatchPlace, name: string, options: AlertOptions): Promise<void> {
  const { json, on, daily, notify, smtp, mailFrom, source: named, tone, ...rest } = options;
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone, ...given } = rest;
  const source = await numbersOf(place, named);
  const { query, language, originals, nested } = given;
  const organization = await organizationsNamed(place, given.organization);
  // Zero, the default, is no filter.
  const confidence = readShare('--confidence', String(given.confidence)) || undefined;
  const plain = defined({ query, language, originals, nested, confidence });
  const filter = {
    ...{ ...plain, ...(tone && { tone: [...tone] }), ...(source.length > 0 && { source: [...source] }) },
    ...(organization.length > 0 && { organization: [...organization] }),
  };
  const smtpPassword = smtpPasswordOf(options);
  const alertOf = {
    ...{ name, filter, notify: [...(notify ?? [])] },
    ...defined({ smtp, smtpPassword, mailFrom, changes: on && [...on] }),
    ...(daily !== undefined && { digest: { at: daily, timeZone } }),
  };
  const { secrets, ...alert } = await place.perform(onAlerts.addAlert, onAlerts.readAlert(alertOf, optionOf));
  if (json === true) process.stdout.write(`${JSON.stringify({ ...alert, secrets })}\n`);
  else {
    const webhooks = alert.receivers.filter(to => /^https?:/.test(to));
    const signed = webhooks.map((to, index) => `  signed  ${secrets[index]}: ${to}\n`);
    process.stdout.write(`${alertLines(alert).join('\n')}\n${signed.join('')}`);
  }
}

function optionOf(path: readonly PropertyKey[]): string {
  const names: Readonly<Record<string, string>> = { name: 'name', at: '--daily', timeZone: '--time-zone' };
  const field = String(path.findLast(each => typeof each === 'string'));
  return names[field] ?? optionName(field);
}

/** `orbweaver watch alerts list`. */
export async function listWatchAlerts(place: WatchPlace, { json }: JsonOutput): Promise<void> {
  const { alerts } = await place.perform(onAlerts.listAlerts, {});
  const text = alerts.length === 0 ? 'This watch has no alerts.\n' : `${alerts.flatMap(alertLines).join('\n')}\n`;
  process.stdout.write(json === true ? `${JSON.stringify(alerts)}\n` : text);
}

/** The filter of an alert, its receivers, and the letters so far. */
export function alertLines(alert: AlertStatus): readonly string[] {
  const { name, changes, filter, digest, receivers, feed, sent, failed, unknown, waiting, collected, fault } = alert;
  const about = Object.entries(filter).map(([field, value]) => `${field} ${[value].flat().join(', ')}`);
  const when = digest === undefined ? 'at the end of each look' : `daily at ${digest.at} (${digest.timeZone})`;
  return [
    `${name}: ${changes.join(', ')}${about.length === 0 ? '' : `; ${about.join('; ')}`}`,
    `  feed    ${feed}`,
    ...(receivers.length === 0
      ? []
      : [
          `  to      ${receivers.join(', ')}, ${when}`,
          `  notices ${sent} sent, ${waiting} waiting, ${failed} failed, ${unknown} perhaps sent${collected > 0 ? `; collected: ${formatCounted(collected, 'publication')}` : ''}`,
        ]),
    ...(fault === undefined ? [] : [`          ${fault}`]),
  ];
}

/** `orbweaver watch alerts rm`. */
export async function removeWatchAlert(place: WatchPlace, name: string): Promise<void> {
  await place.perform(onAlerts.removeAlert, { name });
  process.stdout.write(`${name} is removed, with its feed and the notices that waited.\n`);
}

/** `orbweaver watch alerts test`; the exit code. */
export async function testWatchAlert(place: WatchPlace, name: string, { json }: JsonOutput): Promise<number> {
  const tested = await place.perform(onAlerts.testAlert, { name });
  const lines = tested.receivers.map(({ to, fault }) => `${to}: ${fault ?? 'taken'}\n`);
  const head = `${formatCounted(tested.changes, 'publication')} of late${lines.length === 0 ? '; nobody is to be notified' : ''}.\n`;
  process.stdout.write(json === true ? `${JSON.stringify(tested)}\n` : head + lines.join(''));
  return tested.receivers.some(({ fault }) => fault !== undefined) ? exitCodes.different : exitCodes.finished;
}
