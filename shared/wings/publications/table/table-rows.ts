export const tableRows = ['organization', 'month', 'source'] as const;
/** What a row of the table is. */
export type RowsBy = (typeof tableRows)[number];

/** Languages in which a report is written. */
export const reportLanguages = ['en', 'ru'] as const;
export type ReportLanguage = (typeof reportLanguages)[number];
