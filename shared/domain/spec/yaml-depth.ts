/** Levels of lists and mappings in a text of YAML, or JSON. */
export const mostDepth = 1_000;

/** The parser uses memory and time out of proportion for what is nested by the million. Brackets in texts mostly come in pairs. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/[[\]{}]|^[ \t]*(?:[-?] +){1000}/gm)) {
    depth += mark.length > 1 ? mostDepth + 1 : '[{'.includes(mark) ? 1 : -1;
    if (depth > mostDepth) return true;
    depth = Math.max(0, depth);
  }
  return false;
}
