import type { TraversalReport } from './traversal.ts';

type Kind = 'methods' | 'requests';

/** Each as `kind`, reason and address. */
export type SavedRefusals = readonly (readonly [kind: Kind, why: string, url: string])[];

/** Refused acts of a traversal, by reason. */
export interface ToldRefusals {
  /** Different addresses that the page requested by other methods than GET, by method. */
  readonly methods: Readonly<Record<string, number>>;
  /** Different addresses that were requested and not had, by reason. */
  readonly requests: Readonly<Record<string, number>>;
  /** Buttons that were left alone, by reason, with the texts of the first ones. */
  readonly buttons: Readonly<Record<string, { readonly count: number; readonly texts: readonly string[] }>>;
  /** How many buttons the fullest state had beyond `--buttons`. */
  readonly buttonsCut: number;
}

const mostKept = 10_000;
const mostTexts = 20;

/** Counts addresses, not requests: a page that is loaded again asks again, and the count is the same. */
export class Refusals {
  readonly #kept = new Map<string, readonly [Kind, string, string]>();

  constructor(saved: SavedRefusals = []) {
    for (const each of saved) this.#kept.set(each.join(' '), each);
  }

  add(kind: Kind, why: string, url: string): void {
    const key = `${kind} ${why} ${url}`;
    if (this.#kept.size < mostKept) this.#kept.set(key, [kind, why, url]);
  }

  addresses(kind: Kind): readonly string[] {
    return [...this.#kept.values()].filter(([of]) => of === kind).map(([, , url]) => url);
  }

  save(): SavedRefusals {
    return [...this.#kept.values()];
  }

  told(buttons: TraversalReport['refusedButtons'], buttonsCut: number): ToldRefusals {
    const byWhy = Map.groupBy(buttons, ({ why }) => why);
    return {
      methods: this.#counts('methods'),
      requests: this.#counts('requests'),
      buttons: Object.fromEntries(
        [...byWhy]
          .map(
            ([why, all]) =>
              [why, { count: all.length, texts: all.slice(0, mostTexts).map(({ text }) => text) }] as const,
          )
          .sort(byName),
      ),
      buttonsCut,
    };
  }

  #counts(kind: Kind): Readonly<Record<string, number>> {
    const counts = new Map<string, number>();
    for (const [of, why] of this.#kept.values()) if (of === kind) counts.set(why, (counts.get(why) ?? 0) + 1);
    return Object.fromEntries([...counts].sort(byName));
  }

  /** `3 POST requests, 1 button (dangerous)`; empty: nothing was refused. Fruitless buttons were pressed, so they are left out. */
  static inWords({ methods, requests, buttons, buttonsCut }: ToldRefusals): string {
    return [
      ...Object.entries(methods).map(([method, n]) => counted(n, `${method} request`)),
      ...Object.entries(requests).map(([why, n]) => `${counted(n, 'request')} (${why})`),
      ...Object.entries(buttons)
        .filter(([why]) => why !== 'fruitless')
        .map(([why, { count }]) => `${counted(count, 'button')} (${why})`),
      ...(buttonsCut === 0 ? [] : [`${counted(buttonsCut, 'button')} of one state (cut)`]),
    ].join(', ');
  }
}

/** `1 button`, `2 buttons`, `3 presses`. */
export function counted(count: number, noun: string): string {
  const ending = noun.endsWith('s') ? 'es' : 's';
  return `${count} ${noun}${count === 1 ? '' : ending}`;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
