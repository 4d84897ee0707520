import { parseArgs } from 'node:util';
import { type GeneratedSite, generatePage, numberOf } from './generated-page.ts';
import { makeAnswer, type Site } from './loopback-server.ts';
import { runServerProcess, type ServedSite, startServerProcess } from './server-process.ts';

const NOT_FOUND = makeAnswer('404 Not Found', 'text/plain', 'not found\n');

/** Serves a generated site from its own process; its start page is `pathOf(0)`. */
export function serveGenerated({ pages, seed }: GeneratedSite): Promise<ServedSite> {
  return startServerProcess(new URL(import.meta.url), ['--pages', String(pages), '--seed', String(seed)]);
}

/** Writes every page when it is requested. */
function openGenerated(site: GeneratedSite): Site {
  return target => {
    const page = generatePage(site, numberOf(target));
    return page === undefined ? NOT_FOUND : makeAnswer('200 OK', 'text/html', Buffer.from(page, 'latin1'));
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      port: { type: 'string', default: '0' },
    },
  });
  const site = { pages: Number(values.pages), seed: Number(values.seed) };
  await runServerProcess(() => openGenerated(site), Number(values.port));
}
