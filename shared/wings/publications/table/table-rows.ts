/** The parts that the row of an organization may be split into. */
export const tableParts = ['month', 'source', 'section'] as const;
export type RowsAcross = (typeof tableParts)[number];

export const tableRows = ['organization', ...tableParts] as const;
/** The kind of a row of the table. */
export type RowsBy = (typeof tableRows)[number];

/** Languages in which a report is written. */
export const reportLanguages = ['en', 'ru'] as const;
export type ReportLanguage = (typeof reportLanguages)[number];

/** Formats of a report that are written where the person is: by libraries, or by a browser. */
export const paperFormats = ['xlsx', 'docx', 'pdf', 'png'] as const;
export type PaperFormat = (typeof paperFormats)[number];
