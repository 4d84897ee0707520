import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../shared/adapters/local/system-clock.ts';

/** Node warns on standard error, where a crawl that went well says nothing. */

let warnings: string[];
const note = (warning: Error): void => void warnings.push(warning.name);
beforeEach(() => {
  warnings = [];
  process.on('warning', note);
});
afterEach(() => {
  process.off('warning', note);
});

test('an instant that is past by a hair is slept to without a warning', async () => {
  await systemClock().sleep(-0.01);
  await new Promise(resolve => setTimeout(resolve, 0));
  expect(warnings).toEqual([]);
});

test('a sleep of months goes on until it is broken off, without a warning', async () => {
  const broken = new AbortController();
  let isOver = false;
  const sleeping = systemClock()
    .sleep(2 ** 33, broken.signal)
    .then(() => {
      isOver = true;
    });
  await new Promise(resolve => setTimeout(resolve, 20));
  expect([isOver, warnings]).toEqual([false, []]);
  broken.abort();
  await sleeping;
});
