import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Document } from 'yaml';
import { fieldPath } from '../../../shared/domain/spec/field-path.ts';
import { readSpec, type SpecLayer } from '../../../shared/domain/spec/read-spec.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { readText } from './read-text.ts';

/** The layer that `--config FILE` gives: a spec as YAML, of which JSON is a part. Throws `BadCommand`. */
export async function configLayer(file: string): Promise<SpecLayer> {
  const { parseDocument } = await import('yaml');
  const source = await readText('--config', file);
  const document = parseDocument(source, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const line = fault.linePos === undefined ? '' : ` line ${fault.linePos[0].line}`;
    throw new BadCommand([`${file}${line}: this is not YAML or JSON; ${firstLine(fault.message)}.`]);
  }
  const { spec, nameOf } = readSpec(plainValue(document, file), path =>
    [file, fieldPath(path)].filter(Boolean).join(': '),
  );
  const plugins = spec.plugins?.map(plugin => moduleAddress(plugin, dirname(resolve(file))));
  return { spec: { ...spec, ...(plugins === undefined ? {} : { plugins }) }, nameOf };
}

/** What the document says. Aliases may be unknown, too many, or lie within what they name, which then has no end. */
function plainValue(document: Document, file: string): unknown {
  try {
    const value: unknown = document.toJS() ?? {};
    JSON.stringify(value);
    return value;
  } catch (error) {
    const why = error instanceof Error ? firstLine(error.message) : String(error);
    throw new BadCommand([`${file}: its aliases cannot be followed; ${why}.`]);
  }
}

/** The address of a module's file as seen from `folder`; what is an address already stays, for the loader to judge. */
export function moduleAddress(plugin: string, folder: string): string {
  const isAddress = /^[A-Za-z][A-Za-z0-9+.-]+:/.test(plugin);
  return isAddress ? plugin : pathToFileURL(resolve(folder, plugin)).href;
}

function firstLine(message: string): string {
  return message
    .split('\n')[0]!
    .replace(/ at line \d+, column \d+:?$/, '')
    .replace(/\.$/, '');
}
