/** A piece is at least so long, in characters, except for the last. */
const pieceLength = 1 << 16;

/**
 * The text of `JSON.stringify(content, undefined, 2)` in pieces: of a crawl of 10,000 sites the whole text would take 60 MB of memory. A list
 * gives a piece for each of its elements. Plain JSON.
 */
export function* prettyJson(content: object): Generator<string> {
  let piece = '';
  for (const text of textsOf(content, '')) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* textsOf(value: unknown, indent: string): Generator<string> {
  if (typeof value !== 'object' || value === null) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* listTexts(value, indent);
  else yield* objectTexts(value, indent);
}

function* listTexts(list: readonly unknown[], indent: string): Generator<string> {
  const within = `${indent}  `;
  let before = `[\n${within}`;
  for (const each of list) {
    // No text within JSON holds the end of a line.
    yield before + (JSON.stringify(each, undefined, 2) ?? 'null').replaceAll('\n', `\n${within}`);
    before = `,\n${within}`;
  }
  yield list.length === 0 ? '[]' : `\n${indent}]`;
}

function* objectTexts(object: object, indent: string): Generator<string> {
  const within = `${indent}  `;
  let before = `{\n${within}`;
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}: `;
    yield* textsOf(value, within);
    before = `,\n${within}`;
  }
  yield before.startsWith('{') ? '{}' : `\n${indent}}`;
}
