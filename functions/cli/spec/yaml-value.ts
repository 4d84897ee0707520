import type { Document } from 'yaml';
import { isTooDeep, mostDepth } from '../../../shared/domain/spec/yaml-depth.ts';
import { BadCommand } from '../terminal/bad-command.ts';

/** The value of a text in YAML, which includes JSON; `language` names it in refusals. Throws `BadCommand`. */
export async function yamlValue(text: string, file: string, language = 'YAML'): Promise<unknown> {
  if (isTooDeep(text)) throw new BadCommand([`${file}: allowed are ${mostDepth} levels of lists and mappings.`]);
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault === undefined) return plainValue(document, file);
  const line = fault.linePos === undefined ? '' : ` line ${fault.linePos[0].line}`;
  throw new BadCommand([`${file}${line}: this is not ${language}; ${faultLine(fault)}.`]);
}

/** Aliases may be unknown, too many, or lie within what they name, which then has no end. */
function plainValue(document: Document, file: string): unknown {
  try {
    const value: unknown = document.toJS();
    JSON.stringify(value);
    return value;
  } catch (error) {
    throw new BadCommand([`${file}: its aliases cannot be followed; ${faultLine(error)}.`]);
  }
}

/** The first line of an error of a parser, without the place. */
export function faultLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .split('\n')[0]!
    .replace(/ at line \d+, column \d+:?$/, '')
    .replace(/\.$/, '');
}
