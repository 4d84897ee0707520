import { Tokenizer } from 'htmlparser2';
import { decodeEntities, decodeReferences } from '../../../domain/html/decode-text.ts';

/** The events of a reader of a document, in order. Names are in lower case. */
export interface MarkupEvents {
  /** `attributes` are valid during the call only. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Character references are resolved but in CDATA, where there are none. A text may come in several parts. */
  text(text: string): void;
}

export interface Attributes {
  /** Its value with character references resolved; undefined if the element has no such attribute. */
  get(name: string): string | undefined;
  readonly names: Iterable<string>;
}

export interface MarkupReading {
  /** Nothing more is reported after this. */
  stop(): void;
}

/** Of one element; those beyond are passed over. */
const mostAttributes = 60;
/** Characters; a longer name is no name of ours, and a longer value is cut. */
const longestName = 100;
const longestValue = 8_192;

class SliceAttributes implements Attributes {
  readonly #text: string;
  readonly #decoded: (value: string) => string;
  readonly #spans = new Map<string, readonly [start: number, end: number]>();

  constructor(text: string, decoded: (value: string) => string) {
    this.#text = text;
    this.#decoded = decoded;
  }

  get names(): Iterable<string> {
    return this.#spans.keys();
  }

  get(name: string): string | undefined {
    const span = this.#spans.get(name);
    if (span === undefined) return undefined;
    return this.#decoded(this.#text.slice(span[0], Math.min(span[1], span[0] + longestValue)));
  }

  /** The first attribute of a name counts. */
  add(name: string, start: number, end: number): void {
    if (this.#spans.size < mostAttributes && !this.#spans.has(name)) this.#spans.set(name, [start, end]);
  }

  clear(): void {
    if (this.#spans.size > 0) this.#spans.clear();
  }
}

const openReference = /&(?:#\d+(?![\d;])|#x[\da-f]+(?![\da-f;])|[a-z][\da-z]*(?![\da-z;]))/i;

/**
 * The text of XML. A reference ends in a semicolon (XML 1.0, 4.1), so `?id=1&section=2`, which should have been escaped, stays what
 * it is. Names are those of HTML, which many feeds use.
 */
function decodeXml(text: string): string {
  if (!text.includes('&')) return text;
  if (!openReference.test(text)) return decodeEntities(text, { attribute: true });
  return decodeReferences(text);
}

const decodeText = (text: string): string => decodeEntities(text, { attribute: false });
const decodeAttribute = (text: string): string => decodeEntities(text, { attribute: true });

/** Whether a document of XML defines its own entities, which are left as they are written. */
export function definesEntities(text: string): boolean {
  const root = text.search(/<[a-z_][\w:.-]*[\s>]/i);
  return /<!ENTITY\s/i.test(text.slice(0, root < 0 ? text.length : root));
}

/**
 * Reads markup in one pass, in time linear in its length, without a tree: XML, however broken, or HTML as its tags are
 * (`xml` false). Nothing is fetched, and entities that a document defines itself are never resolved.
 */
export function readMarkup(
  text: string,
  events: MarkupEvents,
  { xml }: { readonly xml: boolean },
  begin?: (reading: MarkupReading) => void,
): void {
  const tokenizer = tokenizerOf(text, events, xml);
  begin?.({ stop: () => tokenizer.pause() });
  tokenizer.write(text);
  tokenizer.end();
}

/** Elements that are read at a stretch. */
const pieceElements = 2_000;

/** The same of a document that may be long: whatever waits for this thread gets its turn between two pieces. */
export async function readMarkupByPieces(
  text: string,
  events: MarkupEvents,
  { xml }: { readonly xml: boolean },
  begin: (reading: MarkupReading) => void,
): Promise<void> {
  let elements = 0;
  let isPaused = false;
  let isStopped = false;
  const open: MarkupEvents['open'] = (name, attributes) => {
    events.open(name, attributes);
    elements += 1;
    if (elements % pieceElements > 0) return;
    isPaused = true;
    tokenizer.pause();
  };
  const pieces = { open, close: (name: string) => events.close(name), text: (part: string) => events.text(part) };
  const tokenizer = tokenizerOf(text, pieces, xml);
  begin({
    stop: () => {
      isStopped = true;
      tokenizer.pause();
    },
  });
  tokenizer.write(text);
  while (isPaused && !isStopped) {
    await new Promise(resolve => setImmediate(resolve));
    isPaused = false;
    tokenizer.resume();
  }
  tokenizer.end();
}

function tokenizerOf(text: string, events: MarkupEvents, xml: boolean): Tokenizer {
  const attributes = new SliceAttributes(text, xml ? decodeXml : decodeAttribute);
  const decoded = xml ? decodeXml : decodeText;
  const slice = (start: number, end: number) => text.slice(start, Math.min(end, start + longestName)).toLowerCase();
  let name = '';
  let attribute = '';
  let valueStart = -1;
  return new Tokenizer(
    { xmlMode: xml, decodeEntities: false },
    {
      onopentagname: (start, end) => {
        name = slice(start, end);
        attributes.clear();
      },
      onattribname: (start, end) => {
        attribute = slice(start, end);
        valueStart = -1;
      },
      onattribdata: (start, end) => {
        if (valueStart < 0) attributes.add(attribute, start, end);
        valueStart = start;
      },
      onattribend: (_, end) => {
        if (valueStart < 0) attributes.add(attribute, end, end);
      },
      onopentagend: () => events.open(name, attributes),
      onselfclosingtag: () => {
        events.open(name, attributes);
        if (xml) events.close(name);
      },
      onclosetag: (start, end) => events.close(slice(start, end)),
      ontext: (start, end) => events.text(decoded(text.slice(start, end))),
      oncdata: (start, end, offset) => events.text(text.slice(start, end - offset)),
      onattribentity: () => undefined,
      ontextentity: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  );
}

const blockEnds = /<\/?(?:p|div|br|li|ul|ol|tr|td|h[1-6]|blockquote|figure|figcaption|table)(?=[\s/>])[^<>]*>/gi;
const hidden = /<(script|style)(?=[\s>])[^<>]*>[^<]*<\/\1>/gi;
const tags = /<[a-z/!][^<>]*>/gi;

/** The text of a piece of HTML on one line: no tags, references resolved, white space as single spaces. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return onOneLine(html);
  const withoutTags = html.replace(hidden, ' ').replace(blockEnds, ' ').replace(tags, '');
  return onOneLine(decodeEntities(withoutTags, { attribute: false }));
}

/** Something else than words with a space between them. */
const odd = /[^\S ]|[\p{Cc}\u00ad\u200b\ufeff]| {2}/u;
const breaks = /[\s\p{Cc}]+/gu;

/** White space and control characters become single spaces; soft hyphens and other marks without width go. */
export function onOneLine(text: string): string {
  if (!odd.test(text)) return text.trim();
  return text
    .replace(/[\u00ad\u200b]/g, '')
    .replace(breaks, ' ')
    .trim();
}
