/** Words for the outcomes of looks and for the reasons of what is left out. The codes are those of `--json`. */
import words from './look-words.json' with { type: 'json' };

const outcomes: Readonly<Record<string, string>> = words.outcomes;
const reasons: Readonly<Record<string, string>> = words.reasons;
/** Of what was found at a source, and of the state of a watch. */
export const { whys, offs, kinds, useless, states, clocks } = words;

/** Words for the outcome of a look, with its code behind them. */
export function outcomeWords(outcome: string): string {
  const [, status] = /^status-(\d+)$/.exec(outcome) ?? [];
  if (status !== undefined) return `answers ${status}`;
  const words = outcomes[outcome];
  return words === undefined ? outcome : `${words} (${outcome})`;
}

/** `files (PDF and the like): 8, …`. */
export function countedReasons(counts: Readonly<Record<string, number>>, shown: (count: number) => string): string {
  return Object.entries(counts)
    .map(([reason, count]) => `${reasons[reason] ?? reason}: ${shown(count)}`)
    .join(', ');
}
