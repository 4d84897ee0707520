import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { statusNames } from '../../../../shared/domain/http/status-names.ts';

/** Where Node still has the names of RFC 7231 and RFC 4918. */
const renamed: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** RFC 9110, section 15, without 1xx (no answers), redirects that are followed, and 200. */
const named = [201, 202, 203, 204, 205, 206, 300, 304, 305, ...range(400, 417), 421, 422, 426, ...range(500, 505)];

test('names every status of RFC 9110 that an address without a page may have', () => {
  for (const status of named)
    expect(statusNames.get(status), String(status)).toBe(renamed[status] ?? STATUS_CODES[status]);
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
