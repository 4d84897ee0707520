/** The option of a field at a terminal: `mailFrom` is `--mail-from`. */
export function optionName(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
}
