export const tableRows = ['organization', 'month', 'source'] as const;
/** What a row of the table is. */
export type RowsBy = (typeof tableRows)[number];
