import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** The `href` of every `a` in the tree that parse5 builds, in document order; a template's content is not in it. */
export function parse5Links(html: string): string[] {
  const hrefs: string[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [parse(html, { scriptingEnabled: false })];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('tagName' in node && node.tagName === 'a') {
      const href = node.attrs.find(({ name, prefix }) => name === 'href' && !prefix);
      if (href) hrefs.push(href.value);
    }
    if ('childNodes' in node) open.push(...[...node.childNodes].reverse());
  }
  return hrefs;
}
