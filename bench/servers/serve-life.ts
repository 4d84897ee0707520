import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { numberOf, pathOf } from './generated-page.ts';
import { makeAnswer, type Site } from './loopback-server.ts';
import { runServerProcess, type ServedSite, startServerProcess } from './server-process.ts';

/** How the sites send their pages. */
export interface LifeWay {
  readonly isPacked: boolean;
  /** Folder with `key.pem` and `cert.pem`; absent: plain HTTP. */
  readonly certificate?: string;
  /** Each connection closes after one page. */
  readonly closes?: true;
}

const NOT_FOUND = makeAnswer('404 Not Found', 'text/plain', 'not found\n');
const PAGE_BYTES = 240_000;
const LINKS = 70;
/** With so many different words a page is packed to a third, as pages are. */
const WORDS = 1_500;

/** Serves sites of so many pages at all addresses of loopback; every site has the same pages. */
export function serveLife(pages: number, { isPacked, certificate = '', closes }: LifeWay): Promise<ServedSite> {
  const flags = [...(isPacked ? ['--packed'] : []), ...(closes ? ['--closes'] : [])];
  return startServerProcess(new URL(import.meta.url), [
    '--pages',
    String(pages),
    '--certificate',
    certificate,
    ...flags,
  ]);
}

/** A page of 240 KB with 70 links, of which 60 lead to pages of the site. */
export function lifePage(pages: number, number: number): string {
  let state = number + 1;
  const random = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const parts = [
    `<!DOCTYPE html><html lang="en"><head><title>Page ${number}</title></head><body><h1>Page ${number}</h1>`,
  ];
  for (let link = 0; link < LINKS; link += 1) {
    const to =
      link < 60 ? `..${pathOf((number + link + 1) % pages)}` : `https://host-${random(400)}.example/${random(9)}`;
    let text = '';
    while (text.length < PAGE_BYTES / LINKS - 120) text += `${(random(WORDS) * 7_919 + 46_656).toString(36)} `;
    parts.push(`<div class="block b${random(9)}"><p>${text}<a href="${to}" title="link">${link}</a></p></div>\n`);
  }
  parts.push('</body></html>\n');
  return parts.join('');
}

function openLife(pages: number, isPacked: boolean, closes: boolean): Site {
  const fields = [...(isPacked ? ['Content-Encoding: gzip'] : []), ...(closes ? ['Connection: close'] : [])];
  const answers = Array.from({ length: pages }, (_, number) => {
    const page = lifePage(pages, number);
    const answer = makeAnswer('200 OK', 'text/html', isPacked ? gzipSync(page) : page, fields);
    return closes ? { ...answer, isLast: true as const } : answer;
  });
  return target => answers[numberOf(target)] ?? NOT_FOUND;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '10' },
      certificate: { type: 'string', default: '' },
      packed: { type: 'boolean', default: false },
      closes: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
    },
  });
  const part = (name: string): string => readFileSync(join(values.certificate, name), 'utf8');
  await runServerProcess(
    () => openLife(Number(values.pages), values.packed, values.closes),
    Number(values.port),
    'all-addresses',
    values.certificate === '' ? undefined : { key: part('key.pem'), cert: part('cert.pem') },
  );
}
