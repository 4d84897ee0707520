export const reportFormats = ['txt', 'csv', 'xlsx', 'html', 'svg', 'json'] as const;
