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
