import { createGunzip } from 'node:zlib';
import { GatheredBytes } from '../../../domain/gathered-bytes.ts';

export interface Unpacked {
  readonly bytes: Uint8Array;
  /** Why `bytes` are the beginning only. */
  readonly fault?: 'too-large' | 'bad-gzip';
}

/** Bytes fed at once, so that a bomb is noticed early. */
const pieceBytes = 64 * 1024;

/** The bytes as they are, or unpacked where they are gzip: at most `most` of them, and what came before a damaged place. */
export async function unpackGzip(body: Uint8Array, most: number): Promise<Unpacked> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { bytes: body };
  const gunzip = createGunzip();
  const gathered = new GatheredBytes();
  feed(gunzip, body);
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      gathered.add(piece);
      if (gathered.size > most) return { bytes: gathered.take(most), fault: 'too-large' };
    }
  } catch {
    return { bytes: gathered.take(), fault: 'bad-gzip' };
  }
  return { bytes: gathered.take() };
}

/** Writes what the stream takes, and goes on when it requests more. */
function feed(gunzip: ReturnType<typeof createGunzip>, body: Uint8Array): void {
  let at = 0;
  const write = (): void => {
    while (at < body.length && !gunzip.destroyed) {
      const piece = body.subarray(at, at + pieceBytes);
      at += piece.length;
      if (!gunzip.write(piece)) {
        gunzip.once('drain', write);
        return;
      }
    }
    if (!gunzip.destroyed) gunzip.end();
  };
  write();
}
