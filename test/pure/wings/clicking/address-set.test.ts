import { expect, test } from 'vitest';
import { AddressSet } from '../../../../shared/wings/clicking/address-set.ts';

test('knows each address once, through many doublings', () => {
  const set = new AddressSet();
  const addresses = Array.from({ length: 50_000 }, (_, n) => `https://example.org/item/${n}`);
  expect(addresses.every(address => set.add(address))).toBe(true);
  expect(addresses.some(address => set.add(address))).toBe(false);
  expect([set.has('https://example.org/item/49999'), set.has('https://example.org/item/50000')]).toEqual([true, false]);
});
