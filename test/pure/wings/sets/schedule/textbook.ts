/**
 * R1–R3 as a paper would write them, with all sites' pages in hand and nothing under way: loops of their own, so that
 * they share no mistake with the rules. Each gives the site of each page in order; sites count from 1.
 */

export interface Textbook {
  readonly sequences: readonly (readonly number[])[];
  readonly budget: number;
  /** n of R2, m of R3. */
  readonly step: number;
}

class Table {
  readonly pages: number[] = [];
  readonly t: number[];
  readonly s: number[];
  largest = 0;
  private readonly given: Textbook;

  constructor(given: Textbook) {
    this.given = given;
    this.t = given.sequences.map(() => 0);
    this.s = given.sequences.map(() => 0);
  }

  get isOver(): boolean {
    return this.pages.length >= this.given.budget || this.open().length === 0;
  }

  open(): number[] {
    return [...this.t.keys()].filter(i => this.t[i]! < this.given.sequences[i]!.length);
  }

  take(site: number, count: number): void {
    for (let page = 0; page < count && !this.isOver && this.open().includes(site); page++) {
      const reward = this.given.sequences[site]![this.t[site]!]!;
      this.t[site]! += 1;
      this.s[site]! += reward;
      this.largest = Math.max(this.largest, reward);
      this.pages.push(site + 1);
    }
  }

  best(value: (site: number) => number): number {
    return this.open().reduce((best, site) => (value(site) > value(best) ? site : best));
  }
}

export function textbookEqual(given: Textbook): number[] {
  const table = new Table(given);
  const sites = given.sequences.length;
  const share = Math.floor(given.budget / sites + 0.5);
  for (let site = 0; site < sites; site++) table.take(site, share);
  const sums = [...table.s];
  while (!table.isOver) {
    const site = table.best(i => sums[i]!);
    table.take(site, given.budget);
  }
  return table.pages;
}

export function textbookGittins(given: Textbook): number[] {
  const table = new Table(given);
  for (const site of given.sequences.keys()) table.take(site, given.step);
  while (!table.isOver) {
    const site = table.best(i => table.s[i]! / table.t[i]!);
    table.take(site, given.step);
  }
  return table.pages;
}

export function textbookUcb1(given: Textbook): number[] {
  const table = new Table(given);
  for (const site of given.sequences.keys()) table.take(site, given.step);
  while (!table.isOver) {
    const n = table.t.reduce((sum, t) => sum + t, 0);
    const index = (i: number): number => {
      const mean = table.s[i]! / table.t[i]!;
      const exploitation = table.largest === 0 ? 0 : mean / table.largest;
      return exploitation + Math.sqrt((2 * Math.log(n)) / table.t[i]!);
    };
    table.take(table.best(index), 1);
  }
  return table.pages;
}
