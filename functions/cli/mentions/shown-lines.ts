import { cutToColumns, oneLine, padColumns, textWidth } from '../../../shared/domain/text-columns.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';

/** Columns that every terminal has. */
export const terminalColumns = 80;
/** Longer ids move their names aside. */
const mostIdColumns = 24;

export function cutToWidth(line: string, columns: number): string {
  return textWidth(line) <= columns ? line : `${cutToColumns(line, columns - 1)}…`;
}

/** A line for each organization of a list: its id, its name, its other names. */
export function organizationLines(organizations: readonly Organization[]): string {
  const idWidth = Math.max(0, ...organizations.map(({ id }) => textWidth(oneLine(id))));
  const lines = organizations.map(({ id, name, aliases }) => {
    const names = aliases.map(({ text }) => text).filter(text => text !== name);
    const more = names.length === 0 ? '' : ` (${oneLine(names.join(', '))})`;
    const shown = `${padColumns(oneLine(id), Math.min(idWidth, mostIdColumns))}  ${oneLine(name)}${more}`;
    return `${cutToWidth(shown, terminalColumns)}\n`;
  });
  return lines.join('');
}
