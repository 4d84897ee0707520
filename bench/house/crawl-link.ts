/** One crawl of a page with as many links as the first argument says, into a folder in the second. */
import { join } from 'node:path';
import { crawlSmallSite } from './small-site.ts';

const [count = '0', folder = '.'] = process.argv.slice(2);
const links = Array.from({ length: Number(count) }, (_, index) => `/page-${index}`);
const nodes = await crawlSmallSite(join(folder, 'crawl'), links);
if (nodes !== links.length + 1) throw new Error(`${nodes} nodes, not ${links.length + 1}`);
