/** Tabs or bars between the fields of a line without a heading. A bar without spaces is part of the address (WHATWG URL, 4.3). */
export const fieldSeparator = /\t|\s\|(?=\s|$)/;

/** `address | number | name | short name | tags`, or with tabs, as pasted from a spreadsheet; only the address must be. */
export function siteOfFields(
  line: string,
  read: (key: string, text: string) => unknown,
): Readonly<Record<string, unknown>> {
  const texts = line.split(fieldSeparator).map(text => text.trim());
  const keys = ['url', 'number', 'name', 'shortName', 'tags'];
  return Object.fromEntries(keys.flatMap((key, at) => (texts[at] ? [[key, read(key, texts[at])]] : [])));
}
