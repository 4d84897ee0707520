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
