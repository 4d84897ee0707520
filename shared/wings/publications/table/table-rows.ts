export const tableRows = ['organization', 'month', 'source'] as const;
/** The kind of a row of the table. */
export type RowsBy = (typeof tableRows)[number];

/** Languages in which a report is written. */
export const reportLanguages = ['en', 'ru'] as const;
export type ReportLanguage = (typeof reportLanguages)[number];
