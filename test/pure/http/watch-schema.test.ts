import { expect, test } from 'vitest';
import { watchSchema } from '../../../shared/place/operations/watch-settings.ts';

test.each([
  ['Europe/Moscow', true],
  ['+03:00', true],
  ['MSK', true],
  ['Mars/Olympus', false],
  ['', false],
  [3, false],
])('the time zone of a new watch: %j', (timeZone, isTaken) => {
  expect(watchSchema.safeParse({ timeZone }).success).toBe(isTaken);
});
