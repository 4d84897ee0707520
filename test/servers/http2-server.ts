import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import tls from 'node:tls';

function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
}

/** Of a certificate for `secure.test`. */
export const testKey = fixture('secure-test.key');
export const testCertificate = fixture('secure-test.crt');
/** The same key, for 127.0.0.1 and localhost. */
export const loopbackCertificate = fixture('loopback-test.crt');

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

export const frameType = {
  ...{ data: 0, headers: 1, priority: 2, reset: 3, settings: 4, push: 5, ping: 6, goaway: 7, window: 8, more: 9 },
} as const;
export const flag = { endStream: 1, acknowledged: 1, endHeaders: 4 } as const;

/** One connection, as the server sees it; what is written is not checked. */
export interface RawConnection {
  /** Counted from 1. */
  readonly nth: number;
  readonly socket: tls.TLSSocket;
  readonly frames: readonly Frame[];
  send(type: number, flags: number, stream: number, payload?: Buffer): void;
}

export interface RawBehaviour {
  /** At the beginning of a connection. Absent: empty SETTINGS. */
  readonly onConnection?: (connection: RawConnection) => void;
  /** It says nothing by itself, not even that it has read the client's settings. */
  readonly isSilent?: boolean;
  /** At each request; `nth` counts those of the connection from 1. */
  readonly onRequest?: (connection: RawConnection, stream: number, nth: number) => void;
  /** What is chosen of what the client offers. */
  readonly protocols?: readonly string[];
  /** A connection over which HTTP/1.1 was chosen gets its requests here. */
  readonly onHttp1?: (socket: tls.TLSSocket) => void;
}

export interface RawServer {
  readonly port: number;
  readonly connections: readonly RawConnection[];
  /** Requests over HTTP/1.1. */
  http1(): number;
  close(): Promise<void>;
}

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** A loopback server that speaks HTTP/2 frame by frame over TLS, to do what no library would let it do. */
export async function startRawServer(behaviour: RawBehaviour): Promise<RawServer> {
  const connections: RawConnection[] = [];
  let http1 = 0;
  const server = tls.createServer(
    { key: testKey, cert: testCertificate, ALPNProtocols: [...(behaviour.protocols ?? ['h2', 'http/1.1'])] },
    socket => {
      socket.on('error', () => socket.destroy());
      if (socket.alpnProtocol === 'h2') {
        connections.push(speak(socket, connections.length + 1, behaviour));
        return;
      }
      socket.on('data', () => {
        http1 += 1;
        if (behaviour.onHttp1) behaviour.onHttp1(socket);
        else socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhttp1');
      });
    },
  );
  const port = await listenOn(server);
  const close = async (): Promise<void> => {
    for (const { socket } of connections) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  };
  return { port, connections, http1: () => http1, close };
}

export async function listenOn(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address !== 'object') throw new Error('The server has no port.');
  return address.port;
}

function speak(
  socket: tls.TLSSocket,
  nth: number,
  { onConnection, onRequest, isSilent = false }: RawBehaviour,
): RawConnection {
  const frames: Frame[] = [];
  const send: RawConnection['send'] = (type, flags, stream, payload = Buffer.alloc(0)) => {
    if (!socket.destroyed) socket.write(encodeFrame(type, flags, stream, payload));
  };
  const connection = { nth, socket, frames, send };
  if (onConnection) onConnection(connection);
  else if (!isSilent) send(frameType.settings, 0, 0);
  let requests = 0;
  readFrames(socket, frame => {
    frames.push(frame);
    if (frame.type === frameType.settings && (frame.flags & flag.acknowledged) === 0 && !isSilent)
      send(frameType.settings, flag.acknowledged, 0);
    if (frame.type === frameType.headers) onRequest?.(connection, frame.stream, ++requests);
  });
  return connection;
}

function readFrames(socket: tls.TLSSocket, onFrame: (frame: Frame) => void): void {
  let bytes = Buffer.alloc(0);
  let began = false;
  socket.on('data', chunk => {
    bytes = Buffer.concat([bytes, chunk]);
    if (!began && bytes.length >= preface.length) {
      began = true;
      bytes = bytes.subarray(preface.length);
    }
    while (began && bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
      const end = 9 + bytes.readUIntBE(0, 3);
      const [type, flags, stream] = [bytes.readUInt8(3), bytes.readUInt8(4), bytes.readUInt32BE(5)];
      const payload = bytes.subarray(9, end);
      bytes = bytes.subarray(end);
      onFrame({ type, flags, stream, payload });
    }
  });
}

function encodeFrame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A block of fields (RFC 7541), each literal and not kept. */
export function fieldBlock(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]));
}

function literal(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const length: number[] = [];
  if (bytes.length < 127) {
    length.push(bytes.length);
  } else {
    length.push(127);
    let rest = bytes.length - 127;
    for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128);
    length.push(rest);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}

/** A 32-bit number, as RST_STREAM and GOAWAY have them. */
export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}

export const pageHead = fieldBlock([
  [':status', '200'],
  ['content-type', 'text/html'],
]);

/** Answers with a small page. */
export function answerPage({ send }: RawConnection, stream: number, text = 'hi'): void {
  send(frameType.headers, flag.endHeaders, stream, pageHead);
  send(frameType.data, flag.endStream, stream, Buffer.from(text));
}
