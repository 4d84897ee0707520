import { describe, expect, test } from 'vitest';
import { pageTree } from '../../../../../shared/domain/html/page-tree.ts';
import { PageNodes } from '../../../../../shared/domain/html/xpath/page-nodes.ts';
import { evaluateXPath, readXPath } from '../../../../../shared/domain/html/xpath/xpath.ts';
import { type OutlineNode, outlineOf } from '../../../../../shared/wings/publications/grabber/pointing/page-outline.ts';

const outline = (html: string) => outlineOf(pageTree(html).document);

function textsOf(nodes: readonly OutlineNode[]): string {
  return nodes.map(node => (node.length === 2 ? node[1] : '')).join('');
}

describe('the outline of a page', () => {
  test('has what is seen of it with its elements, and the best way to each', () => {
    const { nodes, paths, isCut } = outline(
      '<title>x</title><body><div class="story a1234"><h1 id=head>Head</h1><p>One</p><p>Two</p></div>',
    );
    expect(isCut).toBe(false);
    const elements = nodes.filter(node => node.length === 3);
    expect(elements.map(([, tag]) => tag)).toEqual(['html', 'body', 'div', 'h1', 'p', 'p']);
    const [, , , heading, paragraph] = elements;
    expect(paths[heading![2][0]!]).toEqual(["//h1[@id='head']", 1]);
    expect(paths[paragraph![2][0]!]).toEqual(['//p', 2]);
    expect(textsOf(nodes)).toBe('HeadOneTwo');
    // Parents come before their children.
    for (const [place, [parent]] of nodes.entries()) expect(parent).toBeLessThan(place);
  });

  test('counts the elements to which a way leads as the rules do', () => {
    const html = '<div class="a b"><p class=a>x</p><p>y</p><span itemprop=author>z</span></div><p class="a c">w</p>';
    const page = new PageNodes(pageTree(html).document);
    for (const [path, count] of outline(html).paths)
      expect([path, (evaluateXPath(readXPath(path), page) as readonly unknown[]).length]).toEqual([path, count]);
  });

  test('has no attribute, script, style or address of it', () => {
    const text = JSON.stringify(
      outline(
        `<body onload=alert(1)><script>alert(2)</script><style>@import "//evil.example"</style><a href="javascript:alert(3)">link</a>
         <img src=//evil.example onerror=alert(4)><iframe src=//evil.example></iframe><svg onload=alert(5)><a href=x></svg>
         <template><p>hidden</p></template><form action=//evil.example><input name=q></form>`,
      ),
    );
    expect(text).not.toMatch(/alert|evil|href|src|hidden|javascript/);
    expect(text).toContain('link');
  });

  test.each([
    ['20,000 nested elements', '<div>'.repeat(20_000)],
    ['100,000 elements', '<p>x</p>'.repeat(100_000)],
    ['a text of 5 MB', `<p>${'x '.repeat(2_500_000)}</p>`],
    ['nothing', ''],
    ['half a tag', '<div class="'],
  ])('of %s is bounded', (_, html) => {
    const { nodes, paths } = outline(html);
    expect(nodes.length).toBeLessThanOrEqual(20_000);
    expect(paths.length).toBeLessThanOrEqual(100_000);
    expect(() => JSON.stringify(nodes)).not.toThrow();
  });
});
