import { paperFormats } from '../../../shared/wings/publications/table/table-rows.ts';

export const reportFormats = ['txt', 'csv', 'html', 'svg', 'json', ...paperFormats] as const;
