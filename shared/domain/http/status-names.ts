import names from './status-names.json' with { type: 'json' };

/** RFC 9110, section 15, RFC 6585 and RFC 7725: names of the answers without a page. */
export const statusNames: ReadonlyMap<number, string> = new Map(
  Object.entries(names).map(([status, name]) => [Number(status), name]),
);

/** RFC 9110, section 15.4: redirects, whose Location is the address to request instead. */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
