import { constants, gunzipSync } from 'node:zlib';
import { looksBinary } from '../../../domain/html/encoding/sniff-binary.ts';
import { decodeMarkup } from '../markup/decode-markup.ts';
import { definesEntities } from '../markup/read-markup.ts';
import type { FeedOptions, FeedReading } from './feed.ts';
import { FeedBuilder } from './feed-builder.ts';
import { readJsonFeed } from './read-json-feed.ts';
import { readXmlFeed } from './read-xml-feed.ts';
import { isTelegram, readTelegram } from './telegram-posts.ts';

/**
 * Reads RSS 0.9x to 2.0, RDF, Atom, JSON Feed and pages of Telegram channels. Never throws, whatever the bytes: what cannot be taken is counted in
 * `faults`, and the items before the end of a document that was cut are kept. Time is linear in the bytes; memory is
 * that of the text and of the items kept. A gzip file is unpacked, to 50 MiB at most.
 */
export function readFeed(received: Uint8Array, options: FeedOptions): FeedReading {
  const body = unpacked(received);
  if (body.length === 0) return { kind: 'none', why: 'empty' };
  const { text, wronglyDeclared } = decodeMarkup(body, options.contentType);
  const start = text.search(/[^\s\ufeff\0]/);
  if (start < 0) return { kind: 'none', why: 'empty' };
  const builder = new FeedBuilder(options);
  if (wronglyDeclared) builder.fault('encoding');
  if (text[start] === '{' || text[start] === '[') return readJsonFeed(text, options, builder);
  if (definesEntities(text)) builder.fault('entities');
  if (isTelegram(text)) return readTelegram(text, options, builder);
  if (text.includes('<')) return readXmlFeed(text, options, builder);
  return { kind: 'none', why: looksBinary(body) ? 'binary' : 'text' };
}

const mostUnpackedBytes = 52_428_800;

/** Some sites send a gzip file and do not declare a coding. Bytes before a cut are kept. */
function unpacked(body: Uint8Array): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: mostUnpackedBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // No feed is in it then: the bytes are reported as binary.
    return body;
  }
}
