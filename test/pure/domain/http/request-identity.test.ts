import { expect, test } from 'vitest';
import { requestIdentityOf } from '../../../../shared/domain/http/request-identity.ts';

test.each([
  [{ userAgent: 'a', contact: '' }, { userAgent: 'a' }],
  [
    { userAgent: 'a', contact: 'b@c.test' },
    { userAgent: 'a', from: 'b@c.test' },
  ],
  [{ userAgent: 'a', contact: 'https://c.test/' }, { userAgent: 'a (+https://c.test/)' }],
  [
    { userAgent: 'a', contact: '', acceptLanguage: 'de' },
    { userAgent: 'a', acceptLanguage: 'de' },
  ],
])('requests of %o say who crawls', (spec, identity) => {
  expect(requestIdentityOf(spec)).toEqual(identity);
});
