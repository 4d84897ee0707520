import { parseArgs } from 'node:util';
import { generatePage, numberOf } from './generated-page.ts';
import { makeAnswer, type Site } from './loopback-server.ts';
import { runServerProcess, type ServedSite, startServerProcess } from './server-process.ts';

const NOT_FOUND = makeAnswer('404 Not Found', 'text/plain', 'not found\n');

/** Sites of equal size, each at its own address of loopback. */
export interface ManySites {
  readonly sites: number;
  readonly pages: number;
}

/** The first address of a site is 127.1.0.1: those below are often used by other programs of a machine. */
const FIRST = 0x7f_01_00_01;
/** As many as have an address that begins with 127, beside those below the first and the last. */
export const mostSites = 0x7f_ff_ff_fe - FIRST;

/** `127.1.0.1` for site 0, and so on. */
export function addressOf(site: number): string {
  const address = FIRST + site;
  return [24, 16, 8, 0].map(shift => (address >>> shift) & 0xff).join('.');
}

/** The site at an address; below zero where there is none. */
function siteAt(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0) - FIRST;
}

/** Serves all sites from one process and one port; the start page of each is `pathOf(0)` at its address. */
export function serveMany({ sites, pages }: ManySites): Promise<ServedSite> {
  return startServerProcess(new URL(import.meta.url), ['--sites', String(sites), '--pages', String(pages)]);
}

/** The number of the site is the seed of its pages. */
function openMany({ sites, pages }: ManySites): Site {
  return (target, address) => {
    const site = siteAt(address);
    const page = site < 0 || site >= sites ? undefined : generatePage({ pages, seed: site }, numberOf(target));
    return page === undefined ? NOT_FOUND : makeAnswer('200 OK', 'text/html', Buffer.from(page, 'latin1'));
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      sites: { type: 'string', default: '1000' },
      pages: { type: 'string', default: '10' },
      port: { type: 'string', default: '0' },
    },
  });
  const sites = { sites: Number(values.sites), pages: Number(values.pages) };
  await runServerProcess(() => openMany(sites), Number(values.port), 'all-addresses');
}
