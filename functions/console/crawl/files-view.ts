import { askList } from '../page/api.ts';
import type { ResultFile, ResultPage } from '../page/api-types.ts';
import { hasResults } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { pagedTable } from '../page/paged-table.ts';
import type { ViewContext } from '../page/route.ts';
import { shownText } from '../page/shown-text.ts';
import { bytes, t } from '../words/language.ts';

/** The result files. */
export async function filesView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('filesLater'));
  const first = await askList<ResultPage>(['crawls', live.id, 'results'], {}, signal);
  // This machine keeps none, an account does.
  const hasHashes = first.files.some(({ sha256 }) => sha256 !== undefined);
  const list = pagedTable<ResultFile>({
    caption: t('tab.files'),
    pageSize: 1,
    columns: [
      { heading: t('file') },
      { heading: t('size'), isNumber: true },
      ...(hasHashes ? [{ heading: 'SHA-256' }] : []),
    ],
    async load(cursor) {
      const { files, next } = await askList<ResultPage>(['crawls', live.id, 'results'], { cursor }, signal);
      return { rows: files, next };
    },
    cellsOf: ({ name, size, sha256, url }) => [
      el('a', { href: url, download: true }, shownText(name)),
      bytes(size),
      ...(hasHashes ? [el('code', { class: 'hash' }, sha256)] : []),
    ],
    empty: t('noFiles'),
  });
  await list.restart();
  return list.element;
}
