import { Cron } from 'croner';
import { sendLetters } from '../../../shared/adapters/delivery/open.ts';
import { alertItems } from '../../../shared/wings/publications/alerts/alert-items.ts';
import { type Alert, alertsOf, keepSent, type Sent, sentOf } from './alert-files.ts';
import { lastChangeIn, lettersOf, reading } from './local-alerts.ts';

/** Changes that are looked at together, and items of one letter: further ones are counted. */
const [changesAtOnce, mostItems] = [200, 500];
/** Letters that wait: further ones are given up, the oldest first. */
const mostWaiting = 100;

/**
 * Collects the changes since the last call, makes letters of what is due, and sends them. For the process that runs the watch: each
 * step is written whole, with the number of its last change, so a kill neither loses nor doubles a change. A fault of one alert, which is
 * thrown at the end, keeps no other back.
 */
export async function sendAlerts(directory: string, now = Date.now): Promise<void> {
  const alerts = alertsOf(directory);
  if (alerts.length === 0) return;
  const last = await lastChangeIn(directory);
  const faults: unknown[] = [];
  for (const alert of alerts)
    try {
      if (sentOf(directory, alert).taken !== last) await collect(directory, alert, last, now);
    } catch (error) {
      faults.push(error);
    }
  // A receiver that hangs keeps no other alert back.
  const sent = await Promise.allSettled(alerts.map(async alert => await sendDue(directory, alert, now)));
  faults.push(...sent.flatMap(each => (each.status === 'rejected' ? [each.reason] : [])));
  if (faults.length > 0) throw faults[0];
}

async function collect(directory: string, alert: Alert, last: number, now: () => number): Promise<void> {
  await reading(directory, async ({ store, stores }) => {
    for (let sent = sentOf(directory, alert); sent.taken !== last; ) {
      // Of a directory that was written anew, or put back, changes count from now on.
      const changes = sent.taken > last ? [] : await store.changes.changes(sent.taken, changesAtOnce);
      const items = await alertItems(stores, alert, changes);
      const { collected } = sent;
      const due = collected.due ?? (items.length === 0 ? undefined : dueOf(alert, now()));
      sent = {
        ...{ ...sent, taken: Math.min(changes.at(-1)?.change ?? last, last) },
        collected: {
          items: [...collected.items, ...items].slice(0, mostItems),
          count: collected.count + items.length,
          ...(due !== undefined && { due }),
        },
      };
      keepSent(directory, alert, sent);
    }
  });
}

function dueOf({ digest }: Alert, now: number): string {
  if (digest === undefined) return new Date(now).toISOString();
  const [hour, minute] = digest.at.split(':').map(Number);
  const daily = new Cron(`${minute} ${hour} * * *`, { timezone: digest.timeZone, mode: '5-part' });
  return daily.nextRun(new Date(now))!.toISOString();
}

async function sendDue(directory: string, alert: Alert, now: () => number): Promise<void> {
  let sent = sentOf(directory, alert);
  const { due } = sent.collected;
  if (due !== undefined && Date.parse(due) <= now()) {
    sent = withLetters(directory, alert, sent);
    keepSent(directory, alert, sent);
  }
  if (sent.letters.length === 0) return;
  await sendLetters(sent.letters, sent.counts, now, (letters, counts) => {
    sent = { ...sent, letters, counts };
    keepSent(directory, alert, sent);
  });
}

function withLetters(directory: string, alert: Alert, sent: Sent): Sent {
  const all = [...sent.letters, ...lettersOf(directory, alert, sent.collected, String(sent.taken))];
  const over = Math.max(0, all.length - mostWaiting);
  const counts = { ...sent.counts, failed: sent.counts.failed + over };
  return { ...sent, letters: all.slice(over), counts, collected: { items: [], count: 0 } };
}
