import { pageTypeOf } from '../../../domain/http/page-type.ts';
import { isConditional } from '../../../domain/http/validators.ts';
import type { FetchAnswer, FetchRequest } from '../../../ports.ts';
import { decodeWhole, parseContentEncoding, tooLarge } from '../content-coding.ts';
import { FetchFault } from '../faults/fetch-fault.ts';
import { defaultLimits, ROBOTS_BYTES } from '../fetch-limits.ts';
import { contentEncodingOf, readHead } from '../response-head.ts';
import type { UndiciFetcher } from '../undici-fetcher.ts';
import { unchunked } from './unchunked.ts';
import { blockOf, type FoundRecord, WarcFile } from './warc-file.ts';
import { decodeHttp, type HttpMessage } from './warc-record.ts';

/** A capture of an address in an archive. */
interface Capture {
  readonly file: WarcFile;
  readonly offset: number;
  /** Archives of ours say for what the address was asked, and which try it was. */
  readonly purpose?: string;
  readonly attempt?: number;
  readonly date: string;
  readonly type: string;
  /** The server said that an earlier capture is still good. */
  readonly isNotModified: boolean;
  /** Absent: GET. */
  readonly method?: string;
}

type Head = ReturnType<typeof readHead>;

/** Answers from archives, and asks no server. Throws where a file cannot be read or is damaged. */
export class ArchiveFetcher implements UndiciFetcher {
  readonly #files: WarcFile[] = [];
  readonly #captures = new Map<string, Capture[]>();
  readonly #payloads = new Map<string, Capture>();
  readonly #asked = new Map<string, number>();

  constructor(paths: readonly string[]) {
    for (const path of paths) this.#index(path);
  }

  allow(): void {
    // Nothing is asked.
  }

  namesWaiting(): number {
    return 0;
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    request.onStart?.(performance.now());
    const capture = this.#captureOf(request);
    if (capture !== undefined && capture.isNotModified && !isConditional(request.fields))
      return this.#stillGood(request, capture);
    if (capture !== undefined) return this.#answer(request, capture.file.recordAt(capture.offset));
    // A crawler that kept no robots.txt obeyed none.
    if (request.purpose === 'robots') return { ...noAnswer, kind: 'answered', status: 404, contentType: '' };
    return failed('not-archived', 'The archive has no answer for this address.');
  }

  async close(): Promise<void> {
    for (const file of this.#files.splice(0)) file.close();
  }

  #index(path: string): void {
    const file = new WarcFile(path);
    this.#files.push(file);
    for (const { fields, offset } of file.records()) {
      const type = fields.get('warc-type');
      const isFailure = type === 'metadata' && fields.has('warc-orbweaver-failed');
      const address = addressOf(fields.get('warc-target-uri'));
      if (address === undefined || !(type === 'response' || type === 'revisit' || isFailure)) continue;
      const purpose = fields.get('warc-orbweaver-purpose');
      const attempt = fields.get('warc-orbweaver-attempt');
      const method = fields.get('warc-orbweaver-method');
      const capture: Capture = {
        ...{ file, offset, type: type!, date: fields.get('warc-date') ?? '' },
        isNotModified: type === 'revisit' && /\/server-not-modified$/.test(fields.get('warc-profile') ?? ''),
        ...(purpose !== undefined && { purpose }),
        ...(attempt !== undefined && { attempt: Number(attempt) }),
        ...(method !== undefined && { method }),
      };
      const known = this.#captures.get(address);
      if (known === undefined) this.#captures.set(address, [capture]);
      else known.push(capture);
      const digest = fields.get('warc-payload-digest');
      if (type === 'response' && digest !== undefined && !this.#payloads.has(digest))
        this.#payloads.set(digest, capture);
    }
  }

  /** The last capture of this try: a process that was killed may have asked before. Other archives have their tries in order. */
  #captureOf({ address, purpose, attempt, method }: FetchRequest): Capture | undefined {
    const isOfRequest = (each: Capture): boolean =>
      each.purpose === undefined || (each.purpose === purpose && each.method === method);
    const all = this.#captures.get(address)?.filter(isOfRequest);
    if (all === undefined || all.length === 0) return undefined;
    if (purpose !== 'page') return all.at(-1);
    const ofTry = attempt === undefined ? undefined : all.findLast(each => each.attempt === attempt);
    if (ofTry !== undefined) return ofTry;
    const others = all.filter(each => each.attempt === undefined);
    const nth = (this.#asked.get(address) ?? 0) + 1;
    this.#asked.set(address, nth);
    return others.length === 0 ? all.at(-1) : others[Math.min(attempt ?? nth, others.length) - 1];
  }

  /** Who requests the page without a condition gets what the server has said is still good, with the headers of the later answer. */
  #stillGood(request: FetchRequest, capture: Capture): FetchAnswer {
    const all = (this.#captures.get(addressOf(request.address)!) ?? []).filter(
      each => !each.isNotModified && each.type !== 'metadata' && each.purpose !== 'check',
    );
    const original = all.findLast(({ date }) => date < capture.date) ?? all.at(-1);
    if (original === undefined)
      return failed(
        'not-archived',
        'The archive says that the page has not changed; the archive of the earlier crawl, which has it, is not named.',
      );
    const now = decodeHttp(blockOf(capture.file.recordAt(capture.offset)));
    const later = (now?.fields ?? []).filter(([name]) => laterFields.has(name));
    return this.#answer(request, original.file.recordAt(original.offset), later);
  }

  #answer(request: FetchRequest, record: FoundRecord, later: HttpMessage['fields'] = []): FetchAnswer {
    if (record.fields.get('warc-type') === 'metadata')
      return {
        ...(JSON.parse(blockOf(record).toString('utf8')) as FetchAnswer),
        kind: 'failed',
        elapsedMs: 0,
      } as FetchAnswer;
    const http = decodeHttp(blockOf(record));
    const status = Number(/^HTTP\/\S+ (\d{3})/.exec(http?.first ?? '')?.[1]);
    if (http === undefined || !(status >= 100))
      return failed('protocol', 'The archive has no HTTP answer for this address.');
    const { retryAfterMs: _, ...head } = readHead(status, { ...headersOf(http), ...headersOf({ fields: later }) });
    const wantsFields = request.fields !== undefined || request.purpose === 'part';
    const answered = {
      ...noAnswer,
      kind: 'answered',
      ...head,
      ...(wantsFields && { fields: http.fields }),
    } as const;
    if (!isKept(request, head)) return answered;
    try {
      return { ...answered, ...this.#body(request, record, http) };
    } catch (error) {
      if (error instanceof FetchFault) return failed(error.reason, error.message, status);
      throw error;
    }
  }

  #body({ purpose }: FetchRequest, record: FoundRecord, http: HttpMessage): { body: Uint8Array; truncated: boolean } {
    const whole = record.fields.get('warc-type') === 'revisit' ? this.#original(record) : http;
    const headers = headersOf(whole);
    const most = purpose === 'robots' ? ROBOTS_BYTES : defaultLimits.maxBodyBytes;
    const sent = /\bchunked\b/i.test(String(headers['transfer-encoding'] ?? '')) ? unchunked(whole.body) : whole.body;
    const body = parseContentEncoding(contentEncodingOf(headers)).reduce(
      (bytes, coding) => decodeWhole(coding, bytes, defaultLimits.maxBodyBytes),
      sent,
    );
    if (body.length > most && purpose !== 'robots') throw tooLarge(most);
    const truncated = purpose === 'robots' && (body.length > most || record.fields.get('warc-truncated') === 'length');
    return { body: Uint8Array.from(body.subarray(0, most)), truncated };
  }

  /** The capture whose payload a revisit does not repeat. */
  #original({ fields }: FoundRecord): HttpMessage {
    const digest = fields.get('warc-payload-digest');
    const address = addressOf(fields.get('warc-refers-to-target-uri'));
    const capture =
      (digest === undefined ? undefined : this.#payloads.get(digest)) ??
      (address === undefined ? undefined : this.#captures.get(address)?.[0]);
    const record = capture?.file.recordAt(capture.offset);
    const http = record?.fields.get('warc-type') === 'response' ? decodeHttp(blockOf(record)) : undefined;
    if (http === undefined)
      throw new FetchFault('not-archived', 'The archive lacks the payload that this answer repeats.');
    return http;
  }
}

/** Fields that an answer 304 brings up to date (RFC 9111, section 3.2). */
const laterFields: ReadonlySet<string> = new Set([
  ...['date', 'etag', 'last-modified', 'link', 'x-robots-tag', 'content-language', 'refresh'],
]);

const noAnswer = { elapsedMs: 0, body: new Uint8Array(0), truncated: false };

function failed(
  reason: Extract<FetchAnswer, { kind: 'failed' }>['reason'],
  detail: string,
  status?: number,
): FetchAnswer {
  return { kind: 'failed', elapsedMs: 0, reason, detail, ...(status !== undefined && { status }) };
}

/** Some writers put the address into angle brackets. */
function addressOf(text: string | undefined): string | undefined {
  const url = URL.parse((text ?? '').replace(/^<(.*)>$/, '$1'));
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}

function headersOf({ fields }: Pick<HttpMessage, 'fields'>): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of fields) {
    const known = headers[name];
    headers[name] = known === undefined ? value : [...[known].flat(), value];
  }
  return headers;
}

function isKept({ purpose, pageTypes = new Set() }: FetchRequest, { status, contentType }: Head): boolean {
  if (purpose === 'robots') return status < 300;
  if (purpose === 'part') return status < 300 || status > 399;
  return status === 200 && pageTypeOf(contentType, pageTypes) !== 'other';
}
