/** The files of the product, what they import of each other, and how long their functions are; by a parser. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

export interface OwnFile {
  /** Relative to the project. */
  readonly path: string;
  /** Files of ours that it imports, with types, by `import`, `export … from`, `import()` and `import('…').Type`. */
  readonly imports: ReadonlySet<string>;
  /** Those of them whose functions it can call: without the ones that it imports types of. */
  readonly calls: ReadonlySet<string>;
  /** Lines of each named function and method, without those of named functions inside, which count for themselves. */
  readonly functions: readonly number[];
}

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Every `.ts` and `.js` file in `folders` of `root`. */
export function readOwnFiles(root: string, folders: readonly string[]): readonly OwnFile[] {
  const paths = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.[jt]s$/.test(name))
      .map(name => join(folder, name).replaceAll('\\', '/')),
  );
  const known = new Set(paths);
  return paths.map(path => readOwnFile(root, path, known));
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function readOwnFile(root: string, path: string, known: ReadonlySet<string>): OwnFile {
  const text = readFileSync(join(root, path), 'utf8');
  const program = parseAst(text, { lang: path.endsWith('.ts') ? 'ts' : 'js' });
  const imports = new Set<string>();
  const calls = new Set<string>();
  const functions: number[] = [];
  const linesOf = ({ start, end }: Node): number => text.slice(start, end).split('\n').length;
  visit(program as unknown as Node, node => {
    const named = importOf(node);
    const target = named?.startsWith('.') ? relative(root, join(root, dirname(path), named)).replaceAll('\\', '/') : '';
    if (known.has(target)) imports.add(target);
    if (known.has(target) && !isOfTypes(node)) calls.add(target);
    if (isNamedFunction(node)) functions.push(linesOf(node) - sum(outermostFunctionsIn(node).map(linesOf)));
  });
  return { path, imports, calls, functions };
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) visit(child, see);
}

/** Named functions right inside of `node`; a program that is sent to a page as text is a function that holds others. */
function outermostFunctionsIn(node: Node): readonly Node[] {
  const children = Object.values(node).flatMap(value => [value].flat().filter(isNode));
  return children.flatMap(child => {
    const isOwnBody = isNamedFunction(node) && (child === node['value'] || child === node['init']);
    return isNamedFunction(child) && !isOwnBody ? [child] : outermostFunctionsIn(child);
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function importOf({ type, source }: Node): string | undefined {
  const isImport = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ];
  if (!isImport.includes(type) || !isNode(source)) return undefined;
  return typeof source['value'] === 'string' ? source['value'] : undefined;
}

function isOfTypes({ type, importKind, exportKind }: Node): boolean {
  return type === 'TSImportType' || importKind === 'type' || exportKind === 'type';
}

/** Declarations, methods, and functions that a variable or a field of an object is set to. */
function isNamedFunction({ type, value, init }: Node): boolean {
  if (type === 'FunctionDeclaration' || type === 'MethodDefinition') return true;
  const held =
    type === 'VariableDeclarator' ? init : type === 'Property' || type === 'PropertyDefinition' ? value : undefined;
  return isNode(held) && ['ArrowFunctionExpression', 'FunctionExpression'].includes(held.type);
}
