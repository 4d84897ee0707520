/** How the pages of `traverse` are clicked through; `shared/wings/clicking` says what each number does. */
export interface TraverseOptions {
  /** Most clicks on one page; 0: no limit. */
  readonly clicks: number;
  /** A list is left after so many known addresses in a row; 0: never. */
  readonly untilKnown: number;
  readonly wholeLists: boolean;
  /** Words of buttons that are never pressed, besides the built-in list. */
  readonly neverPress: readonly string[];
  readonly pairs: number;
  readonly fruitless: number;
  readonly history: number;
  readonly tries: number;
  readonly states: number;
  readonly buttons: number;
  /** In milliseconds, by the page's clock. */
  readonly loadMs: number;
  readonly windowMs: number;
  readonly idleMs: number;
}

export const traverseDefaults: TraverseOptions = {
  clicks: 300,
  untilKnown: 0,
  wholeLists: false,
  neverPress: [],
  pairs: 60,
  fruitless: 3,
  history: 3,
  tries: 3,
  states: 5_000,
  buttons: 500,
  loadMs: 5_000,
  windowMs: 500,
  idleMs: 15_000,
};
