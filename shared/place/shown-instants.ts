/** Instants of a watch's state: within the program ms since the epoch, and where the API shows them texts, ISO 8601 in UTC. */

/** Members that are instants; `seenAt` is `seen` in the API. */
const instants = ['at', 'due', 'first', 'last', 'lastLook', 'lastRead', 'offSince', 'seenAt', 'since'] as const;
type Instant = (typeof instants)[number];
type ShownMember<Name, Value> = Name extends Instant ? (Value extends number ? string : Shown<Value>) : Shown<Value>;

/** A state in the form of the API. */
export type Shown<T> = T extends readonly (infer Each)[]
  ? readonly Shown<Each>[]
  : T extends object
    ? { readonly [Name in keyof T as Name extends 'seenAt' ? 'seen' : Name]: ShownMember<Name, T[Name]> }
    : T;

const names = new Map<string, string>(instants.map(name => [name, name === 'seenAt' ? 'seen' : name]));
const members = new Map([...names].map(([member, name]) => [name, member]));
const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function withInstantTexts<T extends object>(state: T): Shown<T> {
  return walked(state, names, value => (typeof value === 'number' ? new Date(value).toISOString() : value)) as Shown<T>;
}

/** Back from the form of the API. */
export function withInstants(shown: unknown): unknown {
  return walked(shown, members, value =>
    typeof value === 'string' && isoInstant.test(value) ? Date.parse(value) : value,
  );
}

/** Members of these names have what `change` gives for their values; one that stays the same keeps its name. */
function walked(state: unknown, named: ReadonlyMap<string, string>, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(state)) return state.map(each => walked(each, named, change));
  if (typeof state !== 'object' || state === null) return state;
  const entries = Object.entries(state).map(([name, value]) => {
    const other = named.get(name);
    const changed = other === undefined ? value : change(value);
    return changed === value ? [name, walked(value, named, change)] : [other, changed];
  });
  return Object.fromEntries(entries) as unknown;
}
