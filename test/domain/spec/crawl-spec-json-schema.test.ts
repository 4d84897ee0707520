import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { crawlSpecJsonSchema } from '../../../shared/domain/spec/crawl-spec-json-schema.ts';

test('is what crawl-spec.schema.json holds (else: npx orbweaver schema > shared/crawl-spec.schema.json)', () => {
  const published = new URL('../../../shared/crawl-spec.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(crawlSpecJsonSchema());
});

test('tells editors the defaults and refuses reserved keys', () => {
  expect(crawlSpecJsonSchema()).toMatchObject({
    additionalProperties: false,
    properties: { delayMs: { default: 1000, minimum: 0 }, formats: { default: ['csv', 'gexf'] }, rule: { not: {} } },
  });
});
