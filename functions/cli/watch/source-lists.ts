/** Sources of a watch from lists and as a list, as programs that read feeds have them. */
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { isOpml, type Outline, opmlOf, readOpml, siteOf } from '../../../shared/wings/publications/feeds/opml.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { listLayer } from '../spec/gather-spec.ts';
import { readText } from '../spec/read-text.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { formatCounted } from '../terminal/print.ts';
import type { AddOptions } from './watch-sources.ts';

/** `orbweaver watch sources export`: OPML on standard output, an outline for each feed that is on, and for each source without one. */
export async function exportSources(place: WatchPlace): Promise<void> {
  const outlines = (await place.sources()).flatMap(
    ({ name, origin: site, state, entries, tags = [] }): readonly Outline[] => {
      if (state === 'removed' || state === 'same-as') return [];
      const feeds = entries.filter(({ kind, on }) => kind === 'feed' && on);
      const own = { name, site, tags };
      return feeds.length === 0 ? [own] : feeds.map(({ address }) => ({ ...own, feed: address }));
    },
  );
  process.stdout.write(opmlOf(place.name, outlines));
}

/** `orbweaver watch sources import`: each site that is not watched is added, then the feeds of the list. The exit code. */
export async function importSources(place: WatchPlace, file: string, options: AddOptions): Promise<number> {
  const { addToWatch } = await import('./watch-sources.ts');
  const outlines = await outlinesIn(file);
  let failed = 0;
  for (const outline of outlines) {
    const { name, feed, tags } = outline;
    const address = siteOf(outline);
    try {
      const known = (await place.sources()).find(({ origin }) => new URL(origin).host === URL.parse(address)?.host);
      const own = { ...(name !== '' && { name }), ...(tags.length > 0 && { tags }) };
      const code = known === undefined ? await addToWatch(place, address, { ...options, ...own }) : 0;
      failed += code === exitCodes.finished ? 0 : 1;
      const entries =
        code === 0 && feed !== undefined ? (await place.sources()).flatMap(each => each.entries) : undefined;
      if (entries?.some(entry => entry.address === feed) === false)
        await addToWatch(place, feed, { ...options, kind: 'feed' });
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      failed += 1;
      process.stderr.write(`${error.sentences.join('\n')}\n`);
    }
  }
  process.stderr.write(`${formatCounted(outlines.length - failed, 'source')} of ${outlines.length} taken.\n`);
  return failed === outlines.length && failed > 0 ? exitCodes.nothingCrawled : exitCodes.finished;
}

/** OPML, or a list as `crawl --input` takes it; columns without a meaning for a watch are reported. Throws `BadInput` with the faults of all lines. */
async function outlinesIn(file: string): Promise<readonly Outline[]> {
  const text = await readText('list', file);
  const { sites = [] } = (await listLayer(text, file)).spec;
  if (isOpml(text)) return readOpml(text);
  const unread = new Set(sites.flatMap(Object.keys).filter(key => !['url', 'name', 'tags'].includes(key)));
  if (unread.size > 0) process.stderr.write(`Not read of ${file}: ${[...unread].join(', ')}.\n`);
  return sites.map(({ url: site, name = '', tags = [] }) => ({ name, site, tags }));
}
