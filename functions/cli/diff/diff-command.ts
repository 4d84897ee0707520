import { type ChangeKind, counting } from '../../../shared/wings/graph/diff/change-kinds.ts';
import { compareLocalCrawls } from '../../embedded/compare-crawls.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { print } from '../terminal/print.ts';
import { diffCsv } from './diff-csv.ts';
import { diffHtml } from './diff-html.ts';
import { diffJson } from './diff-json.ts';
import type { DiffPrinter } from './diff-printer.ts';
import { diffText } from './diff-text.ts';

export interface DiffOptions {
  readonly format: keyof typeof printers;
}

const printers = { text: diffText, csv: diffCsv, json: diffJson, html: diffHtml } as const;

/** `orbweaver diff`: prints what changed, each site once it is compared. Answers the exit code. */
export async function diff(before: string, after: string, { format }: DiffOptions): Promise<number> {
  const printer: DiffPrinter = printers[format](before, after);
  const counts = new Map<ChangeKind, number>();
  let others = 0;
  await compareLocalCrawls(before, after, async site => {
    if (site.before === undefined || site.after === undefined) others += 1;
    for (const text of printer.site({ ...site, changes: counting(site.changes, counts) })) await print(text);
  });
  for (const text of printer.end()) await print(text);
  return counts.size + others > 0 ? exitCodes.different : exitCodes.finished;
}
