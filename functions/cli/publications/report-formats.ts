export const reportFormats = ['txt', 'csv', 'html', 'svg', 'json'] as const;
