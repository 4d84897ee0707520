/** A fault in one place of the product, and the test that catches it. */
export interface Mutant {
  /** The fault of the product with it. */
  readonly name: string;
  readonly file: string;
  /** A piece of the file's text that is in it once. */
  readonly from: string;
  /** The text in its place. */
  readonly to: string;
  /** The file of the test, and the test's full title, with ` > ` behind the titles around it. */
  readonly test: string;
  readonly title: string;
}

type Row = readonly [name: string, from: string, to: string, title: string];

/** Mutants of one file, which one file of tests catches. Both are paths from the root of the repository. */
export function mutantsOf(file: string, test: string, rows: readonly Row[]): readonly Mutant[] {
  return rows.map(([name, from, to, title]) => ({ name, file, from, to, test, title }));
}

/** The text of the mutant's file with the fault. Throws where the piece is not in the text exactly once: it has moved, and the mutant has to follow. */
export function planted(text: string, { name, file, from, to }: Mutant): string {
  const parts = text.split(from);
  if (parts.length === 2) return parts.join(to);
  throw new Error(`"${name}" cannot be planted: ${file} has ${parts.length - 1} times, in place of once: ${from}`);
}
