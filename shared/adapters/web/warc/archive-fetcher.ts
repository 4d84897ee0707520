import type { IncomingHttpHeaders } from 'node:http';
import type { FetchAnswer } from '../../../domain/http/fetch-answer.ts';
import { pageTypeOf } from '../../../domain/http/page-type.ts';
import { isConditional } from '../../../domain/http/validators.ts';
import { wishFields } from '../../../domain/robots/preferences.ts';
import type { FetchRequest } from '../../../ports/request-ports.ts';
import { decodeWhole, parseContentEncoding, tooLarge } from '../content-coding.ts';
import { FetchFault } from '../faults/fetch-fault.ts';
import { defaultLimits, ROBOTS_BYTES } from '../fetch-limits.ts';
import { allFields, contentEncodingOf, mayShowWall, readHead, withWall } from '../response-head.ts';
import type { UndiciFetcher } from '../undici-fetcher.ts';
import { ArchiveFiles } from './archive-file.ts';
import { type Capture, Captures } from './captures.ts';
import { type ArchivedAnswer, answerIn } from './http-message.ts';
import { archivesIn } from './packages.ts';
import { firstPlace, type RecordPlace, recordAt, recordsIn } from './read-records.ts';
import { unchunked } from './unchunked.ts';

type Head = ReturnType<typeof readHead>;
type ArchiveRecord = ReturnType<typeof recordAt>;

export interface ArchiveOptions {
  /** Where a file without a name may be, for what has to be unpacked. */
  readonly folder: string;
  /** Captures near to it come first, ms. */
  readonly date?: number;
  /** Is called with a sentence for each place that is damaged. */
  readonly damaged: (text: string) => void;
}

/** A page as an archive has it. */
export interface ArchivedPage {
  readonly address: string;
  /** When it was captured, epoch ms. */
  readonly at: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Enough for a head. */
const fewBytes = 1024 * 1024;
/** No page is so long, however it is coded. */
const mostBytes = 128 * 1024 * 1024;
/** Of one file; more are counted. */
const mostDamages = 5;

/** Answers from archives, and asks no server. */
export class ArchiveFetcher implements UndiciFetcher {
  readonly #files: ArchiveFiles;
  readonly #captures: Captures;

  private constructor({ folder, date }: ArchiveOptions) {
    this.#files = new ArchiveFiles(folder);
    this.#captures = new Captures(date);
  }

  /** Reads all records. Throws a sentence where a file cannot be read, or where no file has a whole record. */
  static async open(paths: readonly string[], options: ArchiveOptions): Promise<ArchiveFetcher> {
    const fetcher = new ArchiveFetcher(options);
    try {
      await fetcher.#readAll(paths, options);
    } catch (error) {
      await fetcher.close();
      throw error;
    }
    return fetcher;
  }

  allow(): void {
    // Nothing is asked.
  }

  namesWaiting(): number {
    return 0;
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    request.onStart?.(performance.now());
    let answer: FetchAnswer | undefined;
    for (const capture of this.#captures.answering(request)) {
      answer = this.#answerBy(request, capture);
      // The capture that this one refers to may be missing.
      if (answer.kind === 'answered' || answer.reason !== 'not-archived') return answer;
    }
    // A crawler that kept no robots.txt obeyed none.
    if (answer === undefined && request.purpose === 'robots')
      return { ...noAnswer, kind: 'answered', status: 404, contentType: '' };
    const isByOther = this.#captures.has(request.address);
    return answer ?? missing(`The archive has no answer ${isByOther ? 'to GET ' : ''}for this address.`);
  }

  /** Pages with their bodies, those of an address one after the other. Other records, and damaged or too long ones, are passed over. */
  async *pages(isWanted: (address: string) => boolean): AsyncGenerator<ArchivedPage, void> {
    for (const [address, captures] of this.#captures.pages()) {
      if (!isWanted(address)) continue;
      for (const capture of captures) {
        const answer = this.#answerBy({ address, purpose: 'page', userAgent: '' }, capture);
        if (answer.kind === 'answered' && answer.status === 200 && answer.body.length > 0)
          yield { address, at: capture.date, contentType: answer.contentType, body: answer.body };
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    this.#files.close();
  }

  async #readAll(paths: readonly string[], { damaged }: ArchiveOptions): Promise<void> {
    let records = 0;
    const damages: string[] = [];
    for (const file of paths.flatMap(path => archivesIn(this.#files.open(path)))) {
      let found = 0;
      const tell = (text: string): void => {
        found += 1;
        if (found <= mostDamages) damages.push(text);
      };
      if (file.size === 0) tell(`${file.name} is empty`);
      for await (const record of recordsIn(file, { files: this.#files, damaged: tell })) {
        this.#captures.add(record);
        records += 1;
      }
      if (found > mostDamages) damages.push(`${file.name} is damaged at ${found - mostDamages} further places`);
    }
    if (records === 0) throw new Error(damages[0]);
    for (const text of damages) damaged(text);
    this.#captures.settle();
  }

  #answerBy(request: FetchRequest, capture: Capture): FetchAnswer {
    try {
      if (capture.isNotModified && !isConditional(request.fields)) return this.#stillGood(request, capture);
      return this.#answer(request, capture);
    } catch (error) {
      if (error instanceof FetchFault) return failed(error.reason, error.message, capture.status);
      throw error;
    }
  }

  /** A request without a condition gets the answer that is still good, with the headers of the later answer. */
  #stillGood(request: FetchRequest, capture: Capture): FetchAnswer {
    const original = this.#captures.stillGood(request.address, capture);
    if (original === undefined)
      return missing(
        'The archive says that the page has not changed; the archive of the earlier crawl, which has it, is not named.',
      );
    const now = answerIn(recordAt(capture.place, fewBytes).block)?.headers ?? {};
    return this.#answer(
      request,
      original,
      Object.fromEntries(Object.entries(now).filter(([name]) => laterFields.has(name))),
    );
  }

  #answer(request: FetchRequest, { place, type }: Capture, later: IncomingHttpHeaders = {}): FetchAnswer {
    const record = recordAt(place, fewBytes);
    if (type === 'metadata') return failureIn(record.block);
    const http = answerOf(type, record, record.block) ?? this.#original(record);
    if (http === undefined) return missing('The archive lacks what this answer refers to.');
    const { retryAfterMs, ...head } = readHead(http.status, { ...http.headers, ...later });
    const wantsFields = request.fields !== undefined || request.purpose === 'part';
    const answered = {
      ...noAnswer,
      kind: 'answered',
      ...head,
      // Nobody waits for an archive; a check asks once more where the server has said when.
      ...(retryAfterMs !== undefined && request.purpose === 'check' && { retryAfterMs: 0 }),
      ...(wantsFields && { fields: allFields(http.headers) }),
    } as const;
    if (!isKept(request, head) && !mayShowWall(head, request.purpose)) return answered;
    const whole = type === 'revisit' ? this.#original(record) : this.#wholeAnswer(type, place, record);
    if (whole === undefined) return missing('The archive lacks a part of this answer.', http.status);
    const body = this.#body(request, record.fields.get('warc-truncated') === 'length', whole);
    const [{ wall, price }, { bytes, truncated }] = withWall(
      head,
      { bytes: body.body, truncated: body.truncated },
      request.purpose,
    );
    return {
      ...answered,
      ...(wall !== undefined && { wall }),
      ...(price !== undefined && { price }),
      body: bytes,
      truncated,
    };
  }

  /** The answer that a revisit does not repeat; undefined if no archive has it. */
  #original({ fields }: ArchiveRecord): ArchivedAnswer | undefined {
    const capture = this.#captures.original(fields);
    return capture && this.#wholeAnswer(capture.type, capture.place);
  }

  /** With its body, and with all segments; undefined if one is missing. Throws if it is longer than any page may be. */
  #wholeAnswer(type: string, place: RecordPlace, begun?: ArchiveRecord): ArchivedAnswer | undefined {
    const record = wholeRecord(place, begun);
    if (!record.fields.has('warc-segment-number')) return answerOf(type, record, record.block);
    const further = this.#captures.segments(record.fields).map(each => wholeRecord(each));
    const isEach = further.every((each, index) => Number(each.fields.get('warc-segment-number')) === index + 2);
    const length = further.reduce((sum, each) => sum + each.length, record.length);
    const isWhole = isEach && Number(further.at(-1)?.fields.get('warc-segment-total-length')) === length;
    return isWhole
      ? answerOf(type, record, Buffer.concat([record.block, ...further.map(each => each.block)]))
      : undefined;
  }

  #body(
    { purpose, maxBodyBytes = defaultLimits.maxBodyBytes }: FetchRequest,
    truncated: boolean,
    http: ArchivedAnswer,
  ): { body: Uint8Array; truncated: boolean } {
    const { headers } = http;
    const most = purpose === 'robots' ? ROBOTS_BYTES : maxBodyBytes;
    const sent = /\bchunked\b/i.test(String(headers['transfer-encoding'] ?? '')) ? unchunked(http.body) : http.body;
    const body = parseContentEncoding(contentEncodingOf(headers)).reduce(
      (bytes, coding) => decodeWhole(coding, bytes, maxBodyBytes),
      sent,
    );
    if (body.length > most && purpose !== 'robots') throw tooLarge(most);
    const isCut = purpose === 'robots' && (body.length > most || truncated);
    return { body: Uint8Array.from(body.subarray(0, most)), truncated: isCut };
  }
}

/** `record`: with the first bytes of its block, which are the whole of most. */
function wholeRecord(place: RecordPlace, record = recordAt(place, fewBytes)): ArchiveRecord {
  if (record.length > mostBytes) throw tooLarge(mostBytes);
  return record.length > fewBytes ? recordAt(place, mostBytes) : record;
}

/** The answer that the block of a record is. */
function answerOf(type: string, { fields }: ArchiveRecord, block: Buffer): ArchivedAnswer | undefined {
  if (type !== 'resource') return answerIn(block);
  return { status: 200, headers: { 'content-type': fields.get('content-type') ?? '' }, body: block };
}

/** The block of the first record. Throws a sentence where there is none. */
export function firstBlockOf(path: string): Buffer {
  const files = new ArchiveFiles('');
  try {
    return recordAt(firstPlace(archivesIn(files.open(path))[0]!), mostBytes).block;
  } finally {
    files.close();
  }
}

/** Fields that an answer 304 brings up to date (RFC 9111, section 3.2). */
const laterFields: ReadonlySet<string> = new Set([
  ...['date', 'etag', 'last-modified', 'link', 'x-robots-tag', 'content-language', 'refresh'],
  ...wishFields,
]);

const noAnswer = { elapsedMs: 0, body: new Uint8Array(0), truncated: false };

type Failure = Extract<FetchAnswer, { kind: 'failed' }>;

function failed(reason: Failure['reason'], detail: string, status?: number): Failure {
  return { kind: 'failed', elapsedMs: 0, reason, detail, ...(status !== undefined && { status }) };
}

function missing(detail: string, status?: number): Failure {
  return failed('not-archived', detail, status);
}

const reasons: ReadonlySet<Failure['reason']> = new Set([
  ...([
    'decode',
    'dns',
    'network',
    'not-archived',
    'private-address',
    'protocol',
    'timeout',
    'tls',
    'too-large',
  ] as const),
]);

/** Why an archive of ours has no answer. Others may write what they like there. */
function failureIn(block: Buffer): Failure {
  try {
    const { reason, detail, status } = JSON.parse(block.toString('utf8')) as Partial<Failure>;
    if (reason !== undefined && reasons.has(reason))
      return failed(reason, String(detail), status === undefined ? undefined : Number(status));
  } catch {
    // Said below.
  }
  return failed('protocol', 'The archive has a failure that Orbweaver does not know.');
}

function isKept({ purpose, pageTypes = new Set() }: FetchRequest, { status, contentType }: Head): boolean {
  if (purpose === 'robots') return status < 300;
  if (purpose === 'part') return status < 300 || status > 399;
  return status === 200 && pageTypeOf(contentType, pageTypes) !== 'other';
}
