import { type DateReading, type ReadDate, readDate } from '../../times/read-date.ts';
import { readEpoch } from '../../times/stated-time.ts';
import type { FactSource } from './sourced.ts';

export interface PageDate extends ReadDate {
  readonly source: FactSource;
}

/** Labels of a date of publication. */
export const ofPublication =
  /(?:first |originally )?(?:published|posted)|опубликован\p{L}*|дата публикации|создан\p{L}*|veröffentlicht|erschienen|gepostet|erstellt|publié|publicado|pubblicato|opublikowan\p{L}*|gepubliceerd|publicerad|publisert|udgivet|julkaistu|publikováno|publicat(?!\p{L})|yayınlan\p{L}*|датум|дата:|datum:|date:|fecha:|data:/iu;
export const ofChange =
  /(?:last |zuletzt |letzte )?(?:updated?|modified|changed|aktualisier(?:t|ung)|geändert|änderung)|обновл\p{L}+|изменен\p{L}*|stand:|mis(?:e)? à jour|modifié|actualizado|atualizado|aggiornato|zaktualizowan\p{L}*|bijgewerkt|uppdatera[dt]|oppdatert|opdateret|päivitetty|aktualizováno|güncelle\p{L}*/iu;

/** Of a line that has several dates the part that speaks of the publication: not "Updated: 15 March". */
export function ofPublicationIn(text: string): string {
  const change = ofChange.exec(text);
  if (change === null) return text;
  const label = ofPublication.exec(text);
  if (label === null) return text.slice(0, change.index);
  return label.index > change.index ? text.slice(label.index) : text.slice(label.index, change.index);
}

/** The date in a value. Seconds or milliseconds since 1970 are dates too where a program wrote them. */
export function dateIn(value: string | undefined, source: FactSource, reading: DateReading): PageDate | undefined {
  if (value === undefined) return undefined;
  const words = value.trim();
  const at = readEpoch(words);
  if (at !== undefined) {
    if (Date.parse(at) > reading.now) return undefined;
    return { at, precision: 'second', offset: 0, words, source };
  }
  const date = readDate(value, reading);
  return date === undefined ? undefined : { ...date, source };
}

/** Whether a date was written with its year. */
export function hasYear({ words }: PageDate): boolean {
  return /(?:19|20)\d\d|\d[./-]\d\d[./-]\d\d|[٠-٩۰-۹०-९০-৯]{4}|^\d{10}(?:\d{3})?$/.test(words);
}

/** The day that a clock shows at an instant, YYYY-MM-DD. `offset`: minutes east of Greenwich. */
export function dayAt(at: string, offset: number): string {
  return new Date(Date.parse(at) + 60_000 * offset).toISOString().slice(0, 10);
}
