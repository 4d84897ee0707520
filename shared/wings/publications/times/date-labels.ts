/** Labels of a date of publication. */
export const ofPublication =
  /(?:first |originally )?(?:published|posted|created(?! by))|опубликован\p{L}*|дата публикации|создан\p{L}*|опубліковано|оприлюднено|створено|(?:erst)?veröffentlich(?:t|ung)|erschienen|gepostet|erstellt|publié|mise? en ligne|publicado|pubblicato|opublikowan\p{L}*|gepubliceerd|publicerad|publisert|udgivet|julkaistu|publikováno|publicat(?!\p{L})|yayınlan\p{L}*|公開|発行|发布|發布|발행|입력|датум|дата:|datum:|date:|fecha:|data:/iu;
export const ofChange =
  /(?:last |zuletzt |letzte )?(?:updated?|upd(?!\p{L})|modified|changed|(?:edited|revised|reviewed)(?! by)|aktualisier(?:t|ung)|geändert|änderung)|обновл\p{L}+|изменен\p{L}*|оновлен\p{L}*|змінен\p{L}*|stand:|mis(?:e)? à jour|modifié|actualizado|atualizado|aggiornato|(?:z?aktualizacj|zaktualizowan)\p{L}*|bijgewerkt|uppdatera[dt]|oppdatert|opdateret|päivitetty|aktualizováno|güncelle\p{L}*|更新|수정/iu;

/** Of a line that has several dates the part that speaks of the publication: not "Updated: 15 March". */
export function ofPublicationIn(text: string): string {
  const change = ofChange.exec(text);
  if (change === null) return text;
  const label = ofPublication.exec(text);
  // "Updated 5 minutes ago · 12 March 2026"
  const other = /^[^|·•]*[|·•](.*(?:19|20)\d\d.*)$/.exec(text.slice(change.index))?.[1] ?? '';
  if (label === null) return /\S/.test(text.slice(0, change.index)) ? text.slice(0, change.index) : other;
  return label.index > change.index ? text.slice(label.index) : text.slice(label.index, change.index);
}
