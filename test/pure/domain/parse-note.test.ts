import { describe, expect, test } from 'vitest';
import {
  beginTry,
  killersOf,
  mostDeaths,
  type ParseNote,
  withKillers,
} from '../../../shared/domain/protocol/parse-note.ts';

const turn = { turn: 7, attempt: 'a1' };

/** Tries that each end at a page, or (undefined) outside of any. */
function afterDeaths(...pages: readonly (number | undefined)[]): ParseNote {
  let note = beginTry(undefined, turn);
  for (const page of pages) note = beginTry(page === undefined ? note : { ...note, page }, turn);
  return note;
}

describe('the note of a try', () => {
  test('begins anew with each turn, and with each attempt to fetch it', () => {
    const before = { ...afterDeaths(3), page: 3 };
    const fresh = { tries: 1, deaths: {}, isRead: false };
    expect(beginTry(before, { turn: 8, attempt: 'a1' })).toEqual({ turn: 8, attempt: 'a1', ...fresh });
    expect(beginTry(before, { turn: 7, attempt: 'a2' })).toEqual({ turn: 7, attempt: 'a2', ...fresh });
  });

  test('counts the tries that a queue has counted before', () => {
    expect(beginTry(undefined, turn, 3).tries).toBe(3);
    expect(beginTry(beginTry(undefined, turn, 3), turn, 4).tries).toBe(4);
  });

  test('blames no page for one death, nor for deaths at other pages, nor for deaths outside of any', () => {
    expect(killersOf(afterDeaths(3))).toEqual([]);
    expect(killersOf(afterDeaths(3, 4, 0, undefined, undefined))).toEqual([]);
  });

  test('blames a page at its second death, whatever died in between', () => {
    expect(killersOf(afterDeaths(3, 3))).toEqual([3]);
    expect(killersOf(afterDeaths(3, 0, undefined, 3))).toEqual([3]);
    expect(killersOf(afterDeaths(3, 3, 11, 11))).toEqual([3, 11]);
  });

  test('never counts a death twice: a try that begins reads no page yet', () => {
    const second = afterDeaths(3);
    expect(second.page).toBeUndefined();
    expect(beginTry(second, turn).deaths).toEqual({ 3: 1 });
  });

  test('blames nobody any more once all pages are read', () => {
    const read = { ...afterDeaths(3), page: 3, isRead: true };
    expect(killersOf(beginTry(beginTry(read, turn), turn))).toEqual([]);
  });

  test('takes what is certain', () => {
    expect(killersOf(withKillers(afterDeaths(), [5, 2]))).toEqual([2, 5]);
  });

  test('ends: a turn of n pages has room for n times as many deaths as a page', () => {
    const pages = [0, 1, 2, 3];
    const deaths = Array.from({ length: mostDeaths }, () => pages).flat();
    expect(killersOf(afterDeaths(...deaths))).toEqual(pages);
  });
});
