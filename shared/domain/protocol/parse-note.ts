/**
 * Note about the tries to parse a turn, stored before its pages are read (docs/design/protocol.md, "A page that kills
 * its reader"). The note of the site's next turn replaces it.
 */
export interface ParseNote {
  readonly turn: number;
  /** The attempt that fetched the turn; the note says nothing about a later fetch of it. */
  readonly attempt: string;
  /** Tries that have begun. */
  readonly tries: number;
  /** Index of the entry that a repeated try reads now; absent between entries. */
  readonly page?: number;
  /** By entry index: the number of tries that died while they read it. */
  readonly deaths: Readonly<Record<number, number>>;
  /** All pages were read. Claims may already depend on them, so no page is skipped or read any more. */
  readonly isRead: boolean;
}

/**
 * A page is skipped after so many tries died while reading it. One death proves nothing: a worker may die for other
 * reasons.
 */
export const mostDeaths = 2;

/**
 * The same number where a test in a separate process did not confirm that the page kills: somebody may be ending the
 * workers again and again.
 */
export const mostUnprovenDeaths = 10;

/**
 * The note of a try that begins now. `deliveries`: how often the queue has delivered the message, if the queue counts
 * this.
 */
export function beginTry(
  before: ParseNote | undefined,
  turn: { readonly turn: number; readonly attempt: string },
  deliveries = 1,
): ParseNote {
  if (!isNoteOf(before, turn)) return { ...turn, tries: deliveries, deaths: {}, isRead: false };
  const { page, ...rest } = before;
  const note = { ...rest, tries: before.tries + 1 };
  if (page === undefined || before.isRead) return note;
  return { ...note, deaths: { ...before.deaths, [page]: (before.deaths[page] ?? 0) + 1 } };
}

/** Whether an earlier try to parse this turn has begun. */
export function isNoteOf(
  note: ParseNote | undefined,
  { turn, attempt }: { readonly turn: number; readonly attempt: string },
): note is ParseNote {
  return note?.turn === turn && note.attempt === attempt;
}

/** Indexes of entries that are not read any more. */
export function killersOf({ deaths }: ParseNote, least = mostDeaths): readonly number[] {
  return Object.keys(deaths)
    .map(Number)
    .filter(page => deaths[page]! >= least);
}

/** The note after it is proved that these pages kill every process that reads them. */
export function withKillers(note: ParseNote, pages: readonly number[], deaths = mostDeaths): ParseNote {
  return { ...note, deaths: { ...note.deaths, ...Object.fromEntries(pages.map(page => [page, deaths])) } };
}
