import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { LinkElement } from '../../../../shared/domain/html/link-element.ts';

const html = 'http://www.w3.org/1999/xhtml';

/**
 * The addresses of the elements that are asked for in the tree that parse5 builds, in document order; a template's
 * content is not in it. The address of a `refresh` is its whole `content`.
 */
export function parse5Links(page: string, elements: readonly LinkElement[] = ['a']): string[] {
  const found: string[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [parse(page, { scriptingEnabled: false })];
  for (let node = open.pop(); node; node = open.pop()) {
    const address = 'tagName' in node ? addressOf(node, elements) : undefined;
    if (address !== undefined) found.push(address);
    if ('childNodes' in node) open.push(...[...node.childNodes].reverse());
  }
  return found;
}

function addressOf(element: DefaultTreeAdapterTypes.Element, elements: readonly LinkElement[]): string | undefined {
  const value = (wanted: string) => element.attrs.find(({ name, prefix }) => name === wanted && !prefix)?.value;
  const asked = (kind: LinkElement) => elements.includes(kind) && (kind === 'a' || element.namespaceURI === html);
  switch (element.tagName) {
    case 'a':
    case 'area':
    case 'link':
      return asked(element.tagName) ? value('href') : undefined;
    case 'frame':
    case 'iframe':
      return asked('frame') ? value('src') : undefined;
    case 'meta':
      return asked('refresh') && value('http-equiv')?.toLowerCase() === 'refresh' ? value('content') : undefined;
    default:
      return undefined;
  }
}
