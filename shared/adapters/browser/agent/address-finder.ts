/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { FoundBy } from '../../../domain/turn/found-address.ts';

/** Finds the addresses that elements of the page name. Uses nothing from outside itself (`agent-source.ts`). */
export class AddressFinder {
  found: { url: string; by: FoundBy }[] = [];
  readonly #most = 100_000;
  /** Shadow trees and frames whose links are read. */
  readonly #mostRoots = 10_000;
  #reported = new Set<string>();
  readonly #shadows = new Set<ShadowRoot>();
  readonly #onShadow: (root: ShadowRoot) => void;
  readonly #attributes = [
    ...['href', 'src', 'action', 'formaction', 'data', 'poster', 'background', 'cite', 'longdesc', 'manifest'],
    ...['profile', 'dynsrc', 'lowsrc', 'data-src', 'data-href', 'data-url', 'codebase', 'xlink:href', 'icon', 'usemap'],
  ];

  constructor(onShadow: (root: ShadowRoot) => void) {
    this.#onShadow = onShadow;
  }

  /** What was found since this was called last. */
  takeFound(): { url: string; by: FoundBy }[] {
    const { found } = this;
    this.found = [];
    this.#reported = new Set();
    return found;
  }

  /** Links of the document and of its shadow trees. */
  links(): Element[] {
    const roots: (Document | ShadowRoot)[] = [document, ...this.#shadows];
    return roots.flatMap(root => [...root.querySelectorAll('a[href],area[href]')]);
  }

  /**
   * Where links of the document's shadow trees lead, and of its frames where they have the same origin. `closed`: shadow
   * trees that elements do not show.
   */
  innerLinks(closed: readonly ShadowRoot[]): string[] {
    const found = new Set<string>();
    const roots: ParentNode[] = [document, ...closed];
    for (let i = 0; i < roots.length && i < this.#mostRoots; i += 1) {
      const root = roots[i]!;
      for (const element of root.querySelectorAll('*')) {
        const { shadowRoot } = element;
        if (shadowRoot !== null) roots.push(shadowRoot);
        const inner = /^i?frame$/.test(element.localName) ? (element as HTMLIFrameElement).contentDocument : null;
        if (inner !== null) roots.push(inner);
        const { href } = element as HTMLAnchorElement;
        const isLink = root !== document && element.localName === 'a' && typeof href === 'string';
        if (isLink && /^https?:/.test(href) && found.size < this.#most) found.add(href);
      }
    }
    return [...found];
  }

  readTree(root: Node, by: FoundBy): void {
    if (root instanceof Document && root.doctype !== null) this.#report(root.doctype.systemId, by);
    if (root instanceof Element) this.readElement(root, by);
    if (!('querySelectorAll' in root)) return;
    for (const element of (root as ParentNode).querySelectorAll('*')) {
      this.readElement(element, by);
      if (element.shadowRoot !== null) this.enterShadow(element.shadowRoot, by);
    }
  }

  enterShadow(root: ShadowRoot, by: FoundBy): void {
    if (this.#shadows.has(root)) return;
    this.#shadows.add(root);
    this.#onShadow(root);
    this.readTree(root, by);
  }

  readElement(element: Element, by: FoundBy): void {
    this.#readAttributes(element, by);
    const { localName } = element;
    if (localName === 'meta') this.#readMeta(element, by);
    else if (localName === 'param') this.#reportLikely(element.getAttribute('value') ?? '', by);
    else if (localName === 'template') this.readTree((element as HTMLTemplateElement).content, by);
    else if (localName === 'iframe') this.#readSource(element.getAttribute('srcdoc'), by);
    const style = element.getAttribute('style');
    if (style?.includes('url(')) this.#readStyle(style, by);
  }

  #readAttributes(element: Element, by: FoundBy): void {
    for (const name of this.#attributes) {
      const value = element.getAttribute(name);
      if (value !== null && !value.startsWith('#')) this.#report(value, by);
    }
    for (const url of (element.getAttribute('ping') ?? '').split(/\s+/).slice(0, 50)) this.#report(url, by);
    const archive = element.getAttribute('archive');
    if (archive !== null) this.#readArchive(archive, element.getAttribute('codebase') ?? '', by);
    const sources = element.getAttribute('srcset') ?? element.getAttribute('imagesrcset') ?? '';
    for (const entry of sources.split(',').slice(0, 50)) this.#report(entry.trim().split(/\s+/, 1)[0]!, by);
  }

  #readArchive(archive: string, codebase: string, by: FoundBy): void {
    const base = URL.parse(codebase, document.baseURI)?.href;
    for (const url of archive.split(/[\s,]+/).slice(0, 50)) this.#report(url, by, base);
  }

  #readMeta(element: Element, by: FoundBy): void {
    const content = element.getAttribute('content') ?? '';
    if (/^refresh$/i.test(element.getAttribute('http-equiv') ?? '')) {
      const refresh = /^\s*[\d.]*\s*[;,]?\s*(?:url\s*=)?\s*['"]?([^'"]+)/i.exec(content);
      this.#report(refresh?.[1] ?? '', by);
      return;
    }
    for (const part of content.split(/[;,\s]+/)) this.#reportLikely(part.replace(/^[a-z-]+=/i, ''), by);
  }

  #readSource(html: string | null, by: FoundBy): void {
    if (html === null || html.length >= 1_000_000) return;
    this.readTree(new DOMParser().parseFromString(html, 'text/html'), by);
  }

  #readStyle(style: string, by: FoundBy): void {
    for (const part of style.matchAll(/url\(\s*['"]?([^'")]+)/gi)) this.#report(part[1]!, by);
  }

  #reportLikely(text: string, by: FoundBy): void {
    if (/^(https?:)?\/[^\s"'<>]*$|^\.{1,2}\/[^\s"'<>]*$/i.test(text.trim())) this.#report(text, by);
  }

  #report(value: string, by: FoundBy, base = document.baseURI): void {
    if (value === '' || value.length > 8_192 || this.found.length >= this.#most) return;
    const url = URL.parse(value.trim(), base);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return;
    if (this.#reported.has(url.href)) return;
    this.#reported.add(url.href);
    this.found.push({ url: url.href, by });
  }
}
