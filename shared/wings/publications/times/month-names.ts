const beginnings: readonly (readonly [english: RegExp, russian: RegExp])[] = [
  [/^jan(?:uary)?$/, /^янв(?:ар[ья])?$/],
  [/^feb(?:r|ruary)?$/, /^фев(?:р|рал[ья])?$/],
  [/^mar(?:ch)?$/, /^мар(?:т|та)?$/],
  [/^apr(?:il)?$/, /^апр(?:ел[ья])?$/],
  [/^may$/, /^ма[йя]$/],
  [/^june?$/, /^июн[ья]?$/],
  [/^july?$/, /^июл[ья]?$/],
  [/^aug(?:ust)?$/, /^авг(?:уст|уста)?$/],
  [/^sept?(?:ember)?$/, /^сент?(?:ябр[ья])?$/],
  [/^oct(?:ober)?$/, /^окт(?:ябр[ья])?$/],
  [/^nov(?:ember)?$/, /^ноя(?:б|бр[ья])?$/],
  [/^dec(?:ember)?$/, /^дек(?:абр[ья])?$/],
];

/** The number of a month by its English or Russian name, in any case of it or short; undefined for other words. */
export function monthNumber(name: string): number | undefined {
  const lower = name.toLowerCase();
  const index = beginnings.findIndex(names => names.some(pattern => pattern.test(lower)));
  return index < 0 ? undefined : index + 1;
}
