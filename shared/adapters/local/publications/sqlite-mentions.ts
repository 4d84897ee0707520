import type { Alias } from '../../../wings/publications/mentions/organization.ts';
import type * as Mentions from '../../../wings/publications/store/mention-store.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { OpenWay } from '../sqlite/sqlite-open.ts';
import { mentionedOf, storedMentionOf } from './mention-rows.ts';
import { mentionTables, toneWords } from './mention-tables.ts';
import { behindInList, isCopy, isCopyEverywhere, isCopyInMentions, jsonIn, listOrder } from './publication-rows.ts';
import type { RowSums } from './row-sums.ts';

function missingWords(db: SqliteDatabase): readonly string[] {
  const known = new Set(db.all('PRAGMA main.table_info(mention_tones)').map(({ name }) => String(name)));
  return toneWords.filter(each => !known.has(each.split(' ')[0]!));
}

function addWords(db: SqliteDatabase): void {
  for (const each of missingWords(db)) db.exec(`ALTER TABLE mention_tones ADD COLUMN ${each}`);
}

/** Organizations and mentions of a watch, in the file of its publications. A file that is only read may be older than these tables. */
export class SqliteMentions implements Mentions.MentionStore {
  private readonly db: SqliteDatabase;
  private readonly sums: RowSums;

  constructor(db: SqliteDatabase, way: OpenWay, sums: RowSums) {
    this.db = db;
    this.sums = sums;
    if (way === 'write' && !db.hasTable('dismissed_suggestions'))
      db.transaction(() => db.exec(mentionTables), 'immediate');
    if (way === 'write' && missingWords(db).length > 0) db.transaction(() => addWords(db), 'immediate');
  }

  private get isBegun(): boolean {
    return this.db.hasTable('publication_tones');
  }

  async listDigest(): Promise<string | undefined> {
    if (!this.isBegun) return undefined;
    this.sums.demandWhole('organization_lists');
    const row = this.db.get('SELECT digest FROM organization_lists WHERE is_current = 1');
    return row && String(row['digest']);
  }

  async organizationList(): Promise<Mentions.OrganizationList | undefined> {
    if (!this.isBegun) return undefined;
    for (const table of ['organization_lists', 'organizations']) this.sums.demandWhole(table);
    // In one statement: another process may set a list meanwhile.
    const rows = this.db.all(
      `SELECT digest, set_at, organization, name, aliases FROM organization_lists LEFT JOIN organizations
       WHERE is_current = 1 ORDER BY place`,
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const organizations = rows.flatMap(row =>
      row['organization'] === null
        ? []
        : [
            {
              id: String(row['organization']),
              name: String(row['name']),
              aliases: jsonIn(row, 'aliases').value as readonly Alias[],
            },
          ],
    );
    return { digest: String(first['digest']), setAt: Number(first['set_at']), organizations };
  }

  async setOrganizations({ digest, setAt, organizations }: Mentions.OrganizationList): Promise<void> {
    this.db.transaction(() => {
      this.db.run('UPDATE organization_lists SET is_current = 0 WHERE is_current = 1');
      this.db.run('DELETE FROM organizations');
      if (organizations.length === 0) return;
      this.db.run(
        `INSERT INTO organization_lists (digest, set_at, is_current) VALUES (?, ?, 1)
         ON CONFLICT (digest) DO UPDATE SET set_at = excluded.set_at, is_current = 1`,
        digest,
        setAt,
      );
      organizations.forEach(({ id, name, aliases }, place) => {
        this.db.run('INSERT INTO organizations VALUES (?, ?, ?, ?)', id, place, name, JSON.stringify(aliases));
      });
    }, 'immediate');
  }

  async unsearched(key: Mentions.SearchKey, most: number, after = 0): Promise<readonly Mentions.UnsearchedVersion[]> {
    const rows = this.db.all(
      `SELECT publication, publications.version AS version FROM publications LEFT JOIN searches USING (publication)
       WHERE publication > ? AND (searches.version IS NOT publications.version OR list IS NOT ? OR models IS NOT ?)
       ORDER BY publication LIMIT ?`,
      after,
      key.list,
      this.#modelsOf(key.models),
      most,
    );
    return rows.map(row => ({ publication: Number(row['publication']), version: Number(row['version']) }));
  }

  readonly searchProgress: Mentions.MentionStore['searchProgress'] = async ({ list, models }) => {
    const all = Number(this.db.get('SELECT count(*) AS count FROM publications')?.['count']);
    if (!this.isBegun) return { searched: 0, all };
    const row = this.db.get(
      `SELECT count(*) AS count FROM searches JOIN publications USING (publication, version)
       WHERE list = ?1 AND (?2 IS NULL OR models = ?2)`,
      list,
      models === undefined ? null : this.#modelsOf(models),
    );
    return { searched: Number(row?.['count']), all };
  };

  readonly keepSearch: Mentions.MentionStore['keepSearch'] = async ({ publication, version }, searched) => {
    this.db.transaction(() => {
      const row = this.db.get(
        `SELECT 1 FROM publications WHERE publication = ? AND version = ?
         AND EXISTS (SELECT 1 FROM organization_lists WHERE is_current = 1 AND digest = ?)`,
        publication,
        version,
        searched.key.list,
      );
      if (row !== undefined) this.#write({ publication, version }, searched);
    }, 'immediate');
  };

  /** Mentions of a version that is new; within a transaction. */
  writeNew(version: Mentions.UnsearchedVersion, searched: Mentions.SearchedVersion | undefined): void {
    if (searched !== undefined) this.#write(version, searched);
    else if (version.version > 1) this.#forgetLatest(version.publication);
  }

  #forgetLatest(publication: number): void {
    this.db.run('DELETE FROM mentioned WHERE publication = ?', publication);
    this.db.run('DELETE FROM publication_tones WHERE publication = ?', publication);
    this.db.run('DELETE FROM searches WHERE publication = ?', publication);
  }

  #write(version: Mentions.UnsearchedVersion, { key, mentions, organizations }: Mentions.SearchedVersion): void {
    const models = this.#newModels(key.models);
    const { publication } = version;
    // Tones by other models are of the same mentions only as long as version and list are the same.
    const isSame = this.db.get(
      'SELECT 1 FROM searches WHERE publication = ? AND version = ? AND list = ?',
      ...[publication, version.version, key.list],
    );
    this.db.run(
      'DELETE FROM publication_tones WHERE publication = ? AND (models = ? OR ?)',
      ...[publication, models, isSame === undefined ? 1 : 0],
    );
    const kept = mentions.map(mention => this.#writeMention(version, mention, models));
    this.#dropOthers(version, new Set(kept));
    this.db.run('DELETE FROM mentioned WHERE publication = ?', publication);
    for (const each of organizations) this.#writeOrganization(version, each, models);
    this.db.run(
      'INSERT OR REPLACE INTO searches VALUES (?, ?, ?, ?)',
      ...[publication, version.version, key.list, models],
    );
  }

  #writeMention(
    { publication, version }: Mentions.UnsearchedVersion,
    mention: Mentions.StoredMention,
    models: number,
  ): number {
    const { organization, alias, field, start, end, surface, status, nestedIn, tone } = mention;
    const row = this.db.get(
      `INSERT INTO mentions (publication, version, organization, alias, field, start, "end", surface, status, nested_in,
         sentence_start, sentence_end)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (publication, version, field, start, "end", organization) DO UPDATE SET alias = excluded.alias,
         status = iif(decided_at IS NULL, excluded.status, status), nested_in = excluded.nested_in,
         sentence_start = excluded.sentence_start, sentence_end = excluded.sentence_end
       RETURNING mention`,
      ...[publication, version, organization, alias, field, start, end, surface, status, nestedIn],
      ...[mention.sentenceStart, mention.sentenceEnd],
    );
    const number = Number(row?.['mention']);
    if (tone !== undefined)
      this.db.run(
        `INSERT OR REPLACE INTO mention_tones
           (mention, models, model, class, p_negative, p_neutral, p_positive, words, against)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[number, models, tone.model, tone.class, tone.p.negative, tone.p.neutral, tone.p.positive],
        ...[tone.words?.join(' ') ?? null, tone.against?.join(' ') ?? null],
      );
    return number;
  }

  #dropOthers({ publication, version }: Mentions.UnsearchedVersion, kept: ReadonlySet<number>): void {
    const rows = this.db.all(
      'SELECT mention FROM mentions WHERE publication = ? AND version = ?',
      publication,
      version,
    );
    for (const row of rows) {
      const mention = Number(row['mention']);
      if (kept.has(mention)) continue;
      this.db.run('DELETE FROM mention_tones WHERE mention = ?', mention);
      this.db.run('DELETE FROM mentions WHERE mention = ?', mention);
    }
  }

  #writeOrganization(
    { publication, version }: Mentions.UnsearchedVersion,
    each: Mentions.MentionedOrganization,
    models: number,
  ): void {
    const { organization, certain, nested, candidates } = each;
    this.db.run(
      'INSERT INTO mentioned VALUES (?, ?, ?, ?, ?, ?)',
      ...[publication, organization, version, certain, nested, candidates],
    );
    const write = (isNested: number, figures: Mentions.ToneFigures | undefined): void => {
      if (figures === undefined) return;
      const { score, p, mixed, mentions } = figures;
      this.db.run(
        'INSERT INTO publication_tones VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        ...[publication, organization, models, isNested, score, p.negative, p.neutral, p.positive, mixed, mentions],
      );
    };
    write(0, each.tone);
    write(1, each.toneWithNested);
  }

  /** -1 for models that gave no tone yet. */
  #modelsOf(name: string): number {
    const row = this.isBegun ? this.db.get('SELECT models FROM tone_models WHERE name = ?', name) : undefined;
    return row === undefined ? -1 : Number(row['models']);
  }

  #newModels(name: string): number {
    this.db.run('INSERT OR IGNORE INTO tone_models (name) VALUES (?)', name);
    return this.#modelsOf(name);
  }

  async mentions(publication: number, version: number, models?: string): Promise<readonly Mentions.StoredMention[]> {
    if (!this.isBegun) return [];
    for (const table of ['mentions', 'searches']) this.sums.demand(table, [publication]);
    const rows = this.db.all(
      `SELECT mention_tones.*, mentions.* FROM mentions
       LEFT JOIN mention_tones ON mention_tones.mention = mentions.mention AND mention_tones.models =
         coalesce(?, (SELECT models FROM searches WHERE searches.publication = mentions.publication
           AND searches.version = mentions.version),
           (SELECT max(models) FROM mention_tones AS last WHERE last.mention = mentions.mention))
       WHERE publication = ? AND version = ? ORDER BY field = 'text', start, "end" DESC, organization`,
      models === undefined ? null : this.#modelsOf(models),
      publication,
      version,
    );
    this.sums.demand(
      'mention_tones',
      rows.map(row => Number(row['mention'])),
    );
    return rows.map(storedMentionOf);
  }

  readonly decide: Mentions.MentionStore['decide'] = async (
    { publication, version },
    { field, start, end, organization },
    { status, by, at },
  ) => {
    const isBack = status === 'candidate';
    return this.db.transaction(() => {
      const changed = this.db.run(
        `UPDATE mentions SET status = ?, decided_by = ?, decided_at = ?
         WHERE publication = ? AND version = ? AND field = ? AND start = ? AND "end" = ? AND organization = ?`,
        ...[status, isBack ? null : by, isBack ? null : at, publication, version, field, start, end, organization],
      );
      if (changed > 0) this.db.run('DELETE FROM searches WHERE publication = ?', publication);
      return changed > 0;
    }, 'immediate');
  };

  readonly mentioned: Mentions.MentionStore['mentioned'] = async (query, most, after) => {
    if (!this.isBegun) return [];
    const isByDate = query.isByDate === true;
    const { conditions, values } = conditionsOf(query, isCopyInMentions, after);
    const models = query.models === undefined ? null : this.#modelsOf(query.models);
    // In the order of lists publications are looked at until a page is full.
    const rows = this.db.all(
      `SELECT mentioned.*, source, dated_at, ${isCopyInMentions} AS is_copy, tone_models.name AS models_name,
         ${tonesOf('plain')}, ${tonesOf('whole')}
       FROM ${isByDate ? 'publications CROSS JOIN mentioned' : 'mentioned JOIN publications'} USING (publication)
       LEFT JOIN searches ON searches.publication = mentioned.publication
       LEFT JOIN tone_models ON tone_models.models = coalesce(?, searches.models)
       ${toneJoin('plain', 0)} ${toneJoin('whole', 1)}
       ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
       ORDER BY ${isByDate ? listOrder : 'mentioned.publication DESC'}, mentioned.organization LIMIT ?`,
      models,
      ...values,
      most,
    );
    if (isByDate) this.#demandListed(rows.map(row => Number(row['publication'])));
    else this.#demandMentioned(query, rows.length < most ? undefined : Number(rows.at(-1)!['publication']), after);
    return rows.map(mentionedOf);
  };

  #demandListed(publications: readonly number[]): void {
    for (const table of ['mentioned', 'publications']) this.sums.demandIndexes(table);
    this.sums.demandWhole('tone_models');
    for (const table of listedTables) this.sums.demand(table, publications);
  }

  #demandMentioned(
    query: Mentions.MentionedQuery,
    last: number | undefined,
    after: Mentions.MentionedAfter | undefined,
  ): void {
    for (const table of ['mentioned', 'publications']) if (isNarrowed(query)) this.sums.demandIndexes(table);
    this.sums.demandWhole('tone_models');
    for (const table of listedTables) this.sums.demandSpan(table, last ?? 0, after?.publication);
  }

  readonly totals: Mentions.MentionStore['totals'] = async ({ organizations: _, models: __, ...query }) => {
    if (isNarrowed(query)) this.sums.demandIndexes('publications');
    if (isNarrowed(query) && this.isBegun) this.sums.demandIndexes('mentioned');
    this.sums.demandWhole('publications');
    const { conditions, values } = conditionsOf(query, this.isBegun ? `(${isCopyEverywhere})` : isCopy);
    const rows = this.db.all(
      `SELECT source, strftime('%Y-%m', dated_at / 1000, 'unixepoch') AS month, count(*) AS count FROM publications
       ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`} GROUP BY source, month ORDER BY source, month`,
      ...values,
    );
    return rows.map(row => ({
      source: Number(row['source']),
      month: String(row['month']),
      publications: Number(row['count']),
    }));
  };

  async dismissed(): Promise<readonly string[]> {
    if (!this.db.hasTable('dismissed_suggestions')) return [];
    this.sums.demandWhole('dismissed_suggestions');
    const rows = this.db.all('SELECT suggestion FROM dismissed_suggestions ORDER BY dismissed');
    return rows.map(row => String(row['suggestion']));
  }

  async dismiss(key: string, at: number): Promise<void> {
    this.db.transaction(() => {
      this.db.run('INSERT OR IGNORE INTO dismissed_suggestions (suggestion, dismissed_at) VALUES (?, ?)', key, at);
    }, 'immediate');
  }

  async toneModels(): Promise<readonly string[]> {
    if (!this.isBegun) return [];
    this.sums.demandWhole('tone_models');
    return this.db.all('SELECT name FROM tone_models ORDER BY models').map(row => String(row['name']));
  }
}

/** The tables of which a row of `mentioned` is made, except for the names of models. */
const listedTables = ['mentioned', 'publications', 'searches', 'publication_tones'];

/** Rows are found by indexes. */
const isNarrowed = ({ models: _, ...filters }: Mentions.MentionedQuery): boolean => Object.keys(filters).length > 0;

const figures = ['score', 'p_negative', 'p_neutral', 'p_positive', 'mixed', 'mentions'];

function tonesOf(alias: string): string {
  return figures.map(column => `${alias}.${column} AS ${alias}_${column}`).join(', ');
}

function toneJoin(alias: string, nested: number): string {
  return `LEFT JOIN publication_tones AS ${alias} ON ${alias}.publication = mentioned.publication
    AND ${alias}.organization = mentioned.organization AND ${alias}.models = tone_models.models AND ${alias}.nested = ${nested}`;
}

function conditionsOf(
  { organizations, publications, sources, since, until, isOriginal, isByDate }: Mentions.MentionedQuery,
  copy: string,
  after?: Mentions.MentionedAfter,
): { readonly conditions: readonly string[]; readonly values: readonly (string | number)[] } {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, ...bound: (string | number)[]): void => {
    conditions.push(sql);
    values.push(...bound);
  };
  if (organizations !== undefined)
    add(`mentioned.organization IN (${organizations.map(() => '?').join()})`, ...organizations);
  if (publications !== undefined)
    add('publications.publication IN (SELECT value FROM json_each(?))', JSON.stringify(publications));
  if (sources !== undefined) add('source IN (SELECT value FROM json_each(?))', JSON.stringify(sources));
  if (since !== undefined) add('dated_at >= ?', since);
  if (until !== undefined) add('dated_at < ?', until);
  if (isOriginal === true) add(`NOT ${copy}`);
  if (after === undefined) return { conditions, values };
  const { publication, datedAt = 0, organization: last } = after;
  // The first bound is what an index can use.
  if (isByDate === true)
    add(
      `publications.dated_at <= ? AND (${behindInList} OR (publications.publication = ? AND mentioned.organization > ?))`,
      ...[datedAt, datedAt, publication, publication, last],
    );
  else
    add(
      'mentioned.publication <= ? AND (mentioned.publication < ? OR mentioned.organization > ?)',
      ...[publication, publication, last],
    );
  return { conditions, values };
}
