import { expect, test } from 'vitest';
import { requestIdentityOf } from '../../../shared/domain/spec/request-identity.ts';

test.each([
  [{ userAgent: 'a', contact: '' }, { userAgent: 'a' }],
  [
    { userAgent: 'a', contact: 'b@c.test' },
    { userAgent: 'a', from: 'b@c.test' },
  ],
  [{ userAgent: 'a', contact: 'https://c.test/' }, { userAgent: 'a (+https://c.test/)' }],
  [
    { userAgent: 'a', contact: 'b@c.test', http2: true },
    { userAgent: 'a', from: 'b@c.test', http2: true },
  ],
  [
    { userAgent: 'a', contact: '', http2: true },
    { userAgent: 'a', http2: true },
  ],
])('requests of %o say who crawls, and allow HTTP/2 only where the spec does', (spec, identity) => {
  expect(requestIdentityOf(spec)).toEqual(identity);
});
