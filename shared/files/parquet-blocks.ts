import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { AttributeName } from './attribute.ts';

export type ParquetField = SchemaElement;

const physicalTypes = {
  integer: { type: 'INT32' },
  double: { type: 'DOUBLE' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<AttributeName['type'], Partial<ParquetField>>;

/** The field of a column. */
export function parquetField({ name, type }: AttributeName, repetition: 'REQUIRED' | 'OPTIONAL'): ParquetField {
  return { name, ...physicalTypes[type], repetition_type: repetition };
}

/** Beside the fields of the schema, in their order; all have as many values as the first. */
export type ParquetColumns = Parameters<ParquetWriter['write']>[0]['columnData'];

/** A Parquet file (Snappy) handed out row group by row group: only one is in memory. */
export class ParquetBlocks {
  readonly #bytes = new ByteWriter(1 << 20);
  readonly #parquet: ParquetWriter;

  /** `fields`: those below the root, lists with their parts behind them. `columns`: how many columns they are. */
  constructor(fields: readonly ParquetField[], columns = fields.length) {
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'root', num_children: columns }, ...fields],
      createdBy: 'orbweaver',
    });
  }

  rowGroup(columnData: ParquetColumns): Uint8Array {
    const rowGroupSize = columnData[0]?.data.length ?? 0;
    // synchronous: a promise is given only by writers that flush
    void this.#parquet.write({ columnData, rowGroupSize });
    return this.#take();
  }

  end(): Uint8Array {
    void this.#parquet.finish();
    return this.#take();
  }

  #take(): Uint8Array {
    const taken = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return taken;
  }
}
