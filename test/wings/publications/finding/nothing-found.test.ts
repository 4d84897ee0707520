import { expect, test } from 'vitest';
import { createEgressFilter } from '../../../../shared/adapters/web/egress-filter.ts';
import { englishSentence } from '../../../../shared/domain/refusal/refusal.ts';
import { whyNothing } from '../../../../shared/wings/publications/finding/nothing-found.ts';
import type { SourceFindings } from '../../../../shared/wings/publications/finding/source-findings.ts';

const source = 'http://127.0.0.1:8080/';
const found = {
  ...{ source, state: 'not-available', entries: [], tried: [{ address: source, outcome: 'private-address' }] },
} as unknown as SourceFindings;

function faultOf(host: string, port: number): string {
  try {
    createEgressFilter({ allowHosts: [], allowMetadataHosts: [] }).permitted(host, port, [
      { address: host, family: 4 },
    ]);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${host} may be asked`);
}

test('the private host that a source leads to is the one to be allowed', () => {
  const allowed = (fault?: string): unknown => englishSentence(whyNothing(found, fault)).split('--allow-host ')[1];
  expect(allowed(faultOf('127.0.0.2', 8081))).toBe('127.0.0.2:8081.');
  expect(allowed(faultOf('127.0.0.1', 8080))).toBe('127.0.0.1:8080.');
  expect(allowed()).toBe('127.0.0.1:8080.');
});
