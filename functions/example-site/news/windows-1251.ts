const decoder = new TextDecoder('windows-1251');
const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));

/** A text as windows-1251 has it; characters beyond become numeric references, as browsers write them. */
export function inWindows1251(text: string): Uint8Array {
  const reference = (character: string): Buffer => Buffer.from(`&#${character.codePointAt(0)};`);
  return Uint8Array.from([...text].flatMap(character => codes.get(character) ?? [...reference(character)]));
}
