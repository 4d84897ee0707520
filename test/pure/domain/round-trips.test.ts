import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FetchResult } from '../../../shared/domain/protocol/classify-answer.ts';
import { decodeSegment, encodeSegment, type Segment } from '../../../shared/domain/turn/segment.ts';
import { decodeTurnRecord, encodeTurnRecord, type TurnRecord } from '../../../shared/domain/turn/turn-record.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 }).map(raw => raw.toWellFormed());
const bytesOf = fc.uint8Array({ maxLength: 40 });
const clicks = fc.record({ found: bytesOf, states: bytesOf });
const rendering = fc.oneof(
  fc.record({ kind: fc.constant('rendered' as const), raw: bytesOf, rawType: text, went: fc.array(text), clicks }),
  fc.record({ kind: fc.constant('rendered' as const), raw: bytesOf, rawType: text, went: fc.array(text) }),
  fc.record({ kind: fc.constant('hung' as const) }),
);
const result: fc.Arbitrary<FetchResult> = fc.oneof(
  fc.record({ kind: fc.constant('page' as const), contentType: text, body: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('page' as const), contentType: text, body: bytesOf, rendering }),
  fc.record({ kind: fc.constant('redirect' as const), status: fc.constant(301), target: text }),
  fc.record({ kind: fc.constant('retry' as const), reason: fc.constant('network' as const) }),
);
const entry = fc.record({ identity: text, address: text, attempt: fc.nat(), via: fc.array(text), foundOn: text });
const record: fc.Arbitrary<TurnRecord> = fc.record({
  turn: fc.nat(),
  phase: fc.record({ level: fc.nat(), round: fc.nat() }),
  origin: text,
  entries: fc.array(fc.record({ entry, result })),
});

test('a turn record is read as it was written, bodies of any bytes included', () => {
  fc.assert(
    fc.property(record, written => {
      const read = decodeTurnRecord(Buffer.concat(encodeTurnRecord(written)));
      expect(plain(read)).toEqual(plain(written));
    }),
  );
});

test('a turn record that was cut short or grew is no record', () => {
  const body = Buffer.from('body');
  const page = { entry: sample(), result: { kind: 'page', contentType: '', body } } as const;
  const bytes = Buffer.concat(
    encodeTurnRecord({ turn: 1, phase: { level: 0, round: 0 }, origin: '', entries: [page] }),
  );
  expect(() => decodeTurnRecord(bytes.subarray(0, -1))).toThrow();
  expect(() => decodeTurnRecord(Buffer.concat([bytes, body]))).toThrow(/turn record 1/);
});

test('a segment is read as it was written, at any place in memory', () => {
  const numbers = fc.uint32Array({ maxLength: 30 });
  fc.assert(
    fc.property(text, numbers, fc.nat({ max: 7 }), (title, values, shift) => {
      const segment: Segment = {
        ...{
          turn: 3,
          phase: { level: 2, round: 1 },
          targets: [title],
          externals: [],
          bads: [],
          ignored: { mailto: 2 },
        },
        pages: [{ identity: title, address: title, foundOn: '', attempts: 1, outcome: { kind: 'node', hash: 'h' } }],
        numbers: values,
      };
      const bytes = Buffer.concat([Buffer.alloc(shift), ...encodeSegment(segment)]).subarray(shift);
      const read = decodeSegment(bytes);
      expect({ ...read, numbers: [...read.numbers] }).toEqual({ ...segment, numbers: [...values] });
    }),
  );
});

function sample() {
  return { identity: 'u', address: 'u', attempt: 1, via: [], foundOn: '' };
}

/** Bodies compared by their bytes, whatever holds them. */
function plain(record: TurnRecord): unknown {
  const hex = (_: string, value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  // A Buffer has a JSON form of its own, which the replacer would see in its place.
  return JSON.parse(JSON.stringify(record, (key, value: unknown) => hex(key, asBytes(value))));
}

function asBytes(value: unknown): unknown {
  const isBuffer = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
  return isBuffer && 'data' in value ? Uint8Array.from(value.data as number[]) : value;
}
