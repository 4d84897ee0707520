/** Labels of a date of publication. */
export const ofPublication =
  /(?:first |originally )?(?:published|posted)|опубликован\p{L}*|дата публикации|создан\p{L}*|опубліковано|оприлюднено|створено|(?:erst)?veröffentlich(?:t|ung)|erschienen|gepostet|erstellt|publié|mise? en ligne|publicado|pubblicato|opublikowan\p{L}*|gepubliceerd|publicerad|publisert|udgivet|julkaistu|publikováno|publicat(?!\p{L})|yayınlan\p{L}*|公開|発行|发布|發布|발행|입력|датум|дата:|datum:|date:|fecha:|data:/iu;
export const ofChange =
  /(?:last |zuletzt |letzte )?(?:updated?|modified|changed|aktualisier(?:t|ung)|geändert|änderung)|обновл\p{L}+|изменен\p{L}*|оновлен\p{L}*|змінен\p{L}*|stand:|mis(?:e)? à jour|modifié|actualizado|atualizado|aggiornato|zaktualizowan\p{L}*|bijgewerkt|uppdatera[dt]|oppdatert|opdateret|päivitetty|aktualizováno|güncelle\p{L}*|更新|수정/iu;

/** Of a line that has several dates the part that speaks of the publication: not "Updated: 15 March". */
export function ofPublicationIn(text: string): string {
  const change = ofChange.exec(text);
  if (change === null) return text;
  const label = ofPublication.exec(text);
  if (label === null) return text.slice(0, change.index);
  return label.index > change.index ? text.slice(label.index) : text.slice(label.index, change.index);
}
