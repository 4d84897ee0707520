import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FetchResult } from '../../shared/domain/protocol/classify-answer.ts';
import { decodeSegment, encodeSegment, type Segment } from '../../shared/domain/turn/segment.ts';
import { decodeTurnRecord, encodeTurnRecord, type TurnRecord } from '../../shared/domain/turn/turn-record.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 }).map(raw => raw.toWellFormed());
const result: fc.Arbitrary<FetchResult> = fc.oneof(
  fc.record({ kind: fc.constant('page' as const), contentType: text, body: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('redirect' as const), status: fc.constant(301), target: text }),
  fc.record({ kind: fc.constant('retry' as const), reason: fc.constant('network' as const) }),
);
const entry = fc.record({ url: text, address: text, attempt: fc.nat(), via: fc.array(text), foundOn: text });
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
        pages: [{ url: title, address: title, foundOn: '', attempts: 1, outcome: { kind: 'node', hash: 'h' } }],
        numbers: values,
      };
      const bytes = Buffer.concat([Buffer.alloc(shift), ...encodeSegment(segment)]).subarray(shift);
      const read = decodeSegment(bytes);
      expect({ ...read, numbers: [...read.numbers] }).toEqual({ ...segment, numbers: [...values] });
    }),
  );
});

function sample() {
  return { url: 'u', address: 'u', attempt: 1, via: [], foundOn: '' };
}

/** Bodies compared by their bytes, whatever holds them. */
function plain({ entries, ...rest }: TurnRecord) {
  const bodies = entries.map(each =>
    each.result.kind === 'page' ? Buffer.from(each.result.body).toString('hex') : '',
  );
  const heads = entries.map(each => ({ entry: each.entry, result: { ...each.result, body: undefined } }));
  return { ...rest, heads, bodies };
}
