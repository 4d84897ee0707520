import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { pageTree } from '../../../../shared/domain/html/page-tree.ts';
import { nextNode, TextNode, type TreeNode } from '../../../../shared/domain/html/tree-node.ts';

/** Names and texts in document order, without scripts and comments. */
function ours(html: string): readonly string[] {
  const { document } = pageTree(html);
  const found: string[] = [];
  for (let node: TreeNode | null = nextNode(document, document); node; node = nextNode(node, document)) {
    if (node instanceof TextNode) found.push(JSON.stringify(node.text));
    else found.push(`${node.name}${node.attributes.map(({ name, value }) => ` ${name}=${value}`).join('')}`);
  }
  return found;
}

interface Parsed {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Parsed[];
}

function theirs(node: Parsed): readonly string[] {
  if (node.nodeName === '#comment' || node.nodeName === '#documentType') return [];
  if (node.nodeName === '#text') return [JSON.stringify(node.value)];
  const name = `${node.nodeName}${(node.attrs ?? []).map(each => ` ${each.name}=${each.value}`).join('')}`;
  return [name, ...(node.childNodes ?? []).flatMap(theirs)];
}

describe('the tree of a page', () => {
  test.each([
    '<p class=a>one &amp; two<p>three <b>four</b>',
    '<b><p>x</b>y</p> z',
    '<table>in <tr><td>cell</table> after',
    ' <body class=x> text <body id=y>',
    '<select><option>a<option>b</select>c',
    '<pre>\n\n a\n b</pre> <textarea>\nx</textarea>',
    'a\r\nb &lt;c&gt; &nbsp;d \0 e',
    '<noscript><p>no script</noscript><p>x',
    '<svg><title>t</title><a>s</a></svg><math><mi>x</math>',
  ])('is the one of the HTML standard: %s', html => {
    expect(ours(html)).toEqual(theirs(parse(html, { scriptingEnabled: false }) as unknown as Parsed).slice(1));
  });

  test('keeps scripts that are data, and no other', () => {
    const html =
      '<script>if (a < b) "</p>"</script><script type="application/ld+json">{"a":"<p>"}</script><style>p{}</style>x';
    expect(ours(html)).toContain('"{\\"a\\":\\"<p>\\"}"');
    expect(ours(html).join()).not.toContain('a < b');
    expect(ours(html).at(-1)).toBe('"x"');
  });

  test('keeps JSON-LD whose script has no type', () => {
    expect(ours('<script>{"@context":"x","a":1}</script>')).toContain('"{\\"@context\\":\\"x\\",\\"a\\":1}"');
  });

  test('has what a server of React streamed in its place, parts in parts too', () => {
    const part = (name: string, content: string) => `<div hidden id="S:${name}">${content}</div>`;
    const place = (name: string, kind = 'B') => `<template id="${kind}:${name}"></template>`;
    const html = `<h1>a</h1>${place('0')}<p>d</p>${part('0', `<p>b${place('1', 'P')}</p>`)}${part('1', 'c')}`;
    expect(ours(html).filter(each => /^"/.test(each))).toEqual(['"a"', '"b"', '"c"', '"d"']);
  });

  test('of parts that want to be in each other ends all the same', () => {
    const html =
      '<div hidden id="S:0"><template id="B:1"></template></div><div hidden id="S:1"><template id="B:0"></template>x</div>';
    expect(ours(html)).toContain('"x"');
    expect(ours('<div hidden id="S:0"><template id="B:0"></template>x</div>')).toContain('"x"');
  });

  test('ends a script as the standard says, comments in it included', () => {
    const html = '<script><!-- <script> </script> --></script>text<script>x</SCRIPT >more';
    expect(ours(html).filter(each => each.startsWith('"'))).toContain('"text"');
    expect(ours(html).at(-1)).toBe('"more"');
  });

  test('takes tags as they are where the standard would cost too much', () => {
    const deep = pageTree(`${'<div>'.repeat(20_000)}<p class=a>one &amp; two<p>three`);
    expect(deep.isPlain).toBe(true);
    expect(deep.isCut).toBe(false);
    const texts = ours(
      `${'<div>'.repeat(600)}<p class=a title='x"y'>one &amp; two<!-- c --><p>three<script>no</script><br>four`,
    );
    expect(texts.slice(-6)).toEqual(
      ['p class=a title=x"y', '"one & two"', 'p', '"three"', 'script', 'br', '"four"'].slice(-6),
    );
  });

  test('says where a page was not read to its end', () => {
    expect(pageTree('<p>x'.repeat(400_000)).isCut).toBe(true);
  });

  test('cuts a page of many attributes, and keeps those of a page ten times as rich as real ones', () => {
    const read = (paragraphs: number) => {
      const tree = pageTree('<p a b c d e f g h>x'.repeat(paragraphs));
      let attributes = 0;
      for (let node = nextNode(tree.document, tree.document); node; node = nextNode(node, tree.document))
        attributes += node.attributes.length;
      return { isPlain: tree.isPlain, isCut: tree.isCut, attributes };
    };
    expect(read(10_000)).toEqual({ isPlain: false, isCut: false, attributes: 80_000 });
    expect(read(60_000)).toEqual({ isPlain: true, isCut: true, attributes: 100_000 });
  });

  test('takes time in proportion to the tags that add attributes to the root', () => {
    const tags = Array.from({ length: 60_000 }, (_, i) => `<html a${i}=1 lang=${i}>`).join('');
    const before = process.cpuUsage();
    const root = nextNode(pageTree(`<html lang=ru>${tags}`).document, pageTree('').document);
    expect(root?.attributes.filter(({ name }) => name === 'lang')).toEqual([{ name: 'lang', value: 'ru' }]);
    expect(root?.attributes).toHaveLength(60_001);
    // Some 0.2 s; half a minute where each tag looks at all attributes before it.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(6);
  });
});
