import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from '../measured/programs.ts';
import { pathOf } from '../servers/generated-page.ts';
import { addressOf } from '../servers/serve-many.ts';

const launcher = fileURLToPath(new URL('../../functions/orbweaver.js', import.meta.url));

export interface SitesCrawl {
  /** Another checkout, after its `npm ci`. */
  readonly checkout?: string | undefined;
  /** File of the certificate; absent: plain HTTP. */
  readonly ca?: string;
}

/** Orbweaver as a user runs it on the first `sites` sites of the server, all at once, without a delay. */
export function crawlOfSites(name: string, sites: number, { checkout, ca }: SitesCrawl = {}): Program {
  return {
    name,
    command: (origin, folder) => {
      const { port } = new URL(origin);
      const list = join(folder, 'addresses.txt');
      writeFileSync(
        list,
        Array.from(
          { length: sites },
          (_, site) => `${ca === undefined ? 'http' : 'https'}://${addressOf(site)}:${port}${pathOf(0)}\n`,
        ).join(''),
      );
      return {
        command: [
          checkout === undefined ? launcher : join(checkout, 'functions/orbweaver.js'),
          ...['crawl', '--input', list, '--delay', '0', '--max-downloads', '32'],
          ...(ca === undefined ? [] : ['--ca', ca]),
          ...['--out', join(folder, 'crawl'), '--quiet'],
        ],
        variables: { ORBWEAVER_STATE: join(folder, 'state') },
      };
    },
  };
}
