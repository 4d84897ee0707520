import { ParquetBlocks, type ParquetColumns, type ParquetField } from '../../../files/parquet-blocks.ts';
import { kindOf, type LinkPair } from './page-links.ts';

const pairsPerGroup = 65_536;

interface Column {
  readonly name: string;
  readonly type: 'integer' | 'string';
  readonly isOptional?: true;
  of(pair: LinkPair): number | string | undefined;
}

const columns: readonly Column[] = [
  { name: 'Page', type: 'integer', of: ({ page }) => page },
  { name: 'PageUrl', type: 'string', of: ({ pageUrl }) => pageUrl },
  { name: 'Url', type: 'string', of: ({ url }) => url },
  { name: 'Target', type: 'integer', isOptional: true, of: ({ target }) => target },
  { name: 'Kind', type: 'string', of: kindOf },
  { name: 'Anchor', type: 'string', of: ({ anchor }) => anchor },
  { name: 'Rel', type: 'string', of: ({ rel }) => rel },
  { name: 'Occurrences', type: 'integer', of: ({ occurrences }) => occurrences },
];

const columnsOfSet: readonly Column[] = [
  { name: 'Site', type: 'integer', of: ({ site }) => site },
  { name: 'SiteName', type: 'string', of: ({ siteName }) => siteName },
  ...columns,
];

/** `links/<file>.pairs.parquet`: the columns of the CSV file, row groups of 65,536 links. */
export async function* pairsParquet(
  pairs: AsyncIterable<readonly LinkPair[]>,
  isOfSet: boolean,
): AsyncIterable<Uint8Array> {
  const shown = isOfSet ? columnsOfSet : columns;
  const file = new ParquetBlocks(shown.map(fieldOf));
  let waiting: LinkPair[] = [];
  for await (const more of pairs) {
    for (const pair of more) {
      waiting.push(pair);
      if (waiting.length < pairsPerGroup) continue;
      yield file.rowGroup(columnsOf(shown, waiting));
      waiting = [];
    }
  }
  if (waiting.length > 0) yield file.rowGroup(columnsOf(shown, waiting));
  yield file.end();
}

function fieldOf({ name, type, isOptional }: Column): ParquetField {
  const physical =
    type === 'integer' ? ({ type: 'INT32' } as const) : ({ type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const);
  return { name, ...physical, repetition_type: isOptional === true ? 'OPTIONAL' : 'REQUIRED' };
}

function columnsOf(shown: readonly Column[], pairs: readonly LinkPair[]): ParquetColumns {
  return shown.map(({ name, of }) => ({ name, data: pairs.map(of) }));
}
