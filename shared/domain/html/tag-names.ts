/**
 * The element names that matter for finding links, as small numbers with properties, so that a tag is classified
 * without making a string of its name. Sections are those of the HTML standard.
 */

/** Void elements (13.1.2), and obsolete elements that the tree builder closes at once. */
export const VOID = 1;
/** "Special" elements (13.2.4.2): the adoption agency algorithm rebuilds an `a` around them. */
export const SPECIAL = 2;
/** Their start tag closes an open `p` (13.2.6.4.7). */
export const CLOSES_P = 4;
/** Their content is not markup (13.2.6.2, 13.2.6.4.7), scripting off. */
export const RAW_TEXT = 8;
/** Their start tag can close a surrounding `a` in ways that only the tree builder knows. */
export const CLOSES_A = 16;
/** Parts of a table: their start or end tag leaves the cell. */
export const TABLE_PART = 32;
/** A cell or caption: content is allowed again. */
export const CELL = 64;
/** Inside SVG or MathML their content may be HTML again (13.2.6.5, integration points). */
export const INTEGRATION = 128;
/** `TreeWatch` counts these everywhere. */
export const WATCHED = 256;
/** Headings, and elements that load something: `PageScan` notes them. */
export const NOTED = 512;

const PROPERTIES: ReadonlyArray<readonly [property: number, names: string]> = [
  [VOID, 'area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr'],
  [
    SPECIAL,
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup ' +
      'dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head ' +
      'header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes ' +
      'noscript object ol p param plaintext pre script search section select source style summary table tbody td ' +
      'template textarea tfoot th thead title tr track ul wbr xmp svg math',
  ],
  [
    CLOSES_P,
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header ' +
      'hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form li dd dt plaintext ' +
      'table hr xmp',
  ],
  [RAW_TEXT, 'script style title textarea xmp iframe noembed noframes plaintext'],
  [CLOSES_A, 'button nobr select option optgroup template body html head frameset'],
  [TABLE_PART, 'caption col colgroup tbody td tfoot th thead tr'],
  [CELL, 'caption td th'],
  [
    WATCHED,
    'applet button caption col colgroup marquee math object p select svg table tbody td template tfoot th thead tr',
  ],
  [NOTED, 'h1 h2 h3 h4 h5 h6 img image input script iframe embed object source track audio video'],
  [INTEGRATION, 'foreignobject desc title mi mo mn ms mtext annotation-xml'],
];

const names = [...new Set(`a ${PROPERTIES.map(([, list]) => list).join(' ')}`.split(' '))];
/** Properties by name id; id 0 means every other name. */
export const propertiesOf = new Uint16Array(names.length + 1);

for (const [index, name] of names.entries()) {
  for (const [property, list] of PROPERTIES) {
    if (list.split(' ').includes(name)) propertiesOf[index + 1]! |= property;
  }
}

/** The id of a name written in lower case. */
export function idOf(name: string): number {
  return names.indexOf(name) + 1;
}

export const A = idOf('a');
export const AREA = idOf('area');
export const BASE = idOf('base');
export const COL = idOf('col');
export const FRAME = idOf('frame');
export const FRAMESET = idOf('frameset');
export const H1 = idOf('h1');
export const H6 = idOf('h6');
export const HTML = idOf('html');
export const IFRAME = idOf('iframe');
export const IMAGE = idOf('image');
export const IMG = idOf('img');
export const INPUT = idOf('input');
export const LINK = idOf('link');
export const MATH = idOf('math');
export const META = idOf('meta');
export const P = idOf('p');
export const PLAINTEXT = idOf('plaintext');
export const SCRIPT = idOf('script');
export const SELECT = idOf('select');
export const STYLE = idOf('style');
export const SVG = idOf('svg');
export const TABLE = idOf('table');
export const TEMPLATE = idOf('template');
export const TITLE = idOf('title');
/** Lists. An item directly inside a list closes nothing outside the list. */
export const LISTS: ReadonlySet<number> = new Set(['ul', 'ol', 'menu', 'dl', 'dir'].map(idOf));
export const LIST_ITEMS: ReadonlySet<number> = new Set(['li', 'dd', 'dt'].map(idOf));
/**
 * Boundaries of button scope (13.2.4.2) that authors use: a `p` outside such an element is still open after its end.
 */
export const SCOPE_BOUNDARIES: ReadonlySet<number> = new Set(
  ['applet', 'button', 'marquee', 'object', 'table'].map(idOf),
);

/**
 * For each byte of a name: the small letter of a capital, 0 for a byte that ends the name, 255 for NUL, else the byte
 * itself.
 */
const letters = Uint8Array.from({ length: 256 }, (_, byte) => {
  if ('\t\n\f\r />'.includes(String.fromCharCode(byte))) return 0;
  return byte >= 65 && byte <= 90 ? byte + 32 : byte || 255;
});

const TABLE_BITS = 12;
const TABLE_SIZE = 1 << TABLE_BITS;
/** Hash table. Each slot holds the first four and the last four letters of a name, and its id; 0 means free. */
const heads = new Int32Array(TABLE_SIZE);
const tails = new Int32Array(TABLE_SIZE);
const ids = new Uint8Array(TABLE_SIZE);
/** Names of up to this many letters are looked up as two numbers. */
const PACKED = 8;

function slotOf(head: number, tail: number): number {
  return (Math.imul(head, 0x2c1b3c6d) ^ Math.imul(tail, 0x297a2d39)) >>> (32 - TABLE_BITS);
}

/** Reads the names of tags, each byte once. One reader serves all tags. */
export class TagName {
  /** Offset after the name. */
  end = 0;

  /** The id of the name that begins at `start`, in any case; 0 for every name not listed above. */
  read(page: Uint8Array, start: number): number {
    const { length } = page;
    let head = 0;
    let tail = 0;
    let i = start;
    for (; i < length; i += 1) {
      const letter = letters[page[i]!]!;
      if (letter === 0) break;
      head = (head << 8) | (tail >>> 24);
      tail = (tail << 8) | letter;
    }
    this.end = i;
    return i - start <= PACKED ? packedId(head, tail) : longId(page, start, i);
  }
}

/** End of the tag name that begins at `start`. */
export function tagNameEnd(page: Uint8Array, start: number): number {
  const { length } = page;
  let i = start;
  while (i < length && letters[page[i]!] !== 0) i += 1;
  return i;
}

function packedId(head: number, tail: number): number {
  for (let slot = slotOf(head, tail); ; slot = (slot + 1) % TABLE_SIZE) {
    const id = ids[slot]!;
    if (id === 0 || (tails[slot] === tail && heads[slot] === head)) return id;
  }
}

const longNames = names.filter(name => name.length > PACKED);

function longId(page: Uint8Array, start: number, end: number): number {
  const name = longNames.find(long => isNamed(page, start, end, long));
  return name === undefined ? 0 : idOf(name);
}

for (const name of names.filter(({ length }) => length <= PACKED)) {
  const packed = Buffer.from(name.padStart(PACKED, '\0'), 'latin1');
  const [head, tail] = [packed.readInt32BE(0), packed.readInt32BE(4)];
  let slot = slotOf(head, tail);
  while (ids[slot] !== 0) slot = (slot + 1) % TABLE_SIZE;
  heads[slot] = head;
  tails[slot] = tail;
  ids[slot] = idOf(name);
}

/** Whether the text at `start … end` is `name` in any case; `name` is in lower case. */
export function isNamed(page: Uint8Array, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  return startsWithName(page, start, name);
}

/** Whether `name` (lower-case letters, digits, `-`) is at `start` in any case. */
export function startsWithName(page: Uint8Array, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i += 1) {
    const code = page[start + i]!;
    if ((code >= 65 && code <= 90 ? code | 32 : code) !== name.charCodeAt(i)) return false;
  }
  return true;
}
