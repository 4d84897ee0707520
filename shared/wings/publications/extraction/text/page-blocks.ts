import { attributeOf, TextNode, type TreeNode } from '../../../../domain/html/tree-node.ts';

export type BlockKind = 'paragraph' | 'heading' | 'item' | 'quote' | 'cell' | 'caption' | 'code';

/** A run of text that no block element and no line break parts. */
export interface Block {
  /** White space collapsed, but in `code`. */
  readonly text: string;
  /** Characters of `text` that are in links. */
  readonly linked: number;
  readonly kind: BlockKind;
  /** Of a heading 1 to 6, of a list item the depth of its list. */
  readonly level: number;
  /** Index of the block element around it. */
  readonly element: number;
  /** A line break, not a block element, ended the block before it. */
  readonly isLine: boolean;
  /** Where line breaks part a sentence: what the lines say together, if a caller asks. */
  readonly sentence?: string;
  /** Index of the table row around it; -1 outside of tables. */
  readonly row: number;
}

/** A block element. */
export interface PageElement {
  readonly node: TreeNode;
  /** Index of the block element around it; -1 of the document. */
  readonly parent: number;
  /** From 0 on, the same for elements of the same tag and classes: those that one template made. */
  readonly group: number;
  readonly depth: number;
  /** Its blocks are those from `from` to before `to`. */
  readonly from: number;
  to: number;
}

export interface PageBlocks {
  readonly blocks: readonly Block[];
  /** In document order. */
  readonly elements: readonly PageElement[];
  /** Characters of all blocks before each block; one more for the end. */
  readonly lengths: readonly number[];
  /** Whether elements were left out that a browser does not show before a reader presses something. */
  readonly hasHidden: boolean;
}

/** Their text is part of the line around them. */
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr nobr blink amp-img img picture source'
  ).split(' '),
);
/** They hold no text of the page. */
const silent = new Set(
  (
    'script style template iframe object embed applet audio video canvas svg math map select option optgroup ' +
    'textarea button datalist input head title noframes noembed frameset dialog progress meter'
  ).split(' '),
);
const headings: Readonly<Record<string, number>> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };
const kinds: Readonly<Record<string, BlockKind>> = {
  ...{ li: 'item', dd: 'item', dt: 'item', blockquote: 'quote', td: 'cell', th: 'cell', caption: 'paragraph' },
  ...{ figcaption: 'caption', pre: 'code', listing: 'code', xmp: 'code', tr: 'paragraph', table: 'paragraph' },
};
/** Blocks of one page; what follows is not read. */
const mostBlocks = 200_000;
/** Characters of a sentence of several lines: more of it is a text in any case. */
const mostOfSentence = 200;
/** Characters in front of the end of an element that are looked at. */
const mostName = 40;
const noNodes: ReadonlySet<TreeNode> = new Set();

interface BlockReading {
  /** Elements whose content is left out. */
  readonly out?: ReadonlySet<TreeNode>;
  /** Text that a browser does not show before a reader presses something, or not with scripts, counts too. */
  readonly withHidden?: boolean;
}

/**
 * The blocks of a page or of an element in document order, and the elements that hold them. Takes time in proportion to the tree.
 */
export function pageBlocks(document: TreeNode, { out = noNodes, withHidden = false }: BlockReading = {}): PageBlocks {
  const reader = new BlockReader(withHidden);
  reader.openBlock(document);
  let node = document.first;
  while (node !== null && reader.blocks.length < mostBlocks) {
    const isEntered = !out.has(node) && reader.enter(node);
    if (isEntered && node.first) {
      node = node.first;
      continue;
    }
    if (isEntered) reader.leave(node);
    node = following(node, document, reader);
  }
  return reader.end();
}

/** The next node outside of `node`; leaves the elements that end before it. */
function following(node: TreeNode, root: TreeNode, reader: BlockReader): TreeNode | null {
  let at: TreeNode | null = node;
  while (at !== null && at !== root && at.next === null) {
    at = at.parent;
    if (at !== null && at !== root) reader.leave(at);
  }
  return at === null || at === root ? null : at.next;
}

interface OpenBlock {
  readonly index: number;
  readonly row: number;
  readonly kind: BlockKind;
  readonly level: number;
}

class BlockReader {
  readonly blocks: Block[] = [];
  readonly #withHidden: boolean;
  hasHidden = false;
  readonly #elements: PageElement[] = [];
  readonly #open: OpenBlock[] = [];
  readonly #groups = new GroupNumbers();
  #text = '';
  #linked = 0;
  #links = 0;
  #isLine = false;
  /** An inline element has ended, and no text has followed. */
  #hasEnded = false;
  /** A second inline element has begun directly behind. */
  #isBeside = false;

  constructor(withHidden: boolean) {
    this.#withHidden = withHidden;
  }

  /** Whether the node's content counts. */
  enter(node: TreeNode): boolean {
    const { name } = node;
    if (node instanceof TextNode) {
      this.#add(node.text);
      return true;
    }
    if (name === 'br' || name === 'hr') {
      this.#flush();
      this.#isLine = name === 'br';
      return true;
    }
    // A shadow root is shown in the place of its host's content.
    if (silent.has(name) && node.first?.name !== '#document-fragment') return false;
    if (!this.#withHidden && (name === 'noscript' || isHidden(node))) {
      this.hasHidden = true;
      return false;
    }
    if (name === 'a') this.#links += 1;
    this.#isBeside ||= this.#hasEnded && name === 'span';
    if (!inline.has(name)) this.openBlock(node);
    return true;
  }

  leave(node: TreeNode): void {
    const { name } = node;
    if (node instanceof TextNode || name === 'br' || name === 'hr') return;
    if (name === 'a') this.#links -= 1;
    this.#hasEnded = name === 'span';
    if (inline.has(name)) return;
    this.#flush();
    this.#isLine = false;
    const ended = this.#open.pop();
    if (ended !== undefined) this.#elements[ended.index]!.to = this.blocks.length;
  }

  end(): PageBlocks {
    this.#flush();
    for (const { index } of this.#open) this.#elements[index]!.to = this.blocks.length;
    const lengths = [0];
    for (const { text } of this.blocks) lengths.push(lengths.at(-1)! + text.length);
    return {
      blocks: withSentences(this.blocks, this.#elements),
      elements: this.#elements,
      lengths,
      hasHidden: this.hasHidden,
    };
  }

  openBlock(node: TreeNode): void {
    this.#flush();
    this.#isLine = false;
    const around = this.#open.at(-1);
    const index = this.#elements.length;
    const from = this.blocks.length;
    const group = this.#groups.of(node);
    this.#elements.push({ node, parent: around?.index ?? -1, group, depth: this.#open.length, from, to: from });
    const row = node.name === 'tr' ? index : (around?.row ?? -1);
    this.#open.push({ index, row, ...kindOf(node, around) });
  }

  /** A bar between neighbouring elements, for styles set their words apart: "Par Anne Roy" and "Publié le 3 mars" of one line. */
  #add(text: string): void {
    if (
      this.#isBeside &&
      /\s.*(?:[\p{Ll}\d]|\d\s?[гр]\.)$/u.test(this.#text.slice(-mostName)) &&
      /^\p{Lu}\p{Ll}/u.test(text)
    )
      this.#text += ' | ';
    [this.#hasEnded, this.#isBeside] = [false, false];
    this.#text += text;
    if (this.#links === 0) return;
    const trimmed = text.trim();
    this.#linked += trimmed.length - (/\s{2}/.test(trimmed) ? trimmed.match(/\s{2,}/g)!.join('').length : 0);
  }

  #flush(): void {
    if (this.#text === '') return;
    const raw = this.#text;
    const linked = this.#linked;
    this.#text = '';
    this.#linked = 0;
    const around = this.#open.at(-1);
    if (around === undefined) return;
    const isCode = around.kind === 'code';
    const text = isCode ? raw.trimEnd().replace(/^\s*\n/, '') : collapsed(raw);
    if (text === '' || !/[\p{L}\p{N}]/u.test(text)) return;
    const { kind, level, index, row } = around;
    this.blocks.push({
      ...{ text, kind, level, row, element: index, isLine: this.#isLine },
      linked: Math.min(linked, text.length),
    });
  }
}

/** Lines of a sentence that go on in the middle of it, or of a word, know the whole of it. */
function withSentences(blocks: readonly Block[], elements: readonly PageElement[]): readonly Block[] {
  const whole = [...blocks];
  for (let from = 0, to = 1; from < blocks.length; from = to, to += 1) {
    while (to < blocks.length && goesOn(blocks[to - 1]!, blocks[to]!, elements)) to += 1;
    if (to === from + 1) continue;
    const lines = blocks.slice(from, to);
    const sentence = lines
      .slice(0, mostOfSentence)
      .map(({ text }) => text)
      .join(' ')
      .slice(0, mostOfSentence);
    for (const [index, block] of lines.entries()) whole[from + index] = { ...block, sentence };
  }
  return whole;
}

function goesOn(
  { text: before, element }: Block,
  { text, element: next, isLine }: Block,
  elements: readonly PageElement[],
) {
  return (
    isLine &&
    element === next &&
    elements[next]!.node.name === 'p' &&
    /[^.!?…:;]$/.test(before) &&
    /^\p{Ll}/u.test(text)
  );
}

function kindOf({ name }: TreeNode, around: OpenBlock | undefined): { kind: BlockKind; level: number } {
  const heading = headings[name];
  if (heading !== undefined) return { kind: 'heading', level: heading };
  const outer = around ?? ({ kind: 'paragraph', level: 0 } as const);
  if (name === 'ul' || name === 'ol' || name === 'dl') return { kind: 'paragraph', level: outer.level + 1 };
  const kind = kinds[name] ?? (outer.kind === 'heading' ? 'paragraph' : outer.kind);
  // A paragraph in a quotation is quoted; a table in an item is a table.
  return { kind, level: outer.kind === 'heading' ? 0 : outer.level };
}

const uneven = /[\u00ad\u200b\u2060\ufeff]|[^\S ]| {2}/;

/** White space of every kind to single blanks; soft hyphens and characters without width go. */
export function collapsed(raw: string): string {
  const text = raw.trim();
  if (!uneven.test(text)) return text;
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim();
}

function isHidden(node: TreeNode): boolean {
  for (const { name, value } of node.attributes) {
    if (name === 'hidden' && value !== 'until-found') return true;
    if (name === 'style' && value.length < 1_000 && /(?:^|[;\s])display\s*:\s*none/i.test(value)) return true;
  }
  return false;
}

/** Characters of classes; longer ones name nothing. */
const mostClasses = 200;

class GroupNumbers {
  readonly #byClasses = new Map<string, Map<string, number>>();
  #count = 0;

  of(node: TreeNode): number {
    const own = attributeOf(node, 'class') ?? '';
    const classes = own.length > mostClasses ? '' : own;
    let byName = this.#byClasses.get(classes);
    if (byName === undefined) {
      byName = new Map();
      this.#byClasses.set(classes, byName);
    }
    let number = byName.get(node.name);
    if (number === undefined) {
      number = this.#count;
      this.#count += 1;
      byName.set(node.name, number);
    }
    return number;
  }
}
