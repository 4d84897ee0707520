import { type ChangeKind, counting } from '../../../shared/wings/graph/diff/change-kinds.ts';
import type { DiffPrinter } from './diff-printer.ts';

/** `{ before, after, sites: [{ origin, labels?, before, after, changes, counts }] }`. */
export function diffJson(before: string, after: string): DiffPrinter {
  let between = '';
  const head = `{"before":${JSON.stringify(before)},"after":${JSON.stringify(after)},"sites":[`;
  let isBegun = false;
  return {
    *site(site) {
      if (!isBegun) yield head;
      isBegun = true;
      const sides = JSON.stringify({
        origin: site.origin,
        ...(site.labels === undefined ? {} : { labels: site.labels }),
        before: site.before ?? null,
        after: site.after ?? null,
      });
      yield `${between}\n${sides.slice(0, -1)},"changes":[`;
      between = ',';
      const counts = new Map<ChangeKind, number>();
      let comma = '';
      for (const change of counting(site.changes, counts)) {
        yield `${comma}\n${JSON.stringify(change)}`;
        comma = ',';
      }
      yield `],"counts":${JSON.stringify(Object.fromEntries(counts))}}`;
    },
    *end() {
      yield isBegun ? ']}\n' : `${head}]}\n`;
    },
  };
}
