/**
 * External and bad links of a site, as a log of entries. An entry has the links that one turn was the first to bring, deflated: an
 * item for each link would be a write unit for each. An entry is written only if its number is free. So of two writers the second
 * reads what the first has written, and no link is in two entries. Watches and earlier
 * versions have an item for each link: a watch looks at a site for years, and a process that does not know a log reads all of it.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { cutText } from '../../../../domain/cut-text.ts';
import { defined } from '../../../../domain/defined.ts';
import type { LinkType } from '../../../../domain/link-type.ts';
import type { LinkClaim } from '../../../../domain/protocol/crawl-state.ts';
import type { DynamoBase } from '../calls/dynamo-base.ts';
import { type ItemKey, lastText, padded, type Row } from '../calls/dynamo-tables.ts';
import { Fingerprints } from './fingerprints.ts';

/** Anchors and reasons of links are kept for people, up to this length. */
export const longestDetail = 200;
/** Bytes of an entry before it is deflated: an item holds 400 KB. */
const entryBytes = 300_000;
/** Of the memory of all sites; the site that was read last is always remembered. */
const mostBytes = 32_000_000;
/** Some of a site without links, and some of a link of the last turn besides its address. */
const [bytesOfSite, bytesOfLink] = [1_000, 100];

/** A link, and where it is in the partition of its site. */
export interface LoggedLink {
  readonly sk: string;
  /** Among the links of the item. */
  readonly index: number;
  readonly link: LinkClaim;
}

type Packed = readonly [
  page: string,
  level: number,
  links: (readonly [key: string, detail: string, type?: LinkType])[],
];

/** The part of a log that a process has read. */
interface Memory {
  readonly keys: Fingerprints;
  /** Number of the first entry that it has not read. */
  next: number;
  /** The greatest turn that has written. */
  last: number;
  /** The turn that claims, and its links. */
  turn: number;
  own: Set<string>;
}

export class LinkLog {
  private readonly base: DynamoBase;
  private readonly kept = new Map<string, Memory>();
  private bytes = 0;

  constructor(base: DynamoBase) {
    this.base = base;
  }

  /** Of a claim that fails nothing is remembered: the next one reads the log from its beginning. */
  async claim(pk: string, turn: number, claims: readonly LinkClaim[]): Promise<boolean[]> {
    if (claims.length === 0) return [];
    const { calls, tables, ttl } = this.base;
    const memory = this.take(pk, turn) ?? (await this.readOn(pk, { ...noMemory(), turn }));
    for (;;) {
      const entry = entryOf(claims.filter(({ key }) => !memory.keys.has(key.toWellFormed())));
      if (entry.length === 0) break;
      const set = { turn, bytes: pack(entry), ttl: ttl() };
      const write = { table: tables.links, key: entryKey(pk, memory.next), set };
      const answer = await calls.write({ ...write, condition: 'attribute_not_exists(pk)' });
      if (answer.kind === 'written') learn(memory, memory.next, turn, entry);
      else await this.readOn(pk, memory);
    }
    this.keep(pk, memory);
    return claims.map(({ key }) => memory.own.has(key.toWellFormed()));
  }

  /** Links from an item on, in the order in which turns have brought them; those with separate items are behind, by address. */
  async *links(pk: string, from = '#'): AsyncGenerator<LoggedLink> {
    const { calls, tables } = this.base;
    for await (const row of calls.query(tables.links, pk, from, `=${lastText}`))
      for (const [index, link] of linksOf(row).entries()) yield { sk: String(row['sk']), index, link };
  }

  /** A process takes its memory of a site away while it claims, so that two claims never change it together. */
  private take(pk: string, turn: number): Memory | undefined {
    const memory = this.kept.get(pk);
    this.forget(pk, memory);
    if (memory === undefined || turn === memory.turn) return memory;
    // Which links are of an earlier turn is not remembered.
    return turn <= memory.last ? undefined : Object.assign(memory, { turn, own: new Set<string>() });
  }

  private keep(pk: string, memory: Memory): void {
    this.forget(pk, this.kept.get(pk));
    this.kept.set(pk, memory);
    this.bytes += bytesOf(memory);
    for (const [name, oldest] of this.kept) {
      if (this.bytes <= mostBytes || name === pk) break;
      this.forget(name, oldest);
    }
  }

  private forget(pk: string, memory: Memory | undefined): void {
    if (memory === undefined) return;
    this.kept.delete(pk);
    this.bytes -= bytesOf(memory);
  }

  private async readOn(pk: string, memory: Memory): Promise<Memory> {
    const { calls, tables } = this.base;
    const last = memory.next === 0 ? `=${lastText}` : '#:';
    for await (const row of calls.query(tables.links, pk, entryKey(pk, memory.next).sk, last)) {
      const sk = String(row['sk']);
      const number = sk.startsWith('#') ? Number(sk.slice(1)) : memory.next - 1;
      learn(memory, number, Number(row['turn']), linksOf(row));
    }
    return memory;
  }
}

function noMemory(): Memory {
  return { keys: new Fingerprints(), next: 0, last: -1, turn: -1, own: new Set() };
}

function bytesOf({ keys, own }: Memory): number {
  let bytes = bytesOfSite + keys.bytes;
  for (const key of own) bytes += bytesOfLink + 2 * key.length;
  return bytes;
}

function learn(memory: Memory, number: number, turn: number, links: readonly LinkClaim[]): void {
  memory.next = number + 1;
  memory.last = Math.max(memory.last, turn);
  for (const { key } of links) {
    memory.keys.add(key.toWellFormed());
    if (turn === memory.turn) memory.own.add(key.toWellFormed());
  }
}

const entryKey = (pk: string, number: number): ItemKey => ({ pk, sk: `#${padded(number)}` });

/** The first of the links, each once, as many as an entry holds. */
function entryOf(links: readonly LinkClaim[]): readonly LinkClaim[] {
  const distinct = new Map<string, LinkClaim>();
  let bytes = 0;
  for (const { detail, ...link } of links) {
    const kept = { ...link, key: link.key.toWellFormed(), detail: cutText(detail, longestDetail).toWellFormed() };
    bytes += Buffer.byteLength(JSON.stringify(kept));
    if (bytes > entryBytes && distinct.size > 0) break;
    if (!distinct.has(kept.key)) distinct.set(kept.key, kept);
  }
  return [...distinct.values()];
}

function pack(links: readonly LinkClaim[]): Uint8Array {
  const pages: Packed[] = [];
  for (const { key, detail, page, level, type } of links) {
    if (pages.at(-1)?.[0] !== page || pages.at(-1)?.[1] !== level) pages.push([page, level, []]);
    pages.at(-1)![2].push(type === undefined ? [key, detail] : [key, detail, type]);
  }
  return deflateRawSync(JSON.stringify(pages), { level: 9 });
}

function linksOf(row: Row): readonly LinkClaim[] {
  if (row['bytes'] === undefined) return [singleOf(row)];
  const pages = JSON.parse(inflateRawSync(row['bytes'] as Uint8Array).toString('utf8')) as Packed[];
  return pages.flatMap(([page, level, links]) =>
    links.map(([key, detail, type]) => ({ key, detail, page, level, ...defined({ type }) })),
  );
}

function singleOf({ sk, text, page, level, detail, type }: Row): LinkClaim {
  const key = String(text ?? String(sk).slice(1));
  const kept = { key, page: String(page), level: Number(level), detail: String(detail) };
  return { ...kept, ...defined({ type: type as LinkType | undefined }) };
}
