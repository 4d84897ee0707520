import { describe, expect, test } from 'vitest';
import { decodeMessage, encodeWake } from '../../../../shared/adapters/aws/queue-message.ts';

const wake = { kind: 'fetch', crawl: 'c', site: 3, turn: 7, due: 12_345 } as const;

describe('a message of the queue', () => {
  test('comes back as it was sent, with the id that the queue gave it', () => {
    expect(decodeMessage(encodeWake({ ...wake, delayMs: 5 }), 'm1')).toEqual({ ...wake, id: 'm1' });
    const { due: _, ...plain } = wake;
    expect(decodeMessage(encodeWake(plain), 'm2')).toEqual({ ...plain, id: 'm2' });
  });

  test('keeps its format: these bytes may stand in a queue while a new version is rolled out', () => {
    expect(encodeWake(wake)).toBe('{"v":1,"kind":"fetch","crawl":"c","site":3,"turn":7,"due":12345}');
  });

  test('of a later version with fields that are not known is read by what is (adverse 61)', () => {
    const body = JSON.stringify({ v: 1, kind: 'parse', crawl: 'c', site: 1, turn: 2, colour: 'red' });
    expect(decodeMessage(body, 'm')).toEqual({ kind: 'parse', crawl: 'c', site: 1, turn: 2, id: 'm' });
  });

  test.each([
    ['of an unknown version', '{"v":2,"kind":"fetch","crawl":"c","site":1,"turn":1}'],
    ['without a version', '{"kind":"fetch","crawl":"c","site":1,"turn":1}'],
    ['of an unknown kind', '{"v":1,"kind":"dance","crawl":"c","site":1,"turn":1}'],
    ['without a turn', '{"v":1,"kind":"fetch","crawl":"c","site":1}'],
    ['with a site that is no count', '{"v":1,"kind":"fetch","crawl":"c","site":-1,"turn":1}'],
    ['that is no object', 'null'],
    ['that is no JSON', 'hello'],
  ])('%s is an error that names the message, so that it ends as a dead letter (adverse 61)', (_, body) => {
    expect(() => decodeMessage(body, 'm9')).toThrow(/message m9/);
  });
});
