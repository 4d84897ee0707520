/** The beginning of a stored object: the length of the JSON in four bytes, little-endian, then a value as JSON. */
export function encodeJsonHead(head: object): [length: Uint8Array, json: Uint8Array] {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.byteLength);
  return [length, json];
}

/** `end`: the offset behind the head in `buffer`, a view of `bytes`. Throws if the head is cut short. */
export function decodeJsonHead<T>(bytes: Uint8Array): {
  readonly head: T;
  readonly end: number;
  readonly buffer: Buffer;
} {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 4 + buffer.readUInt32LE(0);
  return { head: JSON.parse(buffer.toString('utf8', 4, end)) as T, end, buffer };
}
