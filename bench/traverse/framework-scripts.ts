import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PageAnswer } from '../../shared/domain/http/page-answer.ts';

/** A script of the fixtures: a framework, or a page made with it. */
export function builtScript(name: string): Uint8Array {
  return gunzipSync(
    readFileSync(new URL(`../../test/servers/fixtures/frameworks/built/${name}.js.gz`, import.meta.url)),
  );
}

/** Scripts that recorded pages load from a host that the tests do not ask. */
const elsewhere: Readonly<Record<string, string>> = {
  'angular.min.js': 'angularjs',
  'angular-route.js': 'angularjs-route',
};

/** Answers for hosts of scripts, so that recorded pages run without a network. */
export function frameworkScript(url: string): PageAnswer | undefined {
  const { hostname, pathname } = new URL(url);
  const name = hostname === 'ajax.googleapis.com' ? elsewhere[pathname.split('/').at(-1)!] : undefined;
  if (name === undefined) return undefined;
  return { status: 200, headers: [['content-type', 'text/javascript']], body: builtScript(name) };
}
