/** Labels of the replacement encoding (Encoding Standard, 4.2): their text must not be read at all. */
const REPLACEMENT_LABELS = new Set([
  'replacement',
  'csiso2022kr',
  'hz-gb-2312',
  'iso-2022-cn',
  'iso-2022-cn-ext',
  'iso-2022-kr',
]);

/** Few labels are in use; the platform's look-up makes a decoder each time. */
const known = new Map<string, string | undefined>();
const MAX_KNOWN = 256;

/** The lower-case name of the encoding that a label stands for (Encoding Standard, 4.2 "get an encoding"). */
export function encodingOfLabel(label: string): string | undefined {
  if (known.has(label)) return known.get(label);
  const encoding = lookUp(label);
  if (known.size < MAX_KNOWN) known.set(label, encoding);
  return encoding;
}

function lookUp(label: string): string | undefined {
  const trimmed = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (REPLACEMENT_LABELS.has(trimmed)) return 'replacement';
  try {
    return new TextDecoder(trimmed).encoding;
  } catch (error) {
    // The platform's way of saying that there is no such label.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
