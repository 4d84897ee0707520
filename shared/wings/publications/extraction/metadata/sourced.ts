/** Where a fact about a page was read: JSON-LD, `meta`, microdata, `<time>`, the title, the address, the text, by a rule. */
export type FactSource = 'ld' | 'meta' | 'microdata' | 'time' | 'title' | 'link' | 'url' | 'text' | 'rule';

export interface Sourced<T> {
  readonly value: T;
  readonly source: FactSource;
}
