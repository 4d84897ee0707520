import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkElements } from '../../../../shared/domain/html/link-element.ts';
import { PageScan } from '../../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../../shared/domain/html/scan-page.ts';
import { attributeText } from '../../../../shared/domain/html/scanned-text.ts';
import { profileDefaults } from '../../../../shared/domain/spec/profiles.ts';
import { draws } from '../../draws.ts';
import { parse5Links } from './parse5-links.ts';

/** Names whose rules differ in the tree builder, common ones repeated. */
const NAMES = (
  'p p p div div span b i font code em nobr h1 h2 ul ol li li dl dd dt table table tr td td th tbody caption colgroup ' +
  'col select option optgroup button object marquee form svg math g path foreignObject desc title style script ' +
  'textarea template noscript br img input hr pre center address body head html iframe xmp noframes rb rt ruby foo mi ' +
  'annotation-xml plaintext frameset meta base fieldset label section area link frame map'
).split(' ');
const PIECES = [
  ...['x', ' ', '&amp;', '"', "'", '<', '\0', '\r\n', 'é', '<!DOCTYPE html>', '<!x>', '<?x >', '</ x>', '</>'],
  ...['<!--', '-->', '<!-->', '<!--->', '--!>', '<!-- <a href=c> -->', '<![CDATA[x]]>', '<![CDATA[<a href=d>]]>'],
  ...['<script><!--<script></script>', '<script>"<a href=s>"</script>', '<a href=e', '<a name=x>', '<A HREF="&lt;é">'],
  ...['<area href=m>', '<AREA alt=x href="n&amp;">', '<area name=x>', '<link href=o>', '<link rel=x href=p />'],
  ...['<iframe src=f></iframe>', '<frame src=g>', '<frameset><frame src=h></frameset>'],
  ...['<div><template shadowrootmode=open>', '<template shadowrootmode=open><a href=t>', '<template>', '</template>'],
  ...['<meta http-equiv=refresh content="0;url=r">', '<meta http-equiv=x content=y>'],
];

const name = fc.constantFrom(...NAMES);
const attributes = fc.constantFrom('', '', '', ' class=x', ' id="q>"', '/', ' /', ' a=b/', " x='<a href=y>'");
const href = fc.constantFrom('href=u', 'href="u&amp;v"', "HREF = 'u'", 'href', '/ href=u/', 'x="a>b" href=u href=v');

const { page } = fc.letrec<{ page: string; node: string }>(tie => ({
  page: fc.array(tie('node'), { maxLength: 6 }).map(nodes => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: fc.constantFrom(...PIECES), weight: 2 },
    { arbitrary: fc.tuple(name, attributes).map(([tag, rest]) => `<${tag}${rest}>`), weight: 1 },
    { arbitrary: name.map(tag => `</${tag}>`), weight: 1 },
    { arbitrary: fc.tuple(href, tie('page')).map(([rest, inner]) => `<a ${rest}>${inner}</a>`), weight: 3 },
    { arbitrary: href.map(rest => `<a ${rest}>`), weight: 1 },
    {
      arbitrary: fc
        .tuple(name, attributes, tie('page'))
        .map(([tag, rest, inner]) => `<${tag}${rest}>${inner}</${tag}>`),
      weight: 4,
    },
  ),
}));

describe('the links of any tag soup', () => {
  it.each([
    ['a alone', ['a']],
    ['the graph', profileDefaults.graph.elements],
    ['BeeBot', profileDefaults.beebot.elements],
    ['every element', linkElements],
    ['all but a', linkElements.filter(element => element !== 'a')],
  ] as const)("are those of parse5's tree, in the same order: %s", (_, elements) => {
    const scan = new PageScan();
    fc.assert(
      fc.property(page, html => {
        scanPage(Buffer.from(html), scan, { elements });
        expect(linksOf(scan)).toEqual(parse5Links(html, elements));
      }),
      { numRuns: draws(5000) },
    );
  });
});

function linksOf(scan: PageScan): string[] {
  const links = Array.from({ length: scan.linkCount }, (_, link) => link);
  return links.map(link => attributeText(scan, link, 'utf-8'));
}
