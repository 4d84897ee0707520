/** The beginning of HTML (MIME Sniffing standard, section 7.1): a tag, which a blank or `>` ends, or a comment. */
const beginning =
  /^[\t\n\f\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i;
/** The standard's resource header (section 5.2). */
const headerBytes = 1_445;

/** Whether bytes without a declared type are HTML. */
export function sniffsHtml(body: Uint8Array): boolean {
  return beginning.test(
    Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, headerBytes)).toString('latin1'),
  );
}
