import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RewardSequence } from '../../shared/wings/sets/simulate/replay.ts';
import { sequenceInOrder } from '../../shared/wings/sets/simulate/sequence-in-order.ts';
import { missing } from './corpus.ts';
import { readGraph } from './page-graph.ts';
import { readSite, type SiteFolder } from './read-site.ts';

/** As in the issue: the first 4,000 HTML files of each site. */
const mostPages = 4_000;
const cache = join(tmpdir(), 'orbweaver-adaptive-v1');
/** Files that decide the order that is learnt: what they gave before they changed is read anew. */
const deciding = [
  'wings/sets/order/page-order.ts',
  'wings/sets/simulate/sequence-in-order.ts',
  'domain/html/link-features.ts',
];

/** Rewards of each site's pages; read once and kept in a temporary folder. Throws where packages are missing. */
export function readSites(sites: readonly SiteFolder[]): Map<string, RewardSequence> {
  const absent = missing(sites);
  if (absent.length > 0) throw new Error(`install first, without recommended packages: ${absent.join(' ')}`);
  return new Map(sites.map(site => [site.name, cached(site)]));
}

/** The same pages read in the order that is learnt. */
export function readLearnt(sites: readonly SiteFolder[]): Map<string, RewardSequence> {
  const texts = deciding.map(path => readFileSync(new URL(`../../shared/${path}`, import.meta.url), 'utf8'));
  const order = `links-${hash('sha1', texts.join('')).slice(0, 12)}`;
  return new Map(
    sites.map(site => [site.name, cached(site, order, () => sequenceInOrder(readGraph(site, mostPages), 'links'))]),
  );
}

function cached(
  site: SiteFolder,
  order = 'breadth-first',
  read = (): RewardSequence => readSite(site, mostPages),
): RewardSequence {
  const file = join(cache, `${site.name}.${order}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const rewards = read();
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(rewards));
  renameSync(`${file}.part`, file);
  return rewards;
}
