/** Minutes east of Greenwich by the words that pages write behind a time. */
const zones: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, wet: 0, bst: 60, west: 60, cet: 60, mez: 60, cest: 120, mesz: 120, eet: 120, eest: 180 },
  ...{ msk: 180, мск: 180, мсд: 240, msd: 240, калт: 120, самт: 240, екб: 300, омст: 360, крат: 420, иркт: 480 },
  ...{ якт: 540, влат: 600, магт: 660, петт: 720, est: -300, edt: -240, et: -300, cst: -360, cdt: -300, ct: -360 },
  ...{ mst: -420, mdt: -360, pst: -480, pdt: -420, pt: -480, jst: 540, kst: 540, ist: 330, aest: 600, aedt: 660 },
};

const names = Object.keys(zones).sort((a, b) => b.length - a.length);
/** A zone behind a time: `+03:00`, `МСК`, `UTC+3`, `по московскому времени`, `(МСК+2)`. */
export const zonePattern = `(?:utc|gmt|мск|msk)?\\s?[+−-]\\d{1,2}(?::?\\d{2})?(?!\\d)|по московскому(?: времени)?|по киевскому времени|${names.join('|')}`;

/** Minutes east of Greenwich; undefined for a word that is no zone. */
export function offsetOf(words: string): number | undefined {
  const text = words.trim().toLowerCase().replace('−', '-');
  if (text.startsWith('по московскому')) return 180;
  // Kiev: two hours in winter; three in summer are not said by the words.
  if (text.startsWith('по киевскому')) return 120;
  const signed = /^(utc|gmt|мск|msk)?\s?([+-])(\d{1,2}):?(\d{2})?$/.exec(text);
  if (signed === null) return Object.hasOwn(zones, text) ? zones[text] : undefined;
  const base = signed[1] === 'мск' || signed[1] === 'msk' ? 180 : 0;
  const minutes = 60 * Number(signed[3]) + Number(signed[4] ?? 0);
  const offset = base + (signed[2] === '-' ? -minutes : minutes);
  return Math.abs(offset) <= 14 * 60 ? offset : undefined;
}
