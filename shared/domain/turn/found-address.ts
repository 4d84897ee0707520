/** How clicking through a page revealed an address. */
export type FoundBy = 'load' | 'click' | 'request' | 'popup' | 'history';

export interface FoundAddress {
  readonly url: string;
  readonly by: FoundBy;
  /** True: an `a` or `area` leads there. Absent for addresses of pictures, scripts, forms, and for requests. */
  readonly link?: true;
}

/** Whether a crawl may follow the address: a press revealed it, or a link leads there. */
export function leadsOn({ by, link }: FoundAddress): boolean {
  return by !== 'load' || link === true;
}
