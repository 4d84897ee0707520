/** So long calls and answers are gathered in a crawl of many sites, in ms: of many sites one waits while others go on. */
export const gatherMs = 4;

/** Calls that wait no longer than they have to, nor do their answers: one turn is parsed after the other. */
export const hurryingCalls: ReadonlySet<string> = new Set(['parse']);
