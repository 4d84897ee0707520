import { number, t } from '../words/language.ts';

/** A level as people read it: pages that only a sitemap names have -1 in the files. */
export function levelName(level: number): string {
  return level < 0 ? t('orphan') : number(level);
}
