import { askList } from '../page/api.ts';

/** An address that failed, with the links that lead there. */
export interface BrokenAddress {
  readonly url: string;
  /** "404 Not Found"; empty where `reason` says more. */
  readonly status: string;
  /** Within the site: a skip reason. */
  readonly reason: string;
  /** Of other sites: `dead`, `moved`, `failing`, `refused`, `not-asked`. */
  readonly state: string;
  /** Where redirects lead. */
  readonly target: string;
  readonly links: readonly { readonly page: string; readonly anchor: string }[];
}

export interface BrokenAddresses {
  readonly addresses: readonly BrokenAddress[];
  /** The file has more rows than were read. */
  readonly isCut: boolean;
}

interface TablePage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
  readonly next?: string;
}

const rowsAtOnce = 1_000;
export const mostRows = 5_000;

/** Rows of `broken.csv` or `external-checks.csv`, by address; the first 5,000. */
export async function brokenAddresses(
  id: string,
  file: string,
  filter: { readonly state: string },
  signal: AbortSignal,
): Promise<BrokenAddresses> {
  const found = new Map<string, BrokenAddress & { readonly links: { page: string; anchor: string }[] }>();
  const of = filter.state === '' ? {} : { column: 'State', is: filter.state };
  let cursor: string | undefined;
  for (let read = 0; read < mostRows; read += rowsAtOnce) {
    const query = { sort: 'Url', limit: rowsAtOnce, cursor, ...of };
    const page = await askList<TablePage>(['crawls', id, 'tables', ...file.split('/')], query, signal);
    for (const row of page.rows) {
      const cell = (column: string): string => row[page.columns.indexOf(column)] ?? '';
      const url = cell('Url');
      const told = {
        url,
        status: cell('Status'),
        reason: cell('Reason'),
        state: cell('State'),
        target: cell('Target'),
      };
      const address = found.get(url) ?? { ...told, links: [] };
      if (cell('Page') !== '') address.links.push({ page: cell('Page'), anchor: cell('Anchor') });
      found.set(url, address);
    }
    cursor = page.next;
    if (cursor === undefined) break;
  }
  return { addresses: [...found.values()], isCut: cursor !== undefined };
}
