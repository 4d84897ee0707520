import { jsonOf } from '../../../domain/spec/fields/json-of.ts';
export interface JsonEvents {
  /** A member of the top object, except for the list. */
  member(name: string, value: unknown): void;
  /** An element of the list; undefined if it is no JSON. */
  element(value: unknown): void;
}

/** Characters of a value; a longer one counts as no JSON. */
const longestValue = 4_000_000;

/**
 * Reads an object of JSON member by member and its list `list` element by element, so that what comes before the end of
 * a document that was cut is known, and a broken element costs itself alone. Answers how the document ended.
 */
export function readJsonMembers(text: string, list: string, events: JsonEvents): 'whole' | 'truncated' | 'malformed' {
  let i = skipBlank(text, 0);
  if (text[i] !== '{') return 'malformed';
  i = skipBlank(text, i + 1);
  while (i < text.length && text[i] !== '}') {
    if (text[i] !== '"') return 'malformed';
    const nameEnd = valueEnd(text, i);
    const name = parsed(text, i, nameEnd);
    i = skipBlank(text, nameEnd);
    if (i >= text.length) return 'truncated';
    if (text[i] !== ':' || typeof name !== 'string') return 'malformed';
    i = skipBlank(text, i + 1);
    const end = name === list && text[i] === '[' ? readList(text, i, events) : readMember(text, i, name, events);
    if (end < 0) return 'truncated';
    i = skipBlank(text, end);
    if (text[i] === ',') i = skipBlank(text, i + 1);
  }
  return i < text.length ? 'whole' : 'truncated';
}

/** The place after the member's value; -1 if the text ends in it. */
function readMember(text: string, start: number, name: string, events: JsonEvents): number {
  const end = valueEnd(text, start);
  if (end >= text.length || end === start) return -1;
  events.member(name, parsed(text, start, end));
  return end;
}

function readList(text: string, start: number, events: JsonEvents): number {
  let i = skipBlank(text, start + 1);
  while (i < text.length && text[i] !== ']') {
    const end = valueEnd(text, i);
    const value = parsed(text, i, end);
    // The last object may be whole, though its list is not.
    if (end === i || (end >= text.length && typeof value !== 'object')) return -1;
    events.element(value);
    i = skipBlank(text, end);
    if (text[i] === ',') i = skipBlank(text, i + 1);
  }
  return i < text.length ? i + 1 : -1;
}

function parsed(text: string, start: number, end: number): unknown {
  return end - start > longestValue ? undefined : jsonOf(text.slice(start, end));
}

const special = /["[\]{},:]/g;

/** The place after the value that begins at `start`: after its string, its brackets, or before what follows a plain value. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  let i = start;
  while (i < text.length) {
    special.lastIndex = i;
    const found = special.exec(text);
    if (found === null) return text.length;
    const [mark] = found;
    i = found.index;
    if (depth === 0 && (mark === ',' || mark === ']' || mark === '}')) return i;
    i = mark === '"' ? stringEnd(text, i) : i + 1;
    if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    if (depth === 0 && mark !== ',' && mark !== ':') return i;
  }
  return text.length;
}

const inString = /["\\]/g;

function stringEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length) {
    inString.lastIndex = i;
    const found = inString.exec(text);
    if (found === null) return text.length;
    if (found[0] === '"') return found.index + 1;
    i = found.index + 2;
  }
  return text.length;
}

function skipBlank(text: string, start: number): number {
  let i = start;
  while (i < text.length && /\s/.test(text[i]!)) i += 1;
  return i;
}
