/** Minutes east of UTC. Names of RFC 822, and those that news sites write. */
const names: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 60, bst: 60, cet: 60, cest: 120, met: 60, mest: 120 },
  ...{ eet: 120, eest: 180, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 },
  ...{ msk: 180, msd: 240, мск: 180, jst: 540, kst: 540 },
};

/** What a zone says: minutes east of UTC; undefined if the name is not known. `MSK+2` is two hours east of Moscow. */
export function zoneOffset(zone: string): number | undefined {
  const text = zone
    .trim()
    .replace(/^\(|\)$/g, '')
    .toLowerCase();
  const [, name = '', sign, hours, minutes] = /^(\p{L}*)(?:([+-])(\d{1,2}):?(\d{2})?)?$/u.exec(text) ?? [];
  const base = name === '' ? 0 : names[name];
  if (base === undefined || (name === '' && sign === undefined)) return undefined;
  if (sign === undefined) return base;
  const further = Number(hours) * 60 + Number(minutes ?? 0);
  return further > 14 * 60 ? undefined : base + (sign === '-' ? -further : further);
}
