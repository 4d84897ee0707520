/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Names of things in the page: hashes of texts, and where a node is. Uses nothing from outside itself (`agent-source.ts`). */
export class Places {
  /** FNV-1a over UTF-16 units, twice with different seeds: 53 bits. */
  hash(text: string): number {
    let a = 0x811c9dc5;
    let b = 0x1234567;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
    }
    return (a >>> 0) * 2_097_152 + ((b >>> 0) & 0x1f_ffff);
  }

  /** Tags and child numbers from the document on, at most 40 steps. */
  pathOf(node: Node): string {
    const steps: string[] = [];
    for (let at: Node | null = node; at !== null && steps.length < 40; ) {
      const outer = this.#outerOf(at);
      if (this.isElement(at)) steps.push(`${at.localName}:${this.#childNumber(at)}`);
      else if (outer !== null) steps.push(this.isShadow(at) ? '#shadow' : '#frame');
      at = outer;
    }
    return steps.reverse().join('/');
  }

  /** Nodes of frames are no instances of this window's classes. */
  isElement(node: Node): node is Element {
    return node.nodeType === 1;
  }

  isShadow(node: Node): node is ShadowRoot {
    return node.nodeType === 11 && 'host' in node;
  }

  /** Whether the element is in a document that a window shows. */
  isShown(element: Element): boolean {
    return element.isConnected && element.ownerDocument.defaultView !== null;
  }

  /** Frames and hosts of shadow trees around an element, the outermost first, and the element. */
  chainOf(element: Element): Element[] {
    const chain = [element];
    for (let at: Node | null = element; at !== null && chain.length < 100; ) {
      at = this.#outerOf(at.getRootNode());
      if (at !== null && this.isElement(at)) chain.unshift(at);
    }
    return chain;
  }

  #outerOf(node: Node): Node | null {
    if (this.isShadow(node)) return node.host;
    return node.nodeType === 9 ? ((node as Document).defaultView?.frameElement ?? null) : node.parentNode;
  }

  #childNumber(element: Element): number {
    let n = 0;
    for (let at = element.previousElementSibling; at !== null; at = at.previousElementSibling) n += 1;
    return n;
  }

  /** Tag and classes. */
  kindOf(node: Node): string {
    return this.isElement(node) ? `${node.localName}.${[...node.classList].sort().join('.')}` : node.nodeName;
  }

  /** The element at child numbers from the document's root on; `s` enters an open shadow root, `f` a frame. */
  elementAt(path: string): Element | undefined {
    let node: Element | ShadowRoot | null = document.documentElement;
    for (const step of path === '' ? [] : path.split('/')) {
      if (node === null) return undefined;
      if (step === 's') node = (node as Element).shadowRoot;
      else if (step === 'f') node = (node as HTMLIFrameElement).contentDocument?.documentElement ?? null;
      else node = node.children[Number(step)] ?? null;
    }
    return node !== null && this.isElement(node) ? node : undefined;
  }
}
