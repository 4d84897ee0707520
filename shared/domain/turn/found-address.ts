/** How clicking through a page revealed an address. */
export type FoundBy = 'load' | 'click' | 'request' | 'popup' | 'history';

export interface FoundAddress {
  readonly url: string;
  readonly by: FoundBy;
}
