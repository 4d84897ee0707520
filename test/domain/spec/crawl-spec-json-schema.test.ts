import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { crawlSpecJsonSchema } from '../../../shared/domain/spec/crawl-spec-schema.ts';

test('is what crawl-spec.schema.json holds (else: npx orbweaver schema > shared/crawl-spec.schema.json)', () => {
  const published = new URL('../../../shared/crawl-spec.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(crawlSpecJsonSchema());
});

test('tells editors the defaults and what is allowed', () => {
  expect(crawlSpecJsonSchema()).toMatchObject({
    additionalProperties: false,
    properties: {
      delayMs: { default: 1000, minimum: 0 },
      formats: { default: ['csv', 'gexf'] },
      rule: { default: 'adaptive', enum: ['adaptive', 'sequential', 'quantum', 'equal', 'gittins', 'ucb1', 'auto'] },
      ruleOptions: { additionalProperties: false, properties: { inFlight: { default: 8, minimum: 1, maximum: 256 } } },
      profile: { default: 'graph', enum: ['graph', 'beebot'] },
    },
  });
});
