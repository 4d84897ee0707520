/** How an address of a page that is clicked through came to light. */
export type FoundBy = 'load' | 'click' | 'request' | 'popup' | 'history';

export interface FoundAddress {
  readonly url: string;
  readonly by: FoundBy;
}
