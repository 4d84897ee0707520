/** How a link came to be: in the page as it was sent, made by its scripts while it loaded, or by a press of a button. */
export const linkTypes = ['html', 'script', 'click'] as const;
export type LinkType = (typeof linkTypes)[number];
