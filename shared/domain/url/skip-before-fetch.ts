import { RE2JS } from 're2js';
import type { SkipReason } from '../skip-reason.ts';
import { pathOf, trapOf } from './traps.ts';

export interface AdmissionRules {
  /** Regular expressions (RE2 syntax) searched in the normalized address; if there are any, one must match. */
  readonly include: readonly string[];
  /** Regular expressions (RE2 syntax); none may match. */
  readonly exclude: readonly string[];
  /** Extensions of addresses that are not pages: lower case, without the dot. */
  readonly extensions: readonly string[];
}

/** Why an address is not to be requested. */
export type NotAdmitted = Extract<
  SkipReason,
  'extension' | 'too-long' | 'too-deep' | 'repeating' | 'excluded' | 'logout'
>;

/**
 * Decides from the normalized address alone whether it is requested; `undefined` means yes. The caller must not apply
 * this to the start page. Time is linear in the address for every expression (RE2 automata, no backtracking). Throws an
 * Error of one sentence if an expression is not valid.
 */
export function createAdmission(rules: AdmissionRules): (identity: string) => NotAdmitted | undefined {
  const include = rules.include.map(expression => compile('include', expression));
  const exclude = rules.exclude.map(expression => compile('exclude', expression));
  const extensions = new Set(rules.extensions);
  const isExcluded = (identity: string) =>
    (include.length > 0 && !include.some(pattern => pattern.test(identity))) ||
    exclude.some(pattern => pattern.test(identity));

  return identity => {
    if (isNonPage(pathOf(identity), extensions)) return 'extension';
    return trapOf(identity) ?? (isExcluded(identity) ? 'excluded' : undefined);
  };
}

function compile(field: 'include' | 'exclude', expression: string): RE2JS {
  try {
    return RE2JS.compile(expression);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${field}: ${JSON.stringify(expression)} is not a regular expression in RE2 syntax (no look-around, no back-references): ${why}.`,
      { cause },
    );
  }
}

/**
 * Extensions of addresses that are not requested, because no server sends HTML for them.
 *
 * Left out on purpose: html, htm, xhtml, shtml, php, asp, aspx, jsp, cgi, pl and the like (pages); xml and xsl (servers
 * transform them and send `text/html`); txt, md, log (some servers send them as HTML). For these the Content-Type
 * decides, which costs a request; without it a node of the graph could be lost.
 */
export const nonPageExtensions: readonly string[] = [
  // archives and packages
  ...['rar', 'zip', 'gz', 'tgz', 'bz2', 'tbz2', 'xz', 'txz', 'zst', 'lz', 'lzma', '7z', 'tar', 'cab', 'arj'],
  ...['jar', 'war', 'ear', 'apk', 'ipa', 'deb', 'rpm', 'msi', 'dmg', 'pkg', 'iso', 'img', 'exe', 'bin', 'torrent'],
  // office documents, books, typesetting
  ...['ppt', 'pptx', 'pps', 'ppsx', 'potx', 'xls', 'xlsx', 'xlsm', 'xlsb', 'doc', 'docx', 'docm', 'dotx'],
  ...['odt', 'ods', 'odp', 'odg', 'rtf', 'vsd', 'vsdx', 'mdb', 'accdb', 'csv', 'tsv'],
  ...['pdf', 'ps', 'eps', 'djvu', 'djv', 'epub', 'fb2', 'mobi', 'azw', 'azw3', 'chm', 'tex', 'bib', 'dvi'],
  // scripts, styles, data for programs
  ...'js mjs cjs css less scss json jsonld geojson webmanifest wasm swf ics vcf'.split(' '),
  // images
  ...['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'apng', 'gif', 'bmp', 'ico', 'cur', 'svg', 'svgz', 'webp', 'avif', 'heic'],
  ...['tif', 'tiff', 'jp2', 'jxl', 'psd', 'xcf', 'cdr', 'dwg', 'dxf', 'tga', 'pcx', 'wmf', 'emf'],
  // audio and video
  ...'mp3 ogg oga opus wav flac aac m4a wma mid midi aif aiff amr ra m3u'.split(' '),
  ...['mp4', 'm4v', 'mpg', 'mpeg', 'mpe', 'avi', 'mov', 'wmv', 'flv', 'mkv', 'webm', 'ogv', '3gp', 'vob', 'rm', 'asf'],
  // fonts
  ...['woff', 'woff2', 'ttf', 'otf', 'eot'],
];

/**
 * Whether the last segment of `pathname` ends in one of `extensions` (lower case, without the dot). Path parameters are
 * ignored (`a.pdf;v=2`). A file under `/cgi-bin/` is a program and may send a page, whatever its extension.
 */
export function isNonPage(pathname: string, extensions: ReadonlySet<string>): boolean {
  if (pathname.includes('/cgi-bin/')) return false;
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1);
  const parameters = segment.indexOf(';');
  const name = parameters < 0 ? segment : segment.slice(0, parameters);
  const dot = name.lastIndexOf('.');
  return dot >= 0 && extensions.has(name.slice(dot + 1).toLowerCase());
}
