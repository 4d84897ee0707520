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
