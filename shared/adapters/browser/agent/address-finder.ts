/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { FoundAddress, FoundBy } from '../../../domain/turn/found-address.ts';

/** Finds the addresses that elements of the page name. Uses nothing from outside itself (`agent-source.ts`). */
export class AddressFinder {
  found: FoundAddress[] = [];
  readonly #most = 100_000;
  /** Shadow trees and frames whose links are read. */
  readonly #mostRoots = 10_000;
  /** By address: where it is in `found`. */
  #reported = new Map<string, number>();
  /** Links of a page that draws what is behind `#`: their addresses are that of the page. */
  readonly hashes = new Set<string>();
  readonly #mostHashes = 1_000;
  readonly #shadows = new Set<ShadowRoot>();
  /** Frames in the order in which they came, with the documents that were read. */
  readonly #frames = new Map<HTMLIFrameElement, Document | null>();
  readonly #mostFrames = 100;
  readonly #onRoot: (root: Node) => void;
  readonly #attributes = [
    ...['href', 'src', 'action', 'formaction', 'data', 'poster', 'background', 'cite', 'longdesc', 'manifest'],
    ...['profile', 'dynsrc', 'lowsrc', 'data-src', 'data-href', 'data-url', 'codebase', 'xlink:href', 'icon', 'usemap'],
  ];

  constructor(onRoot: (root: Node) => void) {
    this.#onRoot = onRoot;
  }

  /** The addresses found since the last call. */
  takeFound(): FoundAddress[] {
    const { found } = this;
    this.found = [];
    this.#reported = new Map();
    return found;
  }

  /** Elements of the document, of its shadow trees and of its frames. */
  elements(selector: string): Element[] {
    const frames = [...this.#frames.values()].filter(each => each !== null && each.defaultView !== null) as Document[];
    return [document, ...this.#shadows, ...frames].flatMap(root => [...root.querySelectorAll(selector)]);
  }

  /** Reads documents of frames that came, or whose first document has come. Those of other origins are shut. */
  enterFrames(by: FoundBy): void {
    for (const [frame, known] of this.#frames) {
      const inner = frame.isConnected ? frame.contentDocument : null;
      if (!frame.isConnected) this.#frames.delete(frame);
      else if (inner !== null && inner !== known) {
        this.#frames.set(frame, inner);
        this.#onRoot(inner);
        this.readTree(inner, by);
      }
    }
  }

  /**
   * Where links of the document's frames lead that have its origin. `closed`: shadow trees that elements do not show.
   * Links of the document's own shadow trees are not among them: they are in its HTML.
   */
  frameLinks(closed: readonly ShadowRoot[]): string[] {
    const found = new Set<string>();
    const roots: ParentNode[] = [document, ...closed];
    for (let i = 0; i < roots.length && i < this.#mostRoots; i += 1) {
      const root = roots[i]!;
      const isInFrame = (root.ownerDocument ?? root) !== document;
      for (const element of root.querySelectorAll('*')) {
        const { shadowRoot } = element;
        if (shadowRoot !== null) roots.push(shadowRoot);
        const inner = /^i?frame$/.test(element.localName) ? (element as HTMLIFrameElement).contentDocument : null;
        if (inner !== null) roots.push(inner);
        const { href } = element as HTMLAnchorElement;
        const isLink = isInFrame && element.localName === 'a' && typeof href === 'string';
        if (isLink && /^https?:/.test(href) && found.size < this.#most) found.add(href);
      }
    }
    return [...found];
  }

  readTree(root: Node, by: FoundBy): void {
    if (root.nodeType === 9) this.#report((root as Document).doctype?.systemId ?? '', by);
    if (root.nodeType === 1) this.readElement(root as Element, by);
    if (!('querySelectorAll' in root)) return;
    for (const element of (root as ParentNode).querySelectorAll('*')) {
      this.readElement(element, by);
      if (element.shadowRoot !== null) this.enterShadow(element.shadowRoot, by);
    }
  }

  /** Reads open shadow trees that elements got later. */
  enterShadows(by: FoundBy): void {
    for (const { shadowRoot } of this.elements('*')) if (shadowRoot !== null) this.enterShadow(shadowRoot, by);
  }

  enterShadow(root: ShadowRoot, by: FoundBy): void {
    if (this.#shadows.has(root)) return;
    this.#shadows.add(root);
    this.#onRoot(root);
    this.readTree(root, by);
  }

  readElement(element: Element, by: FoundBy): void {
    this.#readAttributes(element, by);
    const { localName } = element;
    if (localName === 'meta') this.#readMeta(element, by);
    else if (localName === 'param') this.#reportLikely(element.getAttribute('value') ?? '', by);
    else if (localName === 'template') this.readTree((element as HTMLTemplateElement).content, by);
    else if (localName === 'form') this.#readForm(element, by);
    else if (/^i?frame$/.test(localName)) this.#readFrame(element as HTMLIFrameElement, by);
    const style = element.getAttribute('style');
    if (style?.includes('url(')) this.#readStyle(style, by);
  }

  /** Documents without a window (templates, parsed sources) have no address. */
  #baseOf({ ownerDocument }: Element): string {
    return ownerDocument.defaultView === null ? document.baseURI : ownerDocument.baseURI;
  }

  #readAttributes(element: Element, by: FoundBy): void {
    const base = this.#baseOf(element);
    for (const name of this.#attributes) {
      const value = element.getAttribute(name);
      const isLink = name === 'href' && /^(a|area)$/.test(element.localName);
      if (isLink && value !== null && /^#[!/]/.test(value) && this.hashes.size < this.#mostHashes)
        this.hashes.add(value);
      if (value !== null && !value.startsWith('#')) this.#report(value, by, base, isLink);
    }
    for (const url of (element.getAttribute('ping') ?? '').split(/\s+/).slice(0, 50)) this.#report(url, by, base);
    const archive = element.getAttribute('archive');
    if (archive !== null) this.#readArchive(archive, element.getAttribute('codebase') ?? '', by);
    const sources = element.getAttribute('srcset') ?? element.getAttribute('imagesrcset') ?? '';
    for (const entry of sources.split(',').slice(0, 50)) this.#report(entry.trim().split(/\s+/, 1)[0]!, by, base);
  }

  /** The address of a form without fields to fill in, such as a button to the next page. */
  #readForm(form: Element, by: FoundBy): void {
    const fields = [...form.querySelectorAll('input, select, textarea')];
    const typeOf = (field: Element): string => field.getAttribute('type')?.toLowerCase() ?? 'text';
    const isFilledIn = fields.every(each => ['hidden', 'submit', 'button', 'reset'].includes(typeOf(each)));
    if (!isFilledIn || !/^(get)?$/i.test(form.getAttribute('method') ?? '')) return;
    const hidden = fields.filter(each => typeOf(each) === 'hidden' && each.getAttribute('name')).slice(0, 50);
    const url = URL.parse(form.getAttribute('action') ?? '', this.#baseOf(form));
    if (hidden.length === 0 || url === null) return;
    const pairs = hidden.map(each => [each.getAttribute('name')!, each.getAttribute('value') ?? '']);
    url.search = new URLSearchParams(pairs).toString();
    this.#report(url.href, by);
  }

  #readArchive(archive: string, codebase: string, by: FoundBy): void {
    const base = URL.parse(codebase, document.baseURI)?.href;
    for (const url of archive.split(/[\s,]+/).slice(0, 50)) this.#report(url, by, base);
  }

  #readMeta(element: Element, by: FoundBy): void {
    const content = element.getAttribute('content') ?? '';
    if (/^refresh$/i.test(element.getAttribute('http-equiv') ?? '')) {
      const refresh = /^\s*[\d.]*\s*[;,]?\s*(?:url\s*=)?\s*['"]?([^'"]+)/i.exec(content);
      this.#report(refresh?.[1] ?? '', by, this.#baseOf(element));
      return;
    }
    for (const part of content.split(/[;,\s]+/)) this.#reportLikely(part.replace(/^[a-z-]+=/i, ''), by);
  }

  #readFrame(frame: HTMLIFrameElement, by: FoundBy): void {
    const { defaultView } = frame.ownerDocument;
    if (defaultView !== null && this.#frames.size < this.#mostFrames && !this.#frames.has(frame))
      this.#frames.set(frame, null);
    const html = frame.getAttribute('srcdoc');
    if (html === null || html.length >= 1_000_000) return;
    this.readTree(new DOMParser().parseFromString(html, 'text/html'), by);
  }

  #readStyle(style: string, by: FoundBy): void {
    for (const part of style.matchAll(/url\(\s*['"]?([^'")]+)/gi)) this.#report(part[1]!, by);
  }

  #reportLikely(text: string, by: FoundBy): void {
    if (/^(https?:)?\/[^\s"'<>]*$|^\.{1,2}\/[^\s"'<>]*$/i.test(text.trim())) this.#report(text, by);
  }

  #report(value: string, by: FoundBy, base = document.baseURI, isLink = false): void {
    if (value === '' || value.length > 8_192 || this.found.length >= this.#most) return;
    const url = URL.parse(value.trim(), base);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return;
    const known = this.#reported.get(url.href);
    if (known === undefined) {
      this.#reported.set(url.href, this.found.length);
      this.found.push({ url: url.href, by, ...(isLink && { link: true }) });
    } else if (isLink) this.found[known] = { ...this.found[known]!, link: true };
  }
}
