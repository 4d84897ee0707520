import { defined } from '../../../shared/domain/defined.ts';
import type { KnownPublication, ListedPublication } from '../../../shared/place/watch-service.ts';
import { publicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { markedText } from '../../../shared/wings/publications/extraction/text/text-marks.ts';
import type { VersionRow } from '../../../shared/wings/publications/store/publication-store.ts';
import { instant } from './crawl-view.ts';

/** A publication in a list: its latest version, without its text. */
export function publicationLine(row: ListedPublication) {
  const { authors, published, section, access, firstSeen, seen, foundBy, state, gone, cluster, copy } = detailsOf(row);
  return {
    ...{ id: row.id, url: row.address, title: row.title, source: row.source, version: row.version },
    ...{ authors, published, section, access, language: row.language ?? null },
    ...{ firstSeen, seen, foundBy, state, gone, cluster, copy },
    ...correctionOf(row),
  };
}

function detailsOf(row: ListedPublication) {
  return publicationRecord(row, { text: '', addresses: [], source: undefined, isCopy: row.isCopy });
}

/** A publication in full, with the text and the facts of a version. */
export function publicationView(
  { row, versions, addresses }: KnownPublication,
  { version, text, source }: { readonly version: number; readonly text: string; readonly source: string },
) {
  const shown = versions.find(each => each.version === version);
  const record = publicationRecord(shown === undefined ? row : { ...row, ...shown }, {
    text,
    addresses,
    source: { name: source, origin: '' },
    isCopy: row.isCopy,
  });
  return {
    ...record,
    latestVersion: row.version,
    ...factsOf(shown?.details ?? row.details, text),
    versions: versions.map(versionLine),
  };
}

function versionLine({ version, seenAt, title, details }: VersionRow) {
  return { version, seen: instant(seenAt), title, ...correctionOf({ details }) };
}

/** `corrects`: the version whose page was read again. */
function correctionOf({ details }: Pick<VersionRow, 'details'>) {
  const { corrects } = JSON.parse(details) as { readonly corrects?: number };
  return defined({ corrects });
}

/** The facts that only a reader is shown: the text with its light markup, where each fact was read, and what went wrong. */
function factsOf(details: string, text: string) {
  const {
    marks = [],
    sources = {},
    warnings = [],
    image = null,
    articleScore = null,
  } = JSON.parse(details) as Record<string, never>;
  return { markup: markedText(text, marks), sources, warnings, image, articleScore };
}
