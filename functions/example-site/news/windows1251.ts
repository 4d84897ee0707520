const decoder = new TextDecoder('windows-1251');
const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));

/** A text as windows-1251 has it; characters beyond become numeric references, as browsers write them. */
export function inWindows1251(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = codes.get(character);
    const written = code === undefined ? [...`&#${character.codePointAt(0)};`].map(each => each.charCodeAt(0)) : [code];
    bytes.push(...written);
  }
  return Uint8Array.from(bytes);
}
