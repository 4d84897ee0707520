import { describe, expect, test } from 'vitest';
import { englishSentence } from '../../../shared/domain/refusal/refusal.ts';
import { systemCodesOf, systemFaultOf, troubleWith } from '../../../shared/domain/refusal/system-fault.ts';

function failed(codes: object, message = 'failed'): Error {
  return Object.assign(new Error(message), codes);
}

describe('a fault of the machine', () => {
  test.each([
    [{ code: 'ENOSPC' }, 'full', 'ENOSPC'],
    [{ code: 'EDQUOT' }, 'full', 'EDQUOT'],
    [{ code: 'EROFS' }, 'denied', 'EROFS'],
    [{ code: 'EMFILE' }, 'limit', 'EMFILE'],
    [{ code: 'EIO' }, 'broken', 'EIO'],
    [{ code: 'ELOOP' }, 'unfit', 'ELOOP'],
    [{ code: 'ENAMETOOLONG' }, 'name', 'ENAMETOOLONG'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'full', 'SQLITE_FULL'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 4874 }, 'full', 'SQLITE_FULL'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 778 }, 'broken', 'SQLITE_IOERR'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 3850 }, 'unlocked', 'SQLITE_IOERR_LOCK'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 2314 }, 'unlocked', 'SQLITE_IOERR_LOCK'],
    [{ code: 'ENOLCK' }, 'unlocked', 'ENOLCK'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 1032 }, 'denied', 'SQLITE_READONLY'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 26 }, 'damaged', 'SQLITE_NOTADB'],
  ])('%j is %s', (codes, kind, code) => {
    expect(systemFaultOf(failed(codes))).toMatchObject({ kind, code });
  });

  test('is told by what caused an error, with its path', () => {
    const cause = failed({ code: 'EACCES', path: '/x/y' });
    expect(systemFaultOf(new Error('outer', { cause: new Error('inner', { cause }) }))).toEqual({
      kind: 'denied',
      code: 'EACCES',
      words: 'permission is denied',
      path: '/x/y',
    });
  });

  test('is known of a thread that cannot be started, which has its reason in the message only', () => {
    const error = failed({ code: 'ERR_WORKER_INIT_FAILED' }, 'Worker initialization failure: EMFILE');
    expect(systemFaultOf(error)).toMatchObject({ kind: 'limit', code: 'EMFILE' });
  });

  test('is known of a module that cannot be read for want of files', () => {
    const error = failed({ code: 'ERR_X' }, 'Cannot read package config /x/package.json: too many open files.');
    expect(systemFaultOf(error)).toMatchObject({ kind: 'limit', code: 'EMFILE' });
  });

  test.each([
    new TypeError('x'),
    failed({ code: 'ERR_SQLITE_ERROR', errcode: 19 }),
    failed({ code: 'toString' }),
    'EIO',
  ])('is not what a program does wrong: %s', error =>
    expect([systemFaultOf(error), systemCodesOf(error)]).toEqual([undefined, undefined]),
  );
});

test.each([
  ['ENOSPC', '/d/state/1', 'the disk with /d is full; free some space'],
  ['ENOSPC', '/elsewhere', 'the disk with /elsewhere is full; free some space'],
  ['EMFILE', '/d/x', 'this process may have no more files and connections open (EMFILE); allow more by: ulimit -n'],
  ['EFBIG', undefined, 'a file in /d may not grow any larger (EFBIG); allow larger files (ulimit -f)'],
  ['ENOMEM', undefined, 'this machine has no memory left (ENOMEM); close other programs'],
  [
    'ENOLCK',
    '/d/x',
    'the disk with /d/x has no locks (ENOLCK), so two processes could write it at once; use a folder on a disk of this machine',
  ],
  ['EROFS', '/d/x', '/d/x cannot be used: the disk is read-only (EROFS); mend that'],
])('of %s at %s it is said what helps', (code, path, clause) => {
  expect(englishSentence(troubleWith(systemFaultOf(failed({ code, path }))!, '/d'))).toBe(clause);
});
