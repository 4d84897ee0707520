import { crc32 } from 'node:zlib';
import { LostObject } from '../../../domain/lost-object.ts';
import { systemFaultOf } from '../../../domain/refusal/system-fault.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { keepsObjects, markObjects } from './sqlite-schema.ts';

/** Objects as rows of `crawl.db`. */
export interface ObjectRows {
  /** In place of what has the name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is none. Throws `LostObject` where its bytes are not those that were written. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Whether there was one. */
  remove(name: string): Promise<boolean>;
  /** Names that start with `prefix`, in order of bytes. */
  list(prefix: string): Promise<string[]>;
}

/**
 * Objects as rows. An object is written by the same journal as the rows that name it, and before them. So none of these rows
 * outlives its object, and nothing is forced to the disk for an object.
 */
export class SqliteObjects implements ObjectRows {
  private readonly db: SqliteDatabase;
  private readonly path: string;
  /** Whether any object was ever a row: most crawls have none. */
  private isUsed = false;

  constructor(db: SqliteDatabase, path: string) {
    this.db = db;
    this.path = path;
  }

  readonly put: ObjectRows['put'] = async (name, bytes) => {
    this.db.transaction(() => {
      if (!this.isInUse()) markObjects(this.db);
      const sql = 'INSERT OR REPLACE INTO small_objects (name, checksum, bytes) VALUES (?, ?, ?)';
      this.db.run(sql, name, crc32(bytes), bytes);
    }, 'immediate');
    this.isUsed = true;
  };

  readonly get: ObjectRows['get'] = async name => {
    if (!this.isInUse()) return undefined;
    const row = this.readRow(name);
    if (row === undefined) return undefined;
    const bytes = row['bytes'];
    if (bytes instanceof Uint8Array && crc32(bytes) === row['checksum']) return bytes;
    throw new LostObject(this.nameOf(name), 'is damaged: its checksum does not fit');
  };

  readonly remove: ObjectRows['remove'] = async name => {
    if (!this.isInUse()) return false;
    return this.db.transaction(() => this.db.run('DELETE FROM small_objects WHERE name = ?', name) > 0, 'immediate');
  };

  readonly list: ObjectRows['list'] = async prefix => {
    if (!this.isInUse()) return [];
    const sql = 'SELECT name FROM small_objects WHERE substr(name, 1, ?) = ? ORDER BY name';
    return this.db.all(sql, prefix.length, prefix).map(row => String(row['name']));
  };

  private isInUse(): boolean {
    this.isUsed ||= keepsObjects(this.db);
    return this.isUsed;
  }

  private readRow(name: string): ReturnType<SqliteDatabase['get']> {
    try {
      return this.db.get('SELECT checksum, bytes FROM small_objects WHERE name = ?', name);
    } catch (error) {
      if (systemFaultOf(error)?.kind !== 'damaged') throw error;
      throw new LostObject(this.nameOf(name), 'is damaged: the file cannot be read there', { cause: error });
    }
  }

  private nameOf(name: string): string {
    return `${name} in ${this.path}`;
  }
}
