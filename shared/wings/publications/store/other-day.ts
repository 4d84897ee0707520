/**
 * A text that a source publishes again on another day, as a forecast or a formula of a notice, is another publication. The same
 * article at another address, as its version for printers, is not: pages show the day of a request here and there.
 */
import { dayAt } from '../../../domain/instant.ts';
import type { Sighting } from './publication-store.ts';

/** A publication, or a look at one. */
export interface Dated {
  readonly address: string;
  readonly canonical: string | undefined;
  /** Of its version. */
  readonly details: string;
}

interface Published {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly precision: string;
  readonly source: string;
  /** Minutes east of Greenwich: of a page, and of the entry of a feed. */
  readonly offset?: number | null;
  readonly offsetMinutes?: number;
}

const hourMs = 3_600_000;
/** Least ms between two times of two days, by how many of them are days: zones are unknown or wrong now and then. */
const leastApart = [12 * hourMs, 36 * hourMs, 24 * hourMs] as const;
const print = /(?:^|[/?&=._-])(?:amp|print|printable|druck\w*|mobile|m)(?:$|[/?&=._-])/i;

function publishedIn(details: string): Published | undefined {
  const { published } = JSON.parse(details) as { readonly published?: Published | null };
  const isDay = published && /^(?:day|minute|second)$/.test(published.precision);
  return isDay && published.source !== 'feed-updated' ? published : undefined;
}

function dayOf({ at, offset, offsetMinutes }: Published): string {
  return dayAt(at, offset ?? offsetMinutes ?? 0);
}

/** Under the key of a text a store keeps the first publication with the text; under this one that of another day. */
export function keyOfDay({ index, version }: Pick<Sighting, 'index' | 'version'>): string | undefined {
  const published = publishedIn(version.details);
  return published && `${index.key}@${dayOf(published)}`;
}

/** Whether a look shows the text that a known publication of the source has, published on another day. */
export function isOtherDay({ address, version, seenAt }: Omit<Sighting, 'index'>, known: Dated): boolean {
  const [now, before] = [publishedIn(version.details), publishedIn(known.details)];
  if (now === undefined || before === undefined || dayOf(now) === dayOf(before)) return false;
  const days = [now, before].filter(({ precision }) => precision === 'day').length as 0 | 1 | 2;
  if (Math.abs(Date.parse(now.at) - Date.parse(before.at)) < leastApart[days]) return false;
  if ([address, known.address].some(each => print.test(pathOf(each)))) return false;
  return !isOneArticle(version, known) && !(isDayOfLook(now, seenAt) && nameIn(address) === nameIn(known.address));
}

/** Both say the same address of their article, or one is that of the other. Some sites call their home page so on every page. */
function isOneArticle({ canonical }: Pick<Dated, 'canonical'>, known: Dated): boolean {
  return (
    canonical !== undefined &&
    pathOf(canonical) !== '/' &&
    (canonical === known.canonical || canonical === known.address)
  );
}

/** A page that shows today's date says nothing of its article. */
function isDayOfLook(published: Published, seenAt: number): boolean {
  if (published.source === 'feed' || published.source === 'url') return false;
  const minutes = published.offset ?? published.offsetMinutes ?? 0;
  return dayOf(published) === dayAt(new Date(seenAt).toISOString(), minutes);
}

/** The same in addresses that differ in their parameters or their folders alone. */
function nameIn(address: string): string | undefined {
  return new URL(address).pathname
    .replace(/;[^/]*|\/$/g, '')
    .split('/')
    .at(-1);
}

function pathOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : `${url.pathname}${url.search}`;
}
