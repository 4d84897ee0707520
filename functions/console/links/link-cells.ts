import type { LinkKind, LinkRow, LinkStatus } from '../../../shared/domain/link-rows.ts';
import type { Child } from '../page/dom.ts';
import { pageLink, pageText } from '../page/shown-text.ts';
import type { Column } from '../page/tables.ts';
import { named, number, t } from '../words/language.ts';

const linkColumns = (): readonly Column[] => [
  { heading: t('link') },
  { heading: t('site'), isNumber: true },
  { heading: t('level'), isNumber: true },
];

/** What the table of a kind of links shows. `withTypes`: pages of the crawl were loaded in a browser. */
export function columnsOf(kind: LinkKind, withTypes: boolean): readonly Column[] {
  const columns = columnsOfKind(kind);
  return withTypes ? [...columns, { heading: t('linkType') }] : columns;
}

function columnsOfKind(kind: LinkKind): readonly Column[] {
  switch (kind) {
    case 'internal':
      return [...linkColumns(), { heading: t('status') }, { heading: t('foundOn') }];
    case 'external':
      return [
        ...linkColumns(),
        { heading: t('anchor') },
        { heading: t('occurrences'), isNumber: true },
        { heading: t('foundOn') },
      ];
    case 'bad':
      return [...linkColumns(), { heading: t('why') }, { heading: t('foundOn') }];
  }
}

export function cellsOf(kind: LinkKind, row: LinkRow, withTypes: boolean): readonly Child[] {
  const cells = cellsOfKind(kind, row);
  return withTypes ? [...cells, row.type === undefined ? '–' : t(`linkType.${row.type}`)] : cells;
}

function cellsOfKind(kind: LinkKind, row: LinkRow): readonly Child[] {
  const { site, link, page, level, status, reason, anchor, occurrences } = row;
  const first = [kind === 'bad' ? pageText(link) : pageLink(link), String(site), number(level)];
  const foundOn = page === '' ? t('startPage') : pageLink(page);
  switch (kind) {
    case 'internal':
      return [...first, statusText(status, reason), foundOn];
    case 'external':
      return [...first, pageText(anchor ?? ''), occurrences === undefined ? '–' : number(occurrences), foundOn];
    case 'bad':
      return [...first, named('bad', reason ?? ''), foundOn];
  }
}

function statusText(status: LinkStatus | undefined, reason: string | undefined): string {
  const state = named('status', status ?? '');
  return reason === undefined ? state : `${state}: ${named('skip', reason)}`;
}
