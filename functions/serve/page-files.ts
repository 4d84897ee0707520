import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

/** A file of the page, ready to be sent. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
}

const folder = new URL('../console/', import.meta.url);

/** Files below `/console/`. Names are of letters and end as below, so no name leads out of the folder. */
const fileName = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?<end>html|css|js|ts|svg|png|ico|json)$/;

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  // Sent as the JavaScript that is left when its types are taken away.
  ts: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  json: 'application/json',
};

/** Modules of the product that the page runs too. They import types and each other alone. */
export const sharedModules = [
  ...['shared/files/svg/plot.ts', 'shared/files/svg/shape.ts', 'shared/files/readable-address.ts'],
  ...['unicode-text', 'site-fields'].map(name => `shared/domain/spec/sites/${name}.ts`),
  ...['fields/fields-en.json', 'fields/fields-ru.json', 'decode-setting.ts'].map(name => `shared/domain/spec/${name}`),
  ...['shared/domain/spec/resolve/presets.ts', 'shared/domain/protocol/site-outcomes.ts'],
  ...['share.ts', 'table-rows.ts', 'tone-table.ts', 'told-table.ts', 'report-words.json'].map(
    name => `shared/wings/publications/table/${name}`,
  ),
  ...['.ts', '.json', '-ru.json'].map(ending => `shared/wings/graph/issues/issue-words${ending}`),
  ...['shared/wings/graph/issues/issue-report-words.json', 'shared/wings/graph/diff/change-kinds.ts'],
];

/** Below this package, or beside it where npm has installed both for somebody else. */
const packages = ['../../node_modules/', '../../../'].map(path => new URL(path, import.meta.url));

/** Libraries of the page, from their packages. */
const vendorFiles: Readonly<Record<string, string>> = {
  'vendor/sigma.min.js': 'sigma/dist/sigma.min.js',
  'vendor/graphology.umd.min.js': 'graphology/dist/graphology.umd.min.js',
};

/** CommonJS modules that need no other module: the page imports what they export as `default`. */
const vendorModules: Readonly<Record<string, string>> = {
  'vendor/force-atlas.js': 'graphology-layout-forceatlas2/iterate.js',
};

/** The file that the page knows by `name`, relative to `/console/`, or a shared module; undefined if there is none. */
export async function pageFile(name: string): Promise<PageFile | undefined> {
  const end = fileName.exec(name)?.groups?.['end'];
  if (end === undefined) return undefined;
  const content = await contentOf(name);
  if (content === undefined) return undefined;
  const body = end === 'ts' ? new TextEncoder().encode(stripTypeScriptTypes(content.toString('utf8'))) : content;
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return { body: new Uint8Array(body), type: types[end]!, etag };
}

function vendorFile(path: string): URL {
  const places = packages.map(each => new URL(path, each));
  return places.find(place => existsSync(place)) ?? places[0]!;
}

async function contentOf(name: string): Promise<Buffer | undefined> {
  const vendor = vendorFiles[name] ?? vendorModules[name];
  try {
    const own = sharedModules.includes(name) ? new URL(`../../${name}`, import.meta.url) : new URL(name, folder);
    const content = await readFile(vendor === undefined ? own : vendorFile(vendor));
    return name in vendorModules
      ? Buffer.concat([Buffer.from('const module = {};\n'), content, Buffer.from('\nexport default module.exports;\n')])
      : content;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
