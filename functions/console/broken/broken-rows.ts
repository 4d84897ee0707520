import type { TablePage } from '../page/api-types.ts';

/** An address that failed, with the links that lead there. */
export interface BrokenAddress {
  readonly url: string;
  /** "404 Not Found"; empty where `reason` says more. */
  readonly status: string;
  /** Within the site: a skip reason. */
  readonly reason: string;
  /** Of other sites: `dead`, `moved`, `failing`, `refused`, `not-asked`. */
  readonly state: string;
  /** `wall`, `refused`, `payment`, `gone`, `error`; empty for others, and in files of earlier versions. */
  readonly refusal: string;
  /** Where redirects lead. */
  readonly target: string;
  readonly links: readonly { readonly page: string; readonly anchor: string }[];
}

/** The addresses of `broken.csv` or `external-checks.csv` in their order; the file is read as far as they are wanted. */
export class BrokenAddresses {
  /** Links in the file with the state that is wanted; 0 before the first are read. */
  links = 0;
  readonly #read: (cursor: string | undefined) => Promise<TablePage>;
  readonly #found: (BrokenAddress & { readonly links: { page: string; anchor: string }[] })[] = [];
  #rows = 0;
  #next: string | undefined;

  /** `read` gives a page of the file's rows, ordered by address. */
  constructor(read: (cursor: string | undefined) => Promise<TablePage>) {
    this.#read = read;
  }

  /** Whether the file has more rows than were read. */
  get isCut(): boolean {
    return this.#next !== undefined;
  }

  /** All that are whole: links to the last one may follow. */
  get known(): readonly BrokenAddress[] {
    return this.isCut ? this.#found.slice(0, -1) : this.#found;
  }

  /** Reads until `addresses` are known, `rows` are read or the file ends. */
  async readTo({ addresses = Number.POSITIVE_INFINITY, rows = Number.POSITIVE_INFINITY }): Promise<void> {
    while (this.#rows === 0 || (this.isCut && this.known.length < addresses && this.#rows < rows)) {
      const page = await this.#read(this.#next);
      for (const row of page.rows) this.#add(column => row[page.columns.indexOf(column)] ?? '');
      this.links = page.total;
      this.#rows += page.rows.length;
      this.#next = page.next;
      if (page.rows.length === 0 && page.next === undefined) return;
    }
  }

  #add(cell: (column: string) => string): void {
    const url = cell('Url');
    let address = this.#found.at(-1);
    if (address?.url !== url) {
      const [status, reason, state] = [cell('Status'), cell('Reason'), cell('State')];
      address = { url, status, reason, state, refusal: cell('Class'), target: cell('Target'), links: [] };
      this.#found.push(address);
    }
    if (cell('Page') !== '') address.links.push({ page: cell('Page'), anchor: cell('Anchor') });
  }
}
