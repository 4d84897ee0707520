import { allFiles } from '../page/all-files.ts';
import type { ResultFile } from '../page/api-types.ts';
import { downloadLink } from '../page/controls.ts';
import { hasResults } from '../page/crawl-words.ts';
import { type Column, el, headed, scrolledTable, section, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import type { ViewContext } from '../page/route.ts';
import { bytes, named, t } from '../words/language.ts';

/** In the order in which people look for them. */
const folders = ['', 'fragment', 'graph', 'pages', 'links', 'reports', 'logs'];

/** The result files, by folder, each folder with what it is for. */
export async function filesView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('filesLater'));
  const files = await allFiles(live.id, signal);
  if (files.length === 0) return el('p', {}, t('noFiles'));
  // An account, which keeps hashes, packs no archives.
  const isOwnMachine = files.every(({ sha256 }) => sha256 === undefined);
  return el('div', {}, [
    isOwnMachine
      ? el('p', { class: 'actions' }, downloadLink(t('allAsZip'), ['crawls', live.id, 'results.zip'], {}))
      : undefined,
    ...sectionsOf(files),
  ]);
}

function sectionsOf(files: readonly ResultFile[]): readonly HTMLElement[] {
  const byFolder = Map.groupBy(files, ({ name }) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : ''));
  const others = [...byFolder.keys()].filter(folder => !folders.includes(folder));
  return [...folders, ...others].flatMap(folder => {
    const own = byFolder.get(folder);
    return own === undefined ? [] : [folderPart(folder, own)];
  });
}

function folderPart(folder: string, files: readonly ResultFile[]): HTMLElement {
  const meaning = named('files', folder);
  // This machine keeps none, an account does.
  const hasHashes = files.some(({ sha256 }) => sha256 !== undefined);
  const columns: readonly Column[] = [...headed('file', '#size'), ...(hasHashes ? [{ heading: 'SHA-256' }] : [])];
  const rows = files.map(({ name, size, sha256, url }) => [
    el('a', { href: url, download: true }, shownText(name)),
    bytes(size),
    ...(hasHashes ? [el('code', { class: 'hash' }, sha256)] : []),
  ]);
  return section(meaning, scrolledTable(meaning, columns, rows));
}
