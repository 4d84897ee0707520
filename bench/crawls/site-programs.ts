import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from '../measured/programs.ts';
import { pathOf } from '../servers/generated-page.ts';
import { addressOf } from '../servers/serve-many.ts';

const launcher = fileURLToPath(new URL('../../functions/orbweaver.js', import.meta.url));

/** Orbweaver as a user runs it on the first `sites` sites of the server, all at once, without a delay. */
export function crawlOfSites(name: string, sites: number, checkout?: string): Program {
  return {
    name,
    command: (origin, folder) => {
      const { port } = new URL(origin);
      const list = join(folder, 'addresses.txt');
      writeFileSync(list, Array.from({ length: sites }, (_, site) => `${startOf(site, port)}\n`).join(''));
      return {
        command: [
          checkout === undefined ? launcher : join(checkout, 'functions/orbweaver.js'),
          ...['crawl', '--input', list, '--delay', '0', '--max-downloads', '32'],
          ...['--out', join(folder, 'crawl'), '--quiet'],
        ],
        variables: { ORBWEAVER_STATE: join(folder, 'state') },
      };
    },
  };
}

function startOf(site: number, port: string): string {
  return `http://${addressOf(site)}:${port}${pathOf(0)}`;
}
