/** The JSON of an answer, or the beginning of another text as the detail of a problem. */
export function readBody(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { detail: text.slice(0, 500), isText: true };
  }
}

/** Whether `readBody` found no JSON. */
export function isText(body: unknown): boolean {
  return (Object(body) as { readonly isText?: true }).isText === true;
}
