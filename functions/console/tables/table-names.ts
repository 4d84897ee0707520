import type { ResultFile } from '../page/api-types.ts';
import inRussian from '../words/columns-ru.json' with { type: 'json' };
import type { Language } from '../words/language.ts';
import described from './result-tables.json' with { type: 'json' };

/** A CSV file of the results: what it holds, and of which site; '' for one of the whole crawl. */
export interface TableFile {
  readonly kind: string;
  readonly site: string;
  readonly name: string;
  readonly url: string;
}

interface ColumnNote {
  readonly type: string;
  readonly meaning: string;
}

/** `npm run docs` writes them of the lists by which the files are written. */
const { tables, further } = described as {
  readonly tables: Readonly<
    Record<string, { readonly file: string; readonly columns: Readonly<Record<string, ColumnNote>> }>
  >;
  readonly further: Readonly<Record<string, ColumnNote>>;
};

const patterns = Object.entries(tables).map(([kind, { file }]) => {
  return { kind, pattern: new RegExp(`^${file.replaceAll('.', String.raw`\.`).replace('<site>', '(.+)')}$`) };
});

/** The tables among the files, by kind; those of other kinds (of plugins) are left out. */
export function tablesAmong(files: readonly ResultFile[]): readonly TableFile[] {
  return patterns.flatMap(({ kind, pattern }) =>
    files.flatMap(({ name, url }): TableFile[] => {
      const found = pattern.exec(name);
      return found === null ? [] : [{ kind, site: found[1] ?? '', name, url }];
    }),
  );
}

/** The description of a column; undefined for columns of plugins and of expressions. */
export function columnNote(kind: string, column: string): ColumnNote | undefined {
  return tables[kind]?.columns[column] ?? further[column];
}

/** The meaning of a column as the page says it, without marks of Markdown. */
export function meaningIn(language: Language, meaning: string): string {
  const russian: Readonly<Record<string, string>> = inRussian;
  const said = language === 'ru' ? (russian[meaning] ?? '') : meaning;
  const plain = said.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\(\*([^*]+)\*\)/g, '($1)');
  return plain.replaceAll('`', '').replace(/\*([a-z ]+)\*/, '$1');
}
