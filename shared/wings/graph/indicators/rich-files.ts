/** Kinds of rich files that webometrics counts, with the extensions of each. */
const extensions = {
  pdf: ['pdf'],
  doc: ['doc', 'docx', 'docm', 'dot', 'dotx', 'rtf'],
  ppt: ['ppt', 'pptx', 'pptm', 'pps', 'ppsx'],
  xls: ['xls', 'xlsx', 'xlsm', 'xlsb'],
  ps: ['ps', 'eps'],
  odf: ['odt', 'ods', 'odp', 'odg'],
} as const;

/** Distinct addresses of each kind. */
export type RichFiles = Readonly<Record<keyof typeof extensions, number>>;

export const richTypes = Object.keys(extensions) as (keyof RichFiles)[];

const typeOf: ReadonlyMap<string, keyof RichFiles> = new Map(
  richTypes.flatMap(type => extensions[type].map(extension => [extension, type] as const)),
);

/** By the extension of the path: nothing is requested. */
export function richTypeOf(url: string): keyof RichFiles | undefined {
  const { pathname } = new URL(url);
  return typeOf.get(pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase());
}
