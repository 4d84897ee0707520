/** What is before the host: white space, a scheme, slashes of either kind. */
const beforeHost = /^[\s\0]*(?:[a-z][a-z0-9+.\t\n\r-]*:|[/\\]{2})[\s/\\]*/i;
/** A port that is none: a name and the beginning of a password that has a slash in it. */
const isCutPassword = /^[^[\]]*:(?!\d*$)/;

/**
 * The text of a link that is no address, without a user name and a password: all before the last @, where the part that would be the
 * host has one, or has no port behind its colon.
 */
export function withoutUserinfo(text: string): string {
  const [head] = beforeHost.exec(text) ?? [];
  if (head === undefined) return text;
  const rest = text.slice(head.length);
  const [authority = ''] = /^[^/\\?#]*/.exec(rest) ?? [];
  if (!authority.includes('@') && !isCutPassword.test(authority)) return text;
  return head + rest.slice(rest.lastIndexOf('@') + 1);
}
