import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Answered, FetchAnswer } from '../../../domain/http/fetch-answer.ts';
import { gzipMember } from '../../../domain/http/gzip-member.ts';
import { statusNames } from '../../../domain/http/status-names.ts';
import { isConditional } from '../../../domain/http/validators.ts';
import { requestTargetOf } from '../../../domain/url/request-target.ts';
import type { FetchRequest } from '../../../ports/request-ports.ts';
import { completeIndex, indexedFiles, ownRecords } from './cdxj.ts';
import { cutUnfinished } from './cut-unfinished.ts';
import { digestOf, encodeHttp, encodeRecord, notModifiedProfile } from './warc-record.ts';

/** Of one file. */
const mostFileBytes = 1_000_000_000;
/** Payloads that are known again; beyond them equal ones are written once more. */
const mostPayloads = 500_000;
/** The last files of earlier runs, which are read before a run begins: a watch may have any number. */
const mostTakenUp = 8;
const indexName = 'index.cdxj';
const fileForm = /\.warc\.gz$/;

/** The content of `warcinfo` about the crawl. */
export interface WarcInfo {
  readonly software: string;
  /** The resolved spec, JSON in one line. */
  readonly spec: string;
}

export interface WarcExchange {
  readonly request: FetchRequest;
  /** Fields of the request as they are sent: names and values by turns. */
  readonly sent: readonly string[];
  /** `fields` are all its fields. */
  readonly answer: FetchAnswer;
  /** Wall clock, ms, when the request began. */
  readonly at: number;
}

type Fields = readonly (readonly [name: string, value: string])[];

/** Names of the archive files in a folder, in the order in which they were written. */
export function archiveFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter(name => fileForm.test(name) && lstatSync(join(folder, name)).isFile())
    .sort();
}

/** Names of the files that are finished: a run that goes on, or was killed, may have left the newest file unfinished. */
export async function endedFiles(folder: string): Promise<readonly string[]> {
  const names = archiveFiles(folder);
  const isEnded = (await indexedFiles(join(folder, indexName))).has(names.at(-1) ?? '');
  return isEnded ? names : names.slice(0, -1);
}

/**
 * Writes exchanges as WARC 1.1, each at once: what a killed process leaves is whole except for its last record, which the next
 * run takes off. Each run begins a new file.
 */
export class WarcWriter {
  readonly #folder: string;
  readonly #info: WarcInfo;
  readonly #payloads = new Map<string, readonly [address: string, date: string]>();
  #file: number | undefined;
  #size = 0;
  #count = 0;

  private constructor(folder: string, info: WarcInfo) {
    this.#folder = folder;
    this.#info = info;
  }

  static async open(folder: string, info: WarcInfo): Promise<WarcWriter> {
    const writer = new WarcWriter(folder, info);
    mkdirSync(folder, { recursive: true });
    for (const name of archiveFiles(folder).slice(-mostTakenUp)) await writer.#takeUp(join(folder, name));
    return writer;
  }

  add(exchange: WarcExchange): void {
    const date = new Date(exchange.at).toISOString();
    const members = this.#recordsOf(exchange, date).map(gzipMember);
    const bytes = Buffer.concat(members);
    if (this.#file === undefined || this.#size + bytes.length > mostFileBytes) this.#begin(date);
    this.#write(bytes);
  }

  /** Writes the index of all files in the folder. */
  async close(): Promise<void> {
    this.#end();
    await completeIndex(this.#folder, join(this.#folder, indexName), archiveFiles(this.#folder));
  }

  /** Takes up the file of an earlier run: its unfinished end goes, its payloads are known. */
  async #takeUp(path: string): Promise<void> {
    cutUnfinished(path);
    if (lstatSync(path).size === 0) {
      rmSync(path);
      return;
    }
    for await (const [{ fields }] of ownRecords([path])) {
      const digest = fields.get('warc-payload-digest');
      if (fields.get('warc-type') === 'response' && digest !== undefined && !fields.has('warc-truncated'))
        this.#know(digest, fields.get('warc-target-uri')!, fields.get('warc-date')!);
    }
  }

  #know(digest: string, address: string, date: string): void {
    if (this.#payloads.size < mostPayloads) this.#payloads.set(digest, [address, date]);
  }

  #begin(date: string): void {
    this.#end();
    this.#count += 1;
    const name = `orbweaver-${date.replace(/\D/g, '')}-${String(this.#count).padStart(5, '0')}.warc.gz`;
    this.#file = openSync(join(this.#folder, name), 'wx');
    this.#size = 0;
    const { software, spec } = this.#info;
    const block = [
      `software: ${software}`,
      'format: WARC File Format 1.1',
      'conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
      `orbweaver-spec: ${spec}`,
    ];
    const fields: Fields = [
      ['WARC-Type', 'warcinfo'],
      ['WARC-Record-ID', recordId()],
      ['WARC-Date', date],
      ['WARC-Filename', name],
      ['Content-Type', 'application/warc-fields'],
    ];
    this.#write(gzipMember(encodeRecord({ fields, block: Buffer.from(`${block.join('\r\n')}\r\n`) })));
  }

  #write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) at += writeSync(this.#file!, bytes, at);
    this.#size += bytes.length;
  }

  #end(): void {
    if (this.#file === undefined) return;
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#file = undefined;
  }

  #recordsOf({ request, sent, answer }: WarcExchange, date: string): readonly Uint8Array[] {
    const [id, asked] = [recordId(), recordId()];
    const about: Fields = [
      ['WARC-Date', date],
      ['WARC-Target-URI', request.address],
      ['WARC-Orbweaver-Purpose', request.purpose],
      ...(request.attempt === undefined ? [] : [['WARC-Orbweaver-Attempt', String(request.attempt)] as const]),
      ...(request.method === undefined ? [] : [['WARC-Orbweaver-Method', request.method] as const]),
    ];
    const message = answer.kind === 'answered' ? this.#response(request, answer, date) : failure(answer);
    const http = requestBlock(request, sent);
    return [
      encodeRecord({
        fields: [['WARC-Type', message.type], ['WARC-Record-ID', id], ...about, ...message.fields],
        block: message.block,
      }),
      encodeRecord({
        fields: [
          ...([
            ['WARC-Type', 'request'],
            ['WARC-Record-ID', asked],
          ] as const),
          ...about,
          ['WARC-Concurrent-To', id],
          ['WARC-Block-Digest', digestOf(http)],
          ['Content-Type', 'application/http; msgtype=request'],
        ],
        block: http,
      }),
    ];
  }

  #response(request: FetchRequest, answer: Answered, date: string): RecordParts {
    const { body, status } = answer;
    if (status === 304 && isConditional(request.fields)) return notModified(request, answer);
    const digest = digestOf(body);
    const known = body.length > 0 ? this.#payloads.get(digest) : undefined;
    // An answer to HEAD is whole without a body, and its fields speak of the answer to GET.
    const isHead = request.method === 'HEAD';
    const fields = isHead ? (answer.fields ?? []) : fieldsAsKept(answer);
    const whole = encodeHttp({ first: statusLine(status), fields, body: known ? noBytes : body });
    const cut = answer.truncated ? 'length' : !isHead && isLeftOut(answer) ? 'unspecified' : undefined;
    if (known === undefined && body.length > 0 && cut === undefined) this.#know(digest, request.address, date);
    return {
      type: known === undefined ? 'response' : 'revisit',
      fields: [
        ...(cut === undefined ? [] : [['WARC-Truncated', cut] as const]),
        ...(known === undefined
          ? []
          : ([
              ['WARC-Profile', 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest'],
              ['WARC-Refers-To-Target-URI', known[0]],
              ['WARC-Refers-To-Date', known[1]],
            ] as const)),
        ['WARC-Payload-Digest', digest],
        ['WARC-Block-Digest', digestOf(whole)],
        ['Content-Type', 'application/http; msgtype=response'],
      ],
      block: whole,
    };
  }
}

/** WARC 1.1, section 6.7.3: the server says that the capture that the request knows is still good. */
function notModified({ address }: FetchRequest, answer: Answered): RecordParts {
  const block = encodeHttp({ first: statusLine(answer.status), fields: answer.fields ?? [], body: noBytes });
  return {
    type: 'revisit',
    fields: [
      ['WARC-Profile', notModifiedProfile],
      ['WARC-Refers-To-Target-URI', address],
      ['WARC-Block-Digest', digestOf(block)],
      ['Content-Type', 'application/http; msgtype=response'],
    ],
    block,
  };
}

interface RecordParts {
  readonly type: string;
  readonly fields: Fields;
  readonly block: Uint8Array;
}

const noBytes = new Uint8Array(0);

function recordId(): string {
  return `<urn:uuid:${randomUUID()}>`;
}

/** The blank behind the status is there without a name, too (RFC 9112, section 4). */
function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${statusNames.get(status) ?? ''}`;
}

function requestBlock({ address, method }: FetchRequest, sent: readonly string[]): Uint8Array {
  const fields: [string, string][] = [['host', new URL(address).host]];
  for (let i = 0; i < sent.length; i += 2) fields.push([sent[i]!, sent[i + 1]!]);
  return encodeHttp({ first: `${method ?? 'GET'} ${requestTargetOf(address)} HTTP/1.1`, fields, body: noBytes });
}

/** Codings are undone in what is kept, so fields that speak of them get another name, as browser-based archives do. */
function fieldsAsKept({ fields = [], body, truncated }: Answered): Fields {
  const coded = fields.some(([name]) => name === 'content-encoding' || name === 'transfer-encoding');
  const isOther = ([name, value]: readonly [string, string]): boolean =>
    name === 'content-encoding' ||
    name === 'transfer-encoding' ||
    (name === 'content-length' && value !== String(body.length));
  const kept = fields.map(field => (isOther(field) ? ([`x-archive-orig-${field[0]}`, field[1]] as const) : field));
  const hasLength = kept.some(([name]) => name === 'content-length');
  return hasLength || (!coded && body.length === 0 && !truncated)
    ? kept
    : [...kept, ['content-length', String(body.length)]];
}

/** The crawler keeps bodies of pages alone. */
function isLeftOut({ status, body, fields = [] }: Answered): boolean {
  if (body.length > 0 || status === 204 || status === 304) return false;
  return fields.find(([name]) => name === 'content-length')?.[1] !== '0';
}

/** There is no answer to keep: why is. */
function failure({ reason, status, detail }: Extract<FetchAnswer, { kind: 'failed' }>): RecordParts {
  const block = Buffer.from(JSON.stringify({ reason, ...(status !== undefined && { status }), detail }));
  return {
    type: 'metadata',
    fields: [
      ['WARC-Orbweaver-Failed', reason],
      ['WARC-Block-Digest', digestOf(block)],
      ['Content-Type', 'application/json'],
    ],
    block,
  };
}
