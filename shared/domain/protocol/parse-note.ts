/**
 * Tries to parse a turn, written down before its pages are read (docs/design/protocol.md, "A page that kills its reader"). A try that
 * ends well leaves its note behind; the note of the site's next turn takes its place.
 */
export interface ParseNote {
  readonly turn: number;
  /** The attempt that fetched the turn. Of a turn that was fetched again nothing is known. */
  readonly attempt: string;
  /** Tries that have begun. */
  readonly tries: number;
  /** Index of the entry that a repeated try reads; absent while none is read. */
  readonly page?: number;
  /** How many tries ended while they read an entry, by its index. */
  readonly deaths: Readonly<Record<number, number>>;
  /** All pages were read. Claims may have been made from them, so what is read and what is skipped changes no more. */
  readonly isRead: boolean;
}

/**
 * Tries that end while they read a page before it is skipped. A single end proves nothing: a worker may die at any time
 * for its own reasons.
 */
export const mostDeaths = 2;

/**
 * The number of tries where a process apart could have proved the page's guilt, and has not: somebody ends the workers again
 * and again.
 */
export const mostUnprovenDeaths = 10;

/**
 * The note of a try that begins now. `deliveries`: how often the queue has delivered the message, where the queue counts
 * that.
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

/** Entries that are not read any more, by their indexes. */
export function killersOf({ deaths }: ParseNote, least = mostDeaths): readonly number[] {
  return Object.keys(deaths)
    .map(Number)
    .filter(page => deaths[page]! >= least);
}

/** The note if it is certain that these pages end every process that reads them. */
export function withKillers(note: ParseNote, pages: readonly number[], deaths = mostDeaths): ParseNote {
  return { ...note, deaths: { ...note.deaths, ...Object.fromEntries(pages.map(page => [page, deaths])) } };
}
