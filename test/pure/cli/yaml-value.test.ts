import { expect, test } from 'vitest';
import { yamlValue } from '../../../functions/cli/spec/read-text.ts';

test.each([
  ['lists', '['.repeat(5_000_000)],
  ['mappings', '{a: '.repeat(1_000_000)],
  ['lists of lines', '- '.repeat(1_000_000)],
])('%s by the million within each other are refused at once', async (_, text) => {
  const began = performance.now();
  await expect(yamlValue(text, 'deep.yaml')).rejects.toThrow(
    'deep.yaml: allowed are 1000 levels of lists and mappings.',
  );
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('what is wide, or has brackets in its texts, is read', async () => {
  const wide = {
    sites: Array.from({ length: 5_000 }, (_, at) => ({ url: `http://a.example/${at}`, xpath: '//a[@b]' })),
  };
  expect(await yamlValue(JSON.stringify(wide), 'wide.json')).toEqual(wide);
});
