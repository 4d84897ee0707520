import { BadCommand } from './bad-command.ts';

const mostNames = 20;

/** Throws `BadCommand` where the value of an option is none of the names that there are. */
export function demandKnown(option: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  const more = known.length > mostNames ? ` and ${known.length - mostNames} more` : '';
  throw new BadCommand([
    `${option} ${value} is not known; allowed is ${known.length === 0 ? 'none yet' : known.slice(0, mostNames).join(', ')}${more}.`,
  ]);
}
