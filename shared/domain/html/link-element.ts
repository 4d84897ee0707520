/** `frame` is `frame[src]` and `iframe[src]`, `refresh` the address of a `meta` refresh; the others have `href`. */
export const linkElements = ['a', 'area', 'link', 'frame', 'refresh'] as const;
export type LinkElement = (typeof linkElements)[number];
