import { decodeEntities } from './decode-text.ts';
import { insertNode, TextNode, TreeNode } from './tree-node.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
/** Most elements and texts of one tree. */
const MOST_NODES = 200_000;
/** Most attributes of one tree. Of 255 real news pages the greatest has 8,367. */
const MOST_OF_TREE = 100_000;
/** Deeper elements become children of the element at this depth. */
const MOST_DEPTH = 200;
/** Most characters of one attribute's value, and of one tag's attributes. */
const MOST_VALUE = 4_000;
const MOST_ATTRIBUTES = 20;
const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const raws: Readonly<Record<string, RegExp>> = Object.fromEntries(
  ['script', 'style', 'title', 'textarea', 'iframe', 'xmp'].map(name => [name, new RegExp(`</${name}[\\s/>]`, 'gi')]),
);
const blocks = new Set(
  (
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul'
  ).split(' '),
);
/** A start tag of one of these kinds ends the open element of that kind. */
const siblings: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['tr'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  option: ['option'],
};
const tagName = /[a-zA-Z][^\s/>]{0,60}/y;
const attribute = /[\s/]*([^\s/>=][^\s/>=]{0,60})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/y;

/**
 * Builds a tree from the tags as they are, for pages whose tree by the HTML standard costs too much. Takes time in
 * proportion to the length of the page. `isCut`: the page has more elements or attributes than are kept.
 */
export function plainTree(html: string): { readonly document: TreeNode; readonly isCut: boolean } {
  const builder = new PlainTree(html);
  return { document: builder.document, isCut: !builder.read() };
}

class PlainTree {
  readonly document = new TreeNode('#document');
  readonly #html: string;
  readonly #open: TreeNode[] = [this.document];
  #at = 0;
  #nodes = 0;
  #attributesLeft = MOST_OF_TREE;

  constructor(html: string) {
    this.#html = html;
  }

  /** Whether the whole page was read. */
  read(): boolean {
    const html = this.#html;
    while (this.#at < html.length && this.#nodes < MOST_NODES && this.#attributesLeft > 0) {
      const less = html.indexOf('<', this.#at);
      const end = less < 0 ? html.length : less;
      if (end > this.#at) this.#addText(html.slice(this.#at, end));
      this.#at = end;
      if (less >= 0) this.#readMarkup(less);
    }
    return this.#at >= html.length;
  }

  #readMarkup(less: number): void {
    const html = this.#html;
    if (html.startsWith('<!--', less)) this.#at = after(html, '-->', less + 4);
    else if (html[less + 1] === '!' || html[less + 1] === '?') this.#at = after(html, '>', less);
    else this.#readTag(less, html[less + 1] === '/');
  }

  #readTag(less: number, isEnd: boolean): void {
    tagName.lastIndex = less + (isEnd ? 2 : 1);
    const name = tagName.exec(this.#html)?.[0].toLowerCase();
    if (name === undefined) {
      this.#addText('<');
      this.#at = less + 1;
    } else if (isEnd) {
      this.#at = after(this.#html, '>', tagName.lastIndex);
      this.#close([name]);
    } else this.#start(name, tagName.lastIndex);
  }

  #start(name: string, from: number): void {
    const attributes = this.#attributes(from);
    if (blocks.has(name)) this.#close(['p']);
    const ended = siblings[name];
    if (ended !== undefined) this.#close(ended);
    const node = new TreeNode(name, HTML, attributes);
    this.#insert(node);
    const raw = raws[name];
    if (raw !== undefined) this.#readRaw(node, raw);
    else if (!voids.has(name) && this.#open.length < MOST_DEPTH) this.#open.push(node);
  }

  #attributes(from: number): { name: string; value: string }[] {
    const html = this.#html;
    const found: { name: string; value: string }[] = [];
    attribute.lastIndex = from;
    let end = from;
    for (let match = attribute.exec(html); match; match = attribute.exec(html)) {
      end = attribute.lastIndex;
      const value = match[2] ?? match[3] ?? match[4] ?? '';
      if (found.length < MOST_ATTRIBUTES && value.length <= MOST_VALUE)
        found.push({ name: match[1]!.toLowerCase(), value: decodeEntities(value, { attribute: true }) });
    }
    this.#at = after(html, '>', end);
    this.#attributesLeft -= found.length;
    return found;
  }

  #readRaw(node: TreeNode, end: RegExp): void {
    const html = this.#html;
    end.lastIndex = this.#at;
    const stop = end.exec(html)?.index ?? html.length;
    const isText =
      node.name === 'title' || node.attributes.some(({ name, value }) => name === 'type' && /json/i.test(value));
    if (isText) insertNode(node, new TextNode(html.slice(this.#at, stop)), null);
    this.#at = stop;
  }

  /** Closes the innermost open element with one of these names, if it is near. */
  #close(names: readonly string[]): void {
    const open = this.#open;
    for (let i = open.length - 1; i > 0 && i > open.length - 16; i -= 1) {
      if (names.includes(open[i]!.name)) {
        open.length = i;
        return;
      }
      if (names[0] === 'p' && open[i]!.name === 'td') return;
    }
  }

  #insert(node: TreeNode): void {
    this.#nodes += 1;
    insertNode(this.#open.at(-1)!, node, null);
  }

  #addText(text: string): void {
    const { last } = this.#open.at(-1)!;
    const decoded = decodeEntities(text, { attribute: false });
    if (last instanceof TextNode) last.text += decoded;
    else this.#insert(new TextNode(decoded));
  }
}

/** Offset after the next `mark`, or the end of the page. */
function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}
