/** text/html and the media type of XHTML pages, with any parameters (RFC 9110, section 8.3.1). */
export function isHtml(contentType: string): boolean {
  return htmlTypes.has(mediaTypeOf(contentType));
}

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * Whether an answer of this Content-Type is a page: HTML, and the media types in `further` (lower case). `unknown`: the server
 * does not say what it is, so its bytes decide (`sniffsHtml`).
 */
export function pageTypeOf(contentType: string, further: ReadonlySet<string>): 'page' | 'unknown' | 'other' {
  const mediaType = mediaTypeOf(contentType);
  if (htmlTypes.has(mediaType) || further.has(mediaType)) return 'page';
  return mediaType === '' ? 'unknown' : 'other';
}

/** Many a server in trouble says so in JSON. */
export function isJson(contentType: string): boolean {
  return /[/+]json$/.test(mediaTypeOf(contentType));
}

/** Not XHTML. */
export function isXml(contentType: string): boolean {
  return /[/+]xml$/.test(mediaTypeOf(contentType)) && !isHtml(contentType);
}

const quoted = /"(?:[^"\\]|\\.)*"?/g;
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;
/** Types that count as no type (MIME Sniffing standard, section 7). */
const sayingNothing: ReadonlySet<string> = new Set(['unknown/unknown', 'application/unknown', '*/*']);

/**
 * The media type. If several fields were joined, the last one counts (Fetch standard, "extract a MIME type"). As in
 * browsers, a blank ends it, too. Empty if there is none.
 */
function mediaTypeOf(contentType: string): string {
  const listed = contentType.includes(',') ? contentType.replace(quoted, '').split(',') : [contentType];
  const types = listed.map(each =>
    each
      .trim()
      .split(/[;\s(]/, 1)[0]!
      .toLowerCase(),
  );
  return types.findLast(each => mediaType.test(each) && !sayingNothing.has(each)) ?? '';
}
