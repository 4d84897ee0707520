import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const interiorOfTable = 0x05;
/** Levels that are put above the rows, each with this many ways to the next. */
const [levels, ways] = [7, 100];

/**
 * Makes a table of rowids of a SQLite file endless: its first page leads 100 times to the next, which does so again, and so on for
 * seven levels (sqlite.org/fileformat2.html#b_tree_pages). The schema stays as it is.
 */
export function makeEndless(path: string, table: string): void {
  const { root, size } = placesOf(path, table);
  const file = readFileSync(path);
  const count = file.length / size;
  const rows = Buffer.from(file.subarray((root - 1) * size, root * size));
  const pages = Array.from({ length: levels }, (_, level) => interior(size, count + 1 + level));
  pages[0]!.copy(file, (root - 1) * size);
  const whole = Buffer.concat([file, ...pages.slice(1), rows]);
  whole.writeUInt32BE(whole.length / size, 28);
  writeFileSync(path, whole);
}

function placesOf(path: string, table: string): { readonly root: number; readonly size: number } {
  const database = new DatabaseSync(path);
  // The write-ahead log goes into the file.
  database.exec('PRAGMA journal_mode = DELETE');
  const root = Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.['rootpage']);
  const size = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  database.close();
  return { root, size };
}

/** A page whose children are all the page `next`. */
function interior(size: number, next: number): Buffer {
  const page = Buffer.alloc(size);
  const first = size - ways * 5;
  page[0] = interiorOfTable;
  page.writeUInt16BE(ways, 3);
  page.writeUInt16BE(first, 5);
  page.writeUInt32BE(next, 8);
  for (let way = 0; way < ways; way += 1) {
    const cell = first + way * 5;
    page.writeUInt16BE(cell, 12 + 2 * way);
    page.writeUInt32BE(next, cell);
    page[cell + 4] = 1;
  }
  return page;
}
