import {
  isOpenSecond,
  type SecondOpinion,
  type SecondTone,
  type SecondToneStore,
} from '../../../wings/publications/labels/label-store.ts';
import type { ToneFigures } from '../../../wings/publications/store/mention-store.ts';
import type { ToneClass } from '../../../wings/publications/tone/tone-model.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { Row } from '../sqlite/sqlite-rows.ts';
import type { RowSums } from './row-sums.ts';

/**
 * Answers of other engines, in the file of a watch; documented for readers of the file in `docs/formats/watch.md`. `class` NULL: asked
 * and not answered. A row with the field '' has what the answers about an organization come to.
 */
export const secondTables = `
  CREATE TABLE IF NOT EXISTS second_tones (
    publication INTEGER NOT NULL, version INTEGER NOT NULL, engine TEXT NOT NULL, organization TEXT NOT NULL,
    field TEXT NOT NULL, start INTEGER NOT NULL, at INTEGER NOT NULL, class TEXT, p_negative REAL, p_neutral REAL, p_positive REAL,
    score REAL, words TEXT, against TEXT, dollars REAL NOT NULL,
    PRIMARY KEY (publication, version, engine, organization, field, start)
  ) STRICT, WITHOUT ROWID;
`;

/** A question, or with the field '' all questions about an organization. */
type Asked = Omit<SecondTone, 'field' | 'tone' | 'dollars'> & { readonly field: string };

export class SqliteSecondTones implements SecondToneStore {
  private readonly db: SqliteDatabase;
  private readonly sums: RowSums;

  constructor(db: SqliteDatabase, sums: RowSums) {
    this.db = db;
    this.sums = sums;
  }

  get #isThere(): boolean {
    return this.db.hasTable('second_tones');
  }

  /** A watch that asks no other engine has no table of them. */
  #make(): void {
    if (!this.#isThere) this.db.exec(secondTables);
    this.sums.keepNew('second_tones');
  }

  async secondTones(publication: number, version: number, engine?: string): Promise<readonly SecondTone[]> {
    if (!this.#isThere) return [];
    this.sums.demand('second_tones', [publication]);
    const of = `publication = ? AND version = ? AND engine = coalesce(?, engine) AND field <> ''`;
    return this.db
      .all(`SELECT * FROM second_tones WHERE ${of}`, publication, version, engine ?? null)
      .map(secondToneOf);
  }

  readonly beginSecondTone: SecondToneStore['beginSecondTone'] = async (question, { day, budget }) => {
    const { publication, version, engine, organization, field, start, dollars } = question;
    return this.db.transaction(() => {
      this.#make();
      const known = this.db.get(
        `SELECT * FROM second_tones WHERE publication = ? AND version = ? AND engine = ? AND organization = ? AND field = ?
         AND start = ?`,
        ...[publication, version, engine, organization, field, start],
      );
      if (known !== undefined && !isOpenSecond(secondToneOf(known), day)) return 'known';
      if (this.#spentSince(engine, day) + dollars > budget) return 'budget';
      this.#insert(question, [null, null, null, null, null, null, null, dollars]);
      return 'begun';
    }, 'immediate');
  };

  async keepSecondTone({ tone, ...of }: SecondTone): Promise<void> {
    this.#write(of, [
      ...[tone?.class ?? null, tone?.p.negative ?? null, tone?.p.neutral ?? null, tone?.p.positive ?? null, null],
      ...[tone?.words === undefined ? null : JSON.stringify(tone.words)],
      ...[tone?.against === undefined ? null : JSON.stringify(tone.against), of.dollars],
    ]);
  }

  async keepSecondOpinion({ class: said, ...of }: SecondOpinion, { p, score }: ToneFigures, at: number): Promise<void> {
    const values = [said, p.negative, p.neutral, p.positive, score, null, null, 0];
    this.#write({ ...of, field: '', start: 0, at }, values);
  }

  #write(of: Asked, values: readonly (string | number | null)[]): void {
    this.db.transaction(() => {
      this.#make();
      this.#insert(of, values);
    }, 'immediate');
  }

  #insert(
    { publication, version, engine, organization, field, start, at }: Asked,
    values: readonly (string | number | null)[],
  ): void {
    this.db.run(
      'INSERT OR REPLACE INTO second_tones VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[publication, version, engine, organization, field, start, at],
      ...values,
    );
  }

  async secondOpinions(publication?: number): Promise<readonly SecondOpinion[]> {
    if (!this.#isThere) return [];
    if (publication === undefined) this.sums.demandWhole('second_tones');
    else this.sums.demand('second_tones', [publication]);
    const of = publication === undefined ? [] : [publication];
    const where = publication === undefined ? '' : 'publication = ? AND ';
    return this.db.all(`SELECT * FROM second_tones WHERE ${where}field = ''`, ...of).map(row => ({
      ...keysOf(row),
      class: row['class'] as ToneClass,
    }));
  }

  async spentSince(engine: string, at: number): Promise<number> {
    return this.#isThere ? this.#spentSince(engine, at) : 0;
  }

  #spentSince(engine: string, at: number): number {
    const row = this.db.get(
      'SELECT total(dollars) AS spent FROM second_tones WHERE engine = ? AND at >= ?',
      engine,
      at,
    );
    return Number(row?.['spent'] ?? 0);
  }
}

function keysOf(row: Row): Omit<SecondOpinion, 'class'> {
  const [publication, version] = [Number(row['publication']), Number(row['version'])];
  return { publication, version, engine: String(row['engine']), organization: String(row['organization']) };
}

function secondToneOf(row: Row): SecondTone {
  const p = {
    negative: Number(row['p_negative']),
    neutral: Number(row['p_neutral']),
    positive: Number(row['p_positive']),
  };
  const words = (name: string): readonly string[] => JSON.parse(String(row[name] ?? '[]')) as readonly string[];
  return {
    ...keysOf(row),
    field: row['field'] as SecondTone['field'],
    ...{ start: Number(row['start']), at: Number(row['at']), dollars: Number(row['dollars']) },
    tone:
      row['class'] === null
        ? undefined
        : { class: row['class'] as ToneClass, p, words: words('words'), against: words('against') },
  };
}
