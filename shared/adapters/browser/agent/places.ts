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
      if (at instanceof Element) {
        steps.push(`${at.localName}:${this.#childNumber(at)}`);
        at = at.parentNode;
      } else if (at instanceof ShadowRoot) {
        steps.push('#shadow');
        at = at.host;
      } else break;
    }
    return steps.reverse().join('/');
  }

  #childNumber(element: Element): number {
    let n = 0;
    for (let at = element.previousElementSibling; at !== null; at = at.previousElementSibling) n += 1;
    return n;
  }

  /** Tag and classes. */
  kindOf(node: Node): string {
    return node instanceof Element ? `${node.localName}.${[...node.classList].sort().join('.')}` : node.nodeName;
  }

  /** The element at child numbers from the document's root on; `s` enters an open shadow root. */
  elementAt(path: string): Element | undefined {
    let node: Element | ShadowRoot | null = document.documentElement;
    for (const step of path === '' ? [] : path.split('/')) {
      if (node === null) return undefined;
      node = step === 's' ? ((node as Element).shadowRoot ?? null) : (node.children[Number(step)] ?? null);
    }
    return node instanceof Element ? node : undefined;
  }
}
