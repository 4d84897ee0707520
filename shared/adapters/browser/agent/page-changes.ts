/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { AddressFinder } from './address-finder.ts';
import type { Places } from './places.ts';

export type Phase = 'load' | 'idle' | 'press';

/**
 * Watches the document: which parts change, and which change by themselves (S11, A8, A9). A slot is a place and a kind
 * of node. It is volatile when it changed at two instants or more while nobody did anything. Uses nothing from outside
 * itself (`agent-source.ts`).
 */
export class PageChanges {
  /** Elements that got children since the lists were cut last, with these. */
  readonly grown = new Map<Element, Node[]>();
  phase: Phase = 'load';
  readonly #places: Places;
  readonly #addresses: AddressFinder;
  readonly #observer: MutationObserver;
  readonly #watched = { subtree: true, childList: true, attributes: true, characterData: true };
  readonly #changes = new Map<string, { times: number; instant: number }>();
  readonly #volatile: Set<string>;
  readonly #mostTexts = 5_000;
  #texts: string[] = [];
  #mutated = false;

  constructor(places: Places, addresses: AddressFinder, volatile: readonly string[]) {
    this.#places = places;
    this.#addresses = addresses;
    this.#volatile = new Set(volatile);
    this.#observer = new MutationObserver(records => this.#read(records));
    this.watch(document);
  }

  watch(root: Node): void {
    this.#observer.observe(root, this.#watched);
  }

  /** Reads what has changed up to now. */
  take(): void {
    this.#addresses.enterFrames(this.by);
    this.#read(this.#observer.takeRecords());
  }

  /** Makes our own changes, which count as none. */
  unseen(work: () => void): void {
    this.take();
    work();
    this.#observer.takeRecords();
  }

  /** Whether anything but volatile parts changed since this was asked last. */
  takeChanged(): boolean {
    this.take();
    const answer = this.#mutated;
    this.#mutated = false;
    return answer;
  }

  /** Hashes of the text blocks that were added since this was asked last. */
  takeTexts(): string[] {
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }

  volatile(): string[] {
    return [...this.#volatile];
  }

  isVolatile(node: Node): boolean {
    if (this.#volatile.size === 0) return false;
    for (let at: Node | null = node; at?.parentNode != null; at = at.parentNode) {
      if (this.#volatile.has(`${this.#places.pathOf(at.parentNode)} ${this.#places.kindOf(at)}`)) return true;
    }
    return false;
  }

  get by(): 'click' | 'load' {
    return this.phase === 'press' ? 'click' : 'load';
  }

  #read(records: readonly MutationRecord[]): void {
    const entered = new Set<Node>();
    for (const record of records) {
      if (record.type === 'childList') this.#readChildren(record, entered);
      else this.#readValue(record);
    }
  }

  #readChildren({ target, addedNodes, removedNodes }: MutationRecord, entered: Set<Node>): void {
    const isVolatile = this.isVolatile(target);
    for (const node of [...addedNodes, ...removedNodes]) {
      if (node.nodeType === 8) continue;
      if (this.phase === 'idle') this.#note(target, this.#places.kindOf(node));
      if (!isVolatile && !this.#isVolatileIn(target, node)) this.#mutated = true;
    }
    for (const node of addedNodes) {
      // A node that was added under a node of this batch was read with it.
      const isRead = entered.has(target);
      entered.add(node);
      if (isRead) continue;
      this.#addresses.readTree(node, this.by);
      if (!isVolatile && !this.#isVolatileIn(target, node)) this.#readText(node);
    }
    if (addedNodes.length === 0 || !this.#places.isElement(target)) return;
    const added = this.grown.get(target);
    if (added === undefined) this.grown.set(target, [...addedNodes]);
    else added.push(...addedNodes);
  }

  /** A node that was removed has no parent any more, so its slot is reported by the place that it was in. */
  #isVolatileIn(target: Node, node: Node): boolean {
    if (this.#volatile.size === 0) return false;
    return this.#volatile.has(`${this.#places.pathOf(target)} ${this.#places.kindOf(node)}`);
  }

  #readValue({ target, type, attributeName }: MutationRecord): void {
    const kind = type === 'attributes' ? `@${attributeName}` : '#text';
    if (this.phase === 'idle') this.#note(target, kind);
    if (this.#places.isElement(target)) this.#addresses.readElement(target, this.by);
    if (this.#volatile.has(`${this.#places.pathOf(target)} ${kind}`) || this.isVolatile(target)) return;
    this.#mutated = true;
    if (!this.#places.isElement(target)) this.#readText(target);
  }

  #note(target: Node, kind: string): void {
    const slot = `${this.#places.pathOf(target)} ${kind}`;
    const known = this.#changes.get(slot) ?? { times: 0, instant: -1 };
    const instant = Math.floor(performance.now());
    const times = known.instant === instant ? known.times : known.times + 1;
    this.#changes.set(slot, { times, instant });
    if (times >= 2) this.#volatile.add(slot);
  }

  #readText(node: Node): void {
    if (this.#texts.length >= this.#mostTexts) return;
    const text = (node.textContent ?? '').slice(0, 4_000).replace(/\s+/g, ' ').trim();
    if (text.length >= 10) this.#texts.push(this.#places.hash(text).toString(36));
  }
}
