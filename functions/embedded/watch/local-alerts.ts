/** Alerts of a watch on this machine, whichever process runs it. */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { basename } from 'node:path';
import { type Letter, receiverName, receiversOf, sendLetters } from '../../../shared/adapters/delivery/open.ts';
import { type LocalPublications, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { AddedAlert, AlertFeed, AlertTest, NewAlert } from '../../../shared/place/watch-service.ts';
import type { AlertItem, AlertStatus } from '../../../shared/wings/publications/alerts/alert.ts';
import {
  type AlertStores,
  alertQuery,
  itemLine,
  latestItems,
} from '../../../shared/wings/publications/alerts/alert-items.ts';
import { sourceNames } from '../../../shared/wings/publications/export/source-names.ts';
import { listedIds } from '../../../shared/wings/publications/mentioned/unlisted.ts';
import { demandKind, readCrawl } from '../read-crawl.ts';
import { type Alert, alertsOf, keepAlert, removeAlertFiles, statusOf } from './alert-files.ts';
import { digestOf, fileKey } from './user-records.ts';

export async function listAlerts(directory: string): Promise<readonly AlertStatus[]> {
  return alertsOf(directory).map(alert => statusOf(directory, alert));
}

/** About changes from now on. Throws `BadInput`. */
export async function addAlert(
  directory: string,
  { notify, smtp, smtpPassword, mailFrom, ...rule }: NewAlert,
): Promise<AddedAlert> {
  alertQuery(rule.filter);
  const receivers = receiversOf({ notify, ...defined({ smtp, smtpPassword, mailFrom }) });
  const lists = await reading(directory, async ({ store }) => await store.mentions.organizationList());
  const ids = (lists?.organizations ?? []).map(({ id }) => id);
  const organization = listedIds([rule.filter.organization ?? []].flat(), ids);
  const key = randomBytes(32).toString('base64url');
  const filter = { ...rule.filter, ...(organization.length > 0 && { organization }) };
  const alert = { ...rule, filter, key, receivers, since: await lastChangeIn(directory) };
  keepAlert(directory, alert);
  const secrets = receivers.flatMap(to => ('webhook' in to ? [to.webhook.secret] : []));
  return { ...statusOf(directory, alert), secrets };
}

/** Throws `BadInput` where there is none of this name. */
export async function removeAlert(directory: string, name: string): Promise<void> {
  alertNamed(directory, name);
  removeAlertFiles(directory, name);
}

/** Sends the latest changes that the alert is about, ten at most, to each of its receivers now, once. */
export async function testAlert(directory: string, name: string): Promise<AlertTest> {
  const alert = alertNamed(directory, name);
  const items = (await itemsOf(directory, alert)).slice(0, 10);
  const receivers: { readonly to: string; readonly fault?: string }[] = [];
  for (const letter of lettersOf(directory, alert, { items, count: items.length }, `test.${Date.now()}`)) {
    let fault: string | undefined;
    await sendLetters([letter], { sent: 0, failed: 0, unknown: 0 }, Date.now, ([left], ended) => {
      fault = left?.fault ?? ended.fault;
    });
    receivers.push({ to: receiverName(letter.to), ...defined({ fault }) });
  }
  return { changes: items.length, receivers };
}

/** The latest changes of the alert whose feed has this key; undefined: there is none. */
export async function alertFeed(directory: string, key: string): Promise<AlertFeed | undefined> {
  const isKey = (each: Alert): boolean => timingSafeEqual(Buffer.from(digestOf(each.key)), Buffer.from(digestOf(key)));
  const alert = alertsOf(directory).find(isKey);
  if (alert === undefined) return undefined;
  const items = await itemsOf(directory, alert);
  // A reader of several feeds may know an item by its id alone.
  const own = items.map(item => ({ ...item, id: `${fileKey(key)}.${item.id}` }));
  return { title: `${alert.name}: ${basename(directory)}`, items: own };
}

function alertNamed(directory: string, name: string): Alert {
  const alerts = alertsOf(directory);
  const found = alerts.find(each => each.name === name);
  if (found !== undefined) return found;
  const names = alerts.map(each => each.name);
  const why = names.length === 0 ? allowance('no-alert') : allowance('no-such-alert', { names });
  throw new BadInput([refusedValue('name', name, why)]);
}

async function itemsOf(directory: string, alert: Alert): Promise<readonly AlertItem[]> {
  return (await reading(directory, async ({ store, stores }) => await latestItems(store.changes, stores, alert))) ?? [];
}

/** 0: nothing was found yet. */
export async function lastChangeIn(directory: string): Promise<number> {
  using store = await readLocalPublications(directory, false);
  return (await store?.changes.lastChange()) ?? 0;
}

/** Undefined: nothing was found yet. Throws `BadInput` where the directory holds no watch. */
export async function reading<T>(
  directory: string,
  work: (opened: { readonly store: LocalPublications; readonly stores: AlertStores }) => Promise<T>,
): Promise<T | undefined> {
  const sources = await readCrawl(directory, async ({ store }, crawl) => {
    demandKind('watch', directory, crawl);
    const names = sourceNames(crawl, await store.readSites(crawl.id));
    return new Map([...names].map(([number, { name }]) => [number, name]));
  });
  using store = await readLocalPublications(directory, false);
  if (store === undefined) return undefined;
  return await work({
    store,
    stores: { publications: store, mentions: store.mentions, labels: store.labels, sources },
  });
}

interface LetterContent {
  readonly items: readonly AlertItem[];
  /** Where there are more than the items, the rest is in the watch. */
  readonly count: number;
}

/** A letter for each receiver. `id`: unique among those of the alert. */
export function lettersOf(
  directory: string,
  alert: Alert,
  { items, count }: LetterContent,
  id: string,
): readonly Letter[] {
  const { name, key, receivers } = alert;
  const left = count - items.length;
  const more = left > 0 ? [`… and ${left} more: orbweaver publications ${directory}`] : [];
  const lines = items.map(item => `${itemLine(item)}\n${item.url}\n`);
  const data = { alert: name, watch: basename(directory), count, items };
  return receivers.map((to, index) => ({
    ...{ id: `${fileKey(key)}.${id}.${index + 1}`, to, tries: 0 },
    subject: `${name}: ${count === 1 ? items[0]!.title : `${count} publications`}`,
    text: `${[...lines, ...more].join('\n')}\n`,
    body: JSON.stringify({ type: 'publications.alert', timestamp: new Date().toISOString(), data }),
  }));
}
