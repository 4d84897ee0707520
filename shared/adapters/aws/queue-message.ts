import type { Message } from '../../domain/protocol/crawl-state.ts';
import { isCount } from '../../domain/spec/fields/is-mapping.ts';
import type { Wake } from '../../ports/ports.ts';

/**
 * A wake-up as the body of an SQS message: JSON, `{"v":1,"kind":"fetch","crawl":…,"site":…,"turn":…,"due":…,"dueBefore":…}`. A reader
 * takes what it knows and leaves the rest, so a later version may add fields; one that changes the meaning of a field
 * counts `v` up.
 */
const version = 1;

export function encodeWake({ kind, crawl, site, turn, due, dueBefore }: Wake): string {
  return JSON.stringify({ v: version, kind, crawl, site, turn, due, dueBefore });
}

/**
 * Throws for a body that this version cannot read: the caller leaves such a message to the queue, which moves it to the
 * dead-letter queue. It is never dropped, for a newer worker may know it.
 */
export function decodeMessage(body: string, id: string): Message {
  const value = objectIn(body, id);
  if (value['v'] !== version)
    throw new Error(`message ${id} has version ${JSON.stringify(value['v'])}; this worker reads version ${version}`);
  const { kind, crawl, site, turn, due, dueBefore } = value;
  if ((kind !== 'fetch' && kind !== 'parse') || typeof crawl !== 'string' || !isCount(site) || !isCount(turn))
    throw new Error(`message ${id} lacks a kind, crawl, site or turn`);
  return {
    ...{ kind, crawl, site, turn, id },
    ...(typeof due === 'number' && { due }),
    ...(typeof dueBefore === 'number' && { dueBefore }),
  };
}

function objectIn(body: string, id: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw new Error(`message ${id} is no JSON`, { cause });
  }
}
