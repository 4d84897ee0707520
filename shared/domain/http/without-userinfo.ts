/** The part before the host: white space, a scheme, slashes of either kind. */
const beforeHost = /^[\s\0]*(?:[a-z][a-z0-9+.\t\n\r-]*:|[/\\]{2})[\s/\\]*/i;
/** An invalid port: it is a user name and the beginning of a password with a slash in it. */
const isCutPassword = /^[^[\]]*:(?!\d*$)/;

/**
 * The text of a link that is no address, without a user name and a password: drops everything before the last `@` if
 * the supposed host contains an `@` or an invalid port.
 */
export function withoutUserinfo(text: string): string {
  const [head] = beforeHost.exec(text) ?? [];
  if (head === undefined) return text;
  const rest = text.slice(head.length);
  const [authority = ''] = /^[^/\\?#]*/.exec(rest) ?? [];
  if (!authority.includes('@') && !isCutPassword.test(authority)) return text;
  return head + rest.slice(rest.lastIndexOf('@') + 1);
}

/** A run of characters in a field that may be an address. */
const addresses = /(?:https?:|[/\\]{2})[^\s<>"']+/gi;
const userinfo = /^((?:https?:)?[/\\]*)[^/\\?#]*@/i;

/** The value of a header field with its addresses as they are without user names and passwords. */
export function fieldWithoutUserinfo(value: string): string {
  if (!value.includes('@')) return value;
  return value.replace(addresses, each =>
    URL.canParse(each, 'http://a') ? each.replace(userinfo, '$1') : withoutUserinfo(each),
  );
}
