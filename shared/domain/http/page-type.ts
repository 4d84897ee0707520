/** The media type text/html with any parameters (RFC 9110, section 8.3.1). */
export function isHtml(contentType: string): boolean {
  return mediaTypeOf(contentType) === 'text/html';
}

/** Whether an answer of this Content-Type is a page: HTML, and the media types in `further` (lower case). */
export function isPageType(contentType: string, further: ReadonlySet<string>): boolean {
  const mediaType = mediaTypeOf(contentType);
  return mediaType === 'text/html' || further.has(mediaType);
}

const quoted = /"(?:[^"\\]|\\.)*"?/g;
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** Of a field that was joined from several the last media type counts (Fetch standard, "extract a MIME type"). Empty where there is none. */
function mediaTypeOf(contentType: string): string {
  if (!contentType.includes(',')) return contentType.split(';', 1)[0]!.trim().toLowerCase();
  const listed = contentType.replace(quoted, '').split(',');
  const types = listed.map(each => each.split(';', 1)[0]!.trim().toLowerCase());
  return types.findLast(each => mediaType.test(each) && each !== '*/*') ?? '';
}
