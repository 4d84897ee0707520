import type { LinkKind, LinkRow, LinkSort, LinkStatus } from '../../../shared/domain/link-rows.ts';
import { type Child, pageLink, pageText } from '../page/dom.ts';
import { named, number, t } from '../words/language.ts';

/** The content of a column, and the key by which it sorts the table. */
interface LinkColumn {
  readonly key: LinkSort;
  readonly heading: string;
  readonly isNumber?: boolean;
}

/** The columns of the table of a kind of links. `withTypes`: pages of the crawl were loaded in a browser. */
export function linkColumns(kind: LinkKind, withTypes: boolean): readonly LinkColumn[] {
  const first: readonly LinkColumn[] = [
    { key: 'link', heading: t('link') },
    { key: 'site', heading: t('site') },
    { key: 'level', heading: t('level'), isNumber: true },
  ];
  const columns = [...first, ...columnsOfKind(kind), { key: 'page', heading: t('foundOn') } as const];
  return withTypes ? [...columns, { key: 'type', heading: t('linkType') }] : columns;
}

function columnsOfKind(kind: LinkKind): readonly LinkColumn[] {
  switch (kind) {
    case 'internal':
      return [{ key: 'status', heading: t('status') }];
    case 'external':
      return [
        { key: 'anchor', heading: t('anchor') },
        { key: 'occurrences', heading: t('occurrences'), isNumber: true },
      ];
    case 'bad':
      return [{ key: 'reason', heading: t('why') }];
  }
}

/** The cells of a row; `sites` names sites by their numbers. */
export function cellsOf(
  kind: LinkKind,
  row: LinkRow,
  withTypes: boolean,
  sites: ReadonlyMap<number, string>,
): readonly Child[] {
  const cells = cellsOfKind(kind, row, pageText(sites.get(row.site) ?? String(row.site)));
  return withTypes ? [...cells, row.type === undefined ? '–' : t(`linkType.${row.type}`)] : cells;
}

function cellsOfKind(kind: LinkKind, row: LinkRow, site: Child): readonly Child[] {
  const { link, page, level, status, reason, anchor, occurrences } = row;
  const first = [kind === 'bad' ? pageText(link) : pageLink(link), site, number(level)];
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
