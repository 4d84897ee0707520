/** The media type text/html with any parameters (RFC 9110, section 8.3.1). */
export function isHtml(contentType: string): boolean {
  return /^\s*text\/html\s*(?:;|$)/i.test(contentType);
}

/** Whether an answer of this Content-Type is a page: HTML, and the media types in `further` (lower case). */
export function isPageType(contentType: string, further: ReadonlySet<string>): boolean {
  if (isHtml(contentType)) return true;
  return further.size > 0 && further.has(contentType.split(';', 1)[0]!.trim().toLowerCase());
}
