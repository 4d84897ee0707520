/** A crawl of more sites has many: what costs little for a few of them is done for several together. */
export const manySites = 64;
