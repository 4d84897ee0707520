/** The findings of the extractor on real news pages of two suites, by the rules of their README files. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageText } from '../../shared/domain/html/decode-text.ts';
import { type Extraction, extractPage } from '../../shared/wings/publications/extraction/extract-page.ts';
import { f1, scoreOf } from './suite-pages.ts';

const folder = fileURLToPath(new URL('../../../shared/suites/', import.meta.url));
export const hasNewsPages = existsSync(join(folder, 'fundus')) && existsSync(join(folder, 'dates'));
/** Pages were read then; relative dates count from it. */
const now = Date.UTC(2026, 10, 27);

export interface DatedPages {
  readonly right: readonly string[];
  readonly none: readonly string[];
  readonly wrong: readonly string[];
}

export interface FundusFigures {
  readonly pages: number;
  /** Ids of pages by how their title, authors and instant compare with the truth. */
  readonly titles: Readonly<Record<'equal' | 'contained' | 'other', readonly string[]>>;
  readonly authors: Readonly<Record<'equal' | 'overlap' | 'none' | 'other', readonly string[]>>;
  readonly published: Readonly<Record<'instant' | 'day' | 'none' | 'wrong', readonly string[]>>;
  readonly body: number;
}

interface FundusTruth {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly published: string | null;
  readonly body: readonly string[];
}

/** Days of publication (`suites/dates`). */
export function measureDates(): DatedPages {
  const pages = readPages('dates');
  const truths = truthOf<{ readonly id: string; readonly url: string; readonly date: string }>('dates');
  const outcomes = Map.groupBy(truths, ({ id, url, date }) => dayOutcome(extracted(pages.get(id)!, url), date));
  const ids = (outcome: keyof DatedPages) => (outcomes.get(outcome) ?? []).map(({ id }) => id);
  return { right: ids('right'), none: ids('none'), wrong: ids('wrong') };
}

function dayOutcome({ published }: Extraction, date: string): keyof DatedPages {
  if (published === null) return 'none';
  const local = new Date(Date.parse(published.at) + 60_000 * (published.offset ?? 0)).toISOString();
  return [published.at, local].some(at => at.slice(0, 10) === date) ? 'right' : 'wrong';
}

/** Titles, authors, instants and texts (`suites/fundus`). */
export function measureFundus(): FundusFigures {
  const pages = readPages('fundus');
  const read = truthOf<FundusTruth>('fundus').map(truth => ({
    truth,
    page: extracted(pages.get(truth.id)!, truth.url),
  }));
  const by = <Outcome extends string>(names: readonly Outcome[], outcomeOf: (one: (typeof read)[number]) => Outcome) =>
    Object.fromEntries(
      names.map(name => [name, read.filter(one => outcomeOf(one) === name).map(({ truth }) => truth.id)]),
    ) as Record<Outcome, string[]>;
  return {
    pages: read.length,
    titles: by(['equal', 'contained', 'other'], ({ truth, page }) =>
      titleOutcome(words(truth.title), words(page.title ?? '')),
    ),
    authors: by(['equal', 'overlap', 'none', 'other'], ({ truth, page }) => authorOutcome(truth.authors, page.authors)),
    published: by(['instant', 'day', 'none', 'wrong'], ({ truth, page }) => instantOutcome(truth.published, page)),
    body: f1(read.map(({ truth, page }) => scoreOf(truth.body.join('\n'), page.text))),
  };
}

function titleOutcome(truth: string, title: string): 'equal' | 'contained' | 'other' {
  if (truth === title) return 'equal';
  return title !== '' && (truth.includes(title) || title.includes(truth)) ? 'contained' : 'other';
}

function authorOutcome(truth: readonly string[], given: readonly string[]): 'equal' | 'overlap' | 'none' | 'other' {
  const [wanted, read] = [new Set(truth.map(words)), new Set(given.map(words))];
  if (wanted.size === read.size && [...wanted].every(name => read.has(name))) return 'equal';
  if ([...wanted].some(name => read.has(name))) return 'overlap';
  return read.size === 0 ? 'none' : 'other';
}

function instantOutcome(truth: string | null, { published }: Extraction): 'instant' | 'day' | 'none' | 'wrong' {
  if (truth === null) return published === null ? 'instant' : 'day';
  if (published === null) return 'none';
  const zone = /([+-])(\d\d):(\d\d)$/.exec(truth);
  const wanted = Date.parse(zone === null ? `${truth.replace(' ', 'T')}Z` : truth.replace(' ', 'T'));
  const given = Date.parse(published.at);
  if (Math.abs(wanted - given) < 60_000) return 'instant';
  const offset = zone === null ? 0 : Number(`${zone[1]}1`) * (60 * Number(zone[2]) + Number(zone[3]));
  const dayAt = (at: number, minutes: number) => new Date(at + 60_000 * minutes).toISOString().slice(0, 10);
  const isSame = dayAt(wanted, offset) === dayAt(given, offset) || dayAt(wanted, 0) === dayAt(given, 0);
  if (!isSame) return 'wrong';
  // A truth at midnight without a zone is a day: any instant of it is right.
  return zone === null && truth.endsWith(' 00:00:00') ? 'instant' : 'day';
}

/** In lower case, every run of other characters than letters, digits and `_` as one blank. */
function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim();
}

function extracted(body: Uint8Array, url: string): Extraction {
  return extractPage({ html: pageText({ body, contentType: 'text/html' }), url, now });
}

function truthOf<Truth>(suite: string): readonly Truth[] {
  return JSON.parse(readFileSync(join(folder, suite, 'truth.json'), 'utf8')) as readonly Truth[];
}

/** The pages of a suite, unpacked by the machine's `tar`, by id. */
function readPages(suite: string): ReadonlyMap<string, Uint8Array> {
  const directory = mkdtempSync(join(tmpdir(), 'orbweaver-news-'));
  try {
    const { status, stderr } = spawnSync('tar', ['-xJf', join(folder, suite, 'pages.tar.xz'), '-C', directory]);
    if (status !== 0) throw new Error(`tar cannot unpack the pages of ${suite}: ${stderr}`);
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.html'));
    return new Map(files.map(name => [name.replace(/^.*\//, '').slice(0, -5), readFileSync(join(directory, name))]));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
