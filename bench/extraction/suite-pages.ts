/** Pages of the extraction suites with their truth, and the scorer of the set of English articles. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { pageText } from '../../shared/domain/html/decode-text.ts';

export interface SuitePage {
  readonly id: string;
  readonly host: string;
  readonly url: string | undefined;
  readonly html: string;
  readonly truth: string;
}

const folder = new URL('../../../shared/suites/extraction/', import.meta.url);
export const hasSuitePages = existsSync(folder);

interface Truth {
  readonly articleBody: string;
  readonly url?: string;
  readonly host?: string;
}

export function suitePages(name: 'articles' | 'russian-news'): readonly SuitePage[] {
  const truths = JSON.parse(readFileSync(new URL(`${name}/truth.json`, folder), 'utf8')) as Record<string, Truth>;
  const files = tarFiles(gunzipSync(readFileSync(new URL(`${name}/html.tar.gz`, folder))));
  return Object.entries(truths).map(([id, { articleBody, url, host }]) => {
    const packed = files.get(`${id}.html`) ?? gunzipSync(files.get(`${id}.html.gz`)!);
    const html = pageText({ body: packed, contentType: 'text/html' });
    return { id, host: host ?? new URL(url!).host, url, html, truth: articleBody };
  });
}

/** Files of a tar archive by their names without folders. */
function tarFiles(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const name = archive.toString('utf8', at, archive.indexOf(0, at));
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8);
    files.set(name.slice(name.lastIndexOf('/') + 1), archive.subarray(at + 512, at + 512 + size));
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return files;
}

export interface Score {
  readonly precision: number;
  readonly recall: number;
}

/** Precision and recall of the runs of four words. */
export function scoreOf(truth: string, text: string): Score {
  const expected = shingles(truth);
  const found = shingles(text);
  let common = 0;
  for (const [shingle, count] of found) common += Math.min(count, expected.get(shingle) ?? 0);
  const total = (counts: ReadonlyMap<string, number>) => counts.values().reduce((sum, count) => sum + count, 0);
  return { precision: common / total(found), recall: common / total(expected) };
}

function shingles(text: string): ReadonlyMap<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let i = 0; i < Math.max(1, words.length - 3); i += 1) {
    const shingle = words.slice(i, i + 4).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

/** The harmonic mean of mean precision and mean recall. */
export function f1(scores: readonly Score[]): number {
  const mean = (of: (score: Score) => number) => scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  const precision = mean(score => score.precision);
  const recall = mean(score => score.recall);
  return (2 * precision * recall) / (precision + recall);
}
