/**
 * `frame` means `frame[src]` and `iframe[src]`; `refresh` means the address of a `meta` refresh; the other elements
 * have `href`.
 */
export const linkElements = ['a', 'area', 'link', 'frame', 'refresh'] as const;
export type LinkElement = (typeof linkElements)[number];

/** Words of a link's `rel` by which a page says that it does not vouch for the link, in the order of their bits. */
export const linkRelations = ['nofollow', 'ugc', 'sponsored'] as const;
