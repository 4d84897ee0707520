/** The files of the product, what they import of each other, and how long their functions are; by a parser. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

export interface OwnFile {
  /** Relative to the project. */
  readonly path: string;
  readonly lines: number;
  /** Files of ours that it imports, with types, by `import`, `export … from`, `import()` and `import('…').Type`. */
  readonly imports: ReadonlySet<string>;
  /** Those of which it imports more than types. */
  readonly uses: ReadonlySet<string>;
  readonly code: readonly OwnFunction[];
  /** By name: functions, classes and constants at the top of the file. */
  readonly declared: ReadonlyMap<string, OwnDeclaration>;
  /** Lines of each named function and method, without those of named functions inside, which count for themselves. */
  readonly functions: readonly number[];
}

/** A declaration at the top of a file: where it begins and ends. */
export interface OwnDeclaration {
  readonly start: number;
  readonly end: number;
}

/** A reference of a function to another file of ours, its own or by a constant of its file. */
export interface Reference {
  readonly path: string;
  readonly name: string;
}

/** A function of a file, also one without a name. */
export interface OwnFunction {
  /** Where it begins in the file, and where its body does. */
  readonly start: number;
  readonly bodyStart: number;
  readonly refersTo: readonly Reference[];
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
  const targetOf = (named: string): string => relative(root, join(root, dirname(path), named)).replaceAll('\\', '/');
  const [imports, uses] = [new Set<string>(), new Set<string>()];
  const functions: number[] = [];
  const linesOf = ({ start, end }: Node): number => text.slice(start, end).split('\n').length;
  visit(program as unknown as Node, node => {
    const named = importOf(node);
    const target = named?.startsWith('.') ? targetOf(named) : '';
    if (known.has(target)) imports.add(target);
    if (known.has(target) && !isOfTypes(node)) uses.add(target);
    if (isNamedFunction(node)) functions.push(linesOf(node) - sum(outermostFunctionsIn(node).map(linesOf)));
  });
  const statements = program.body as unknown as readonly Node[];
  const declared = new Map(statements.flatMap(declarationsOf).map(each => [nameOf(each), each]));
  const lines = text.split('\n').length - 1;
  return { path, lines, imports, uses, functions, code: functionsOf(program as unknown as Node, targetOf), declared };
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

/** An import or export that names types alone. */
function isOfTypes({ type, importKind, exportKind, specifiers }: Node): boolean {
  if (type === 'TSImportType' || importKind === 'type' || exportKind === 'type') return true;
  const named = Array.isArray(specifiers) ? specifiers.filter(isNode) : [];
  return named.length > 0 && named.every(each => each['importKind'] === 'type' || each['exportKind'] === 'type');
}

/** Every function of `program`, with what it refers to. A function owns the references of the functions inside of it. */
function functionsOf(program: Node, targetOf: (named: string) => string): readonly OwnFunction[] {
  const known = new Map<string, readonly Reference[]>();
  const spaces = new Map<string, string>();
  const statements = program['body'] as readonly Node[];
  for (const { type, importKind, source, specifiers } of statements) {
    if (type !== 'ImportDeclaration' || importKind === 'type') continue;
    const path = targetOf((source as Node)['value'] as string);
    for (const { importKind: kind, local, imported } of specifiers as readonly Node[]) {
      const own = (local as Node)['name'] as string;
      if (!isNode(imported)) spaces.set(own, path);
      else if (kind !== 'type') known.set(own, [{ path, name: imported['name'] as string }]);
    }
  }
  const referencesOf = (node: Node): readonly Reference[] =>
    namesIn(node).flatMap(each => {
      const [space = '', name] = each.split('.');
      return name === undefined ? (known.get(each) ?? []) : { path: spaces.get(space) ?? '', name };
    });
  for (const declaration of statements.flatMap(declarationsOf)) {
    const { init } = declaration;
    if (isNode(init) && !isFunction(init)) known.set(nameOf(declaration), referencesOf(init));
  }
  const found: OwnFunction[] = [];
  visit(program, node => {
    // A method's own function begins behind its name.
    const { value } = node;
    const made = isNode(value) ? value : node;
    const { body } = made;
    if (isFunction(made) && isNode(body))
      found.push({ start: node.start, bodyStart: body.start, refersTo: referencesOf(body) });
  });
  return found;
}

/** Functions, classes and constants that a statement at the top of a file declares. */
function declarationsOf(statement: Node): readonly Node[] {
  const { type, declaration, declarations } = statement;
  if (type === 'ExportNamedDeclaration' && isNode(declaration)) return declarationsOf(declaration);
  if (type === 'VariableDeclaration') return declarations as readonly Node[];
  return ['FunctionDeclaration', 'ClassDeclaration'].includes(type) ? [statement] : [];
}

/** '' for a pattern. */
function nameOf({ id }: Node): string {
  return isNode(id) && typeof id['name'] === 'string' ? id['name'] : '';
}

/** Names in the code of `node`, `space.name` among them, without those in functions inside. */
function namesIn(node: Node): readonly string[] {
  if (node.type === 'Identifier') return [node['name'] as string];
  const { object, property } = node;
  if (node.type === 'MemberExpression' && isNode(object) && object.type === 'Identifier' && isNode(property))
    if (property.type === 'Identifier') return [`${object['name']}.${property['name']}`, object['name'] as string];
  if (node.type.startsWith('TS') && !('expression' in node)) return [];
  const children = Object.values(node).flatMap(value => [value].flat().filter(isNode));
  return children.filter(child => !isFunction(child)).flatMap(namesIn);
}

function isFunction({ type }: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);
}

/** Declarations, methods, and functions that a variable or a field of an object is set to. */
function isNamedFunction({ type, value, init }: Node): boolean {
  if (type === 'FunctionDeclaration' || type === 'MethodDefinition') return true;
  const held =
    type === 'VariableDeclarator' ? init : type === 'Property' || type === 'PropertyDefinition' ? value : undefined;
  return isNode(held) && ['ArrowFunctionExpression', 'FunctionExpression'].includes(held.type);
}
