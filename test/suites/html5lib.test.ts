import { Buffer } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PageScan } from '../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../shared/domain/html/scan-page.ts';
import { attributeText } from '../../shared/domain/html/scanned-text.ts';
import { specDefaults } from '../../shared/domain/spec/crawl-spec.ts';

interface TreeCase {
  readonly id: string;
  readonly html: string;
  readonly expected_url_attrs: ReadonlyArray<{ tag: string; attrs: Readonly<Record<string, string>> }>;
}

const file = new URL('../../../shared/suites/html5lib/link_attrs_from_tree.json', import.meta.url);
const present = existsSync(file);
if (!present) console.log('skipped: ../shared/suites/html5lib is not there');
const cases: readonly TreeCase[] = present ? JSON.parse(readFileSync(file, 'utf8')) : [];

describe.skipIf(!present)("html5lib's tree construction cases", () => {
  it('has its 164 cases', () => {
    expect(cases).toHaveLength(164);
  });

  it.each(cases.map(one => [one.id, one] as const))('%s gives the links of the expected tree', (_id, one) => {
    const anchors = one.expected_url_attrs.filter(({ tag, attrs }) => /(?:^| )a$/.test(tag) && 'href' in attrs);
    expect(linksOf(one.html)).toEqual(anchors.map(({ attrs }) => attrs['href']));
  });
});

function linksOf(html: string): string[] {
  const scan = new PageScan();
  scanPage(Buffer.from(html), scan, { elements: specDefaults.elements });
  const indexes = Array.from({ length: scan.linkCount }, (_, link) => link);
  return indexes.filter(link => scan.kind(link) === 'a').map(link => attributeText(scan, link, 'utf-8'));
}
