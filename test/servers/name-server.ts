/** A name server on loopback, for tests: a machine of tests has none that knows names of our choice. */
import dgram from 'node:dgram';
import { once } from 'node:events';

/** IPv4 addresses of a name, what the server says in place of any, or nothing at all. */
export type NameAnswer = readonly string[] | 'no-such-name' | 'failure' | 'silence';

export interface NameServer {
  /** As `setServers` of a resolver takes it. */
  readonly address: string;
  /** Questions in the order in which they came: `A example.org`. */
  readonly questions: readonly string[];
  close(): void;
}

const typeA = 1;
const typeNames = new Map([
  [typeA, 'A'],
  [28, 'AAAA'],
]);
/** RFC 1035, section 4.1.1. */
const codes = { 'no-such-name': 3, failure: 2 };

/** Answers each question about a name by `answerOf`; names with addresses have no IPv6 ones. */
export async function serveNames(answerOf: (name: string) => NameAnswer, port = 0): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (message, from) => {
    const { name, type, end } = questionOf(message);
    questions.push(`${typeNames.get(type) ?? type} ${name}`);
    const answer = answerOf(name);
    if (answer === 'silence') return;
    socket.send(answerTo(message.subarray(0, end), type, answer), from.port, from.address);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, questions, close: () => socket.close() };
}

/** The only question of a message, RFC 1035, section 4.1.2. */
function questionOf(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** `asked`: the message up to the end of its question. */
function answerTo(asked: Buffer, type: number, answer: Exclude<NameAnswer, 'silence'>): Buffer {
  const reply = Buffer.from(asked);
  const code = typeof answer === 'string' ? codes[answer] : 0;
  const addresses = typeof answer !== 'string' && type === typeA ? answer : [];
  reply.writeUInt16BE(0x8180 | code, 2); // an answer, recursion asked for and had
  for (const [at, count] of [1, addresses.length, 0, 0].entries()) reply.writeUInt16BE(count, 4 + 2 * at);
  return Buffer.concat([reply, ...addresses.map(addressRecord)]);
}

/** RFC 1035, section 4.1.3; its name is that of the question, 12 bytes from the start. */
function addressRecord(address: string): Buffer {
  const head = Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
