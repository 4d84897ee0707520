import type { FetchRequest } from '../../../ports/request-ports.ts';
import { statusIn } from './http-message.ts';
import { Methods } from './methods.ts';
import type { FoundRecord, RecordPlace } from './read-records.ts';

/** A capture of an address in an archive. */
export interface Capture {
  readonly place: RecordPlace;
  readonly type: string;
  /** Archives of ours say for what the address was asked, which try it was, and by what method. */
  readonly purpose?: string;
  readonly attempt?: number;
  /** Absent: GET. */
  method?: string;
  /** ms; NaN where it is not known. */
  readonly date: number;
  readonly status?: number;
  /** The server said that an earlier capture is still good. */
  readonly isNotModified: boolean;
}

type Fields = FoundRecord['fields'];

/** The captures of each address in archives, and the choice among them for a request. */
export class Captures {
  readonly #byAddress = new Map<string, Capture[]>();
  readonly #payloads = new Map<string, Capture>();
  readonly #segments = new Map<string, { readonly number: number; readonly place: RecordPlace }[]>();
  readonly #asked = new Map<string, number>();
  readonly #methods = new Methods();
  readonly #date: number | undefined;

  /** `date`: captures near to it come first, ms. */
  constructor(date?: number) {
    this.#date = date;
  }

  add(record: FoundRecord): void {
    const { fields } = record;
    const place = { file: record.file, offset: record.offset, form: record.form };
    const type = fields.get('warc-type')!;
    const address = addressOf(fields.get('warc-target-uri'));
    if (type === 'continuation') this.#addSegment(fields, place);
    if (address === undefined) return;
    if (type === 'request') this.#methods.request(address, record);
    if (!answers.has(type) && !(type === 'metadata' && fields.has('warc-orbweaver-failed'))) return;
    const capture = captureOf(record, place);
    if (capture.purpose === undefined) this.#methods.answer(address, record, capture);
    const known = this.#byAddress.get(address);
    if (known === undefined) this.#byAddress.set(address, [capture]);
    else known.push(capture);
    const digest = fields.get('warc-payload-digest');
    if (type === 'response' && digest !== undefined && !this.#payloads.has(digest)) this.#payloads.set(digest, capture);
  }

  /** All archives are read: what is known only then is entered. */
  settle(): void {
    this.#methods.settle();
  }

  /** Captures that answer a request, the best first. */
  answering(request: FetchRequest): readonly Capture[] {
    const all = (this.#byAddress.get(request.address) ?? []).filter(each => isOfRequest(each, request));
    const own = all.filter(each => each.purpose !== undefined);
    if (own.length > 0 && this.#date === undefined) return [this.#ofTry(own, request)];
    return all.sort((a, b) => rankOf(a) - rankOf(b) || this.#compareDates(a, b));
  }

  /** Answers 200 of each address whose instant is known, the earliest first. */
  *pages(): Generator<readonly [address: string, captures: readonly Capture[]], void> {
    for (const [address, all] of this.#byAddress) {
      const pages = all.filter(each => isPage(each) && rankOf(each) <= 1 && Number.isFinite(each.date));
      if (pages.length > 0) yield [address, pages.toSorted((a, b) => a.date - b.date)];
    }
  }

  has(address: string): boolean {
    return this.#byAddress.has(address);
  }

  /** The capture of which the server said later that it is still good. */
  stillGood(address: string, { date }: Capture): Capture | undefined {
    const all = this.#byAddress.get(address)?.filter(each => isPage(each) && !each.isNotModified) ?? [];
    return all.findLast(each => each.date < date) ?? all.at(-1);
  }

  /** The capture whose payload a revisit does not repeat. */
  original(fields: Fields): Capture | undefined {
    const known = this.#payloads.get(fields.get('warc-payload-digest') ?? '');
    const all = this.#byAddress.get(addressOf(fields.get('warc-refers-to-target-uri')) ?? '') ?? [];
    const date = dateOf(fields.get('warc-refers-to-date'));
    const responses = all.filter(each => each.type === 'response' && isPage(each));
    return known ?? responses.find(each => each.date === date) ?? responses[0];
  }

  /** Where the further segments of a record are, in order (WARC 1.1, section 7). */
  segments(fields: Fields): readonly RecordPlace[] {
    const all = this.#segments.get(fields.get('warc-record-id') ?? '') ?? [];
    return all.sort((a, b) => a.number - b.number).map(each => each.place);
  }

  #addSegment(fields: Fields, place: RecordPlace): void {
    const origin = fields.get('warc-segment-origin-id') ?? '';
    const known = this.#segments.get(origin) ?? [];
    known.push({ number: Number(fields.get('warc-segment-number')), place });
    this.#segments.set(origin, known);
  }

  /** Of archives of ours the last capture of this try: a process that was killed may have asked before. */
  #ofTry(own: readonly Capture[], { address, purpose, attempt }: FetchRequest): Capture {
    const last = own.at(-1)!;
    if (purpose !== 'page') return last;
    const ofTry = attempt === undefined ? undefined : own.findLast(each => each.attempt === attempt);
    if (ofTry !== undefined) return ofTry;
    const others = own.filter(each => each.attempt === undefined);
    const nth = (this.#asked.get(address) ?? 0) + 1;
    this.#asked.set(address, nth);
    return others[Math.min(attempt ?? nth, others.length) - 1] ?? last;
  }

  /** Of two that are equally near the earlier comes first. */
  #compareDates(a: Capture, b: Capture): number {
    const wanted = this.#date;
    if (wanted === undefined) return 0;
    const distance = ({ date }: Capture): number => (Number.isNaN(date) ? Number.MAX_VALUE : Math.abs(date - wanted));
    return distance(a) - distance(b) || a.date - b.date || 0;
  }
}

/** WARC 1.1, section 6: what stands for the answer of a server. A `conversion` is what somebody made of one. */
const answers: ReadonlySet<string> = new Set(['response', 'revisit', 'resource']);

function captureOf({ fields, block }: FoundRecord, place: RecordPlace): Capture {
  const type = fields.get('warc-type')!;
  const [purpose, attempt, method] = ['purpose', 'attempt', 'method'].map(name => fields.get(`warc-orbweaver-${name}`));
  const status = type === 'resource' ? 200 : statusIn(block);
  return {
    ...{ place, type, date: dateOf(fields.get('warc-date')) },
    isNotModified: type === 'revisit' && /\/server-not-modified$/.test(fields.get('warc-profile') ?? ''),
    ...(purpose !== undefined && { purpose }),
    ...(attempt !== undefined && { attempt: Number(attempt) }),
    ...(method !== undefined && { method }),
    ...(status !== undefined && { status }),
  };
}

/** Captures of others by GET answer HEAD too. */
function isOfRequest(capture: Capture, { purpose, method }: FetchRequest): boolean {
  if (capture.purpose !== undefined) return capture.purpose === purpose && capture.method === method;
  return isPage(capture) || capture.method === method;
}

/** By GET, and no check of an external address, which keeps no content. */
function isPage({ type, purpose, method = 'GET' }: Capture): boolean {
  return type !== 'metadata' && purpose !== 'check' && method === 'GET';
}

/** The order in which a crawl wants captures: pages, redirects, errors, and what is a part of an answer or none. */
function rankOf({ type, isNotModified, status = 200, method = 'GET' }: Capture): number {
  if (type === 'metadata' || method !== 'GET') return 5;
  if (isNotModified || status === 304 || (status !== 200 && status < 300)) return 4;
  if (status >= 400) return 3;
  if (status >= 300) return 2;
  return type === 'resource' ? 1 : 0;
}

function dateOf(text: string | undefined): number {
  return Date.parse(text ?? '');
}

/** Some writers put the address into angle brackets. */
function addressOf(text: string | undefined): string | undefined {
  const url = URL.parse((text ?? '').replace(/^<(.*)>$/, '$1'));
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.hash !== '') url.hash = '';
  return url.href;
}
