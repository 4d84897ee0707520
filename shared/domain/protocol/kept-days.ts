/** Days for which a watch keeps pages where nobody says it. */
export const keepPagesByDefault = 30;
/** Where objects expire by themselves (AWS), their names say after how many days: the least that is enough. The last is the most. */
export const keptDays = [7, 30, 90, 365] as const;

/** Kinds of objects of a crawl in an account, by which their keys begin; daily tables of watches come besides. */
export const kindsOfCrawl = [
  ...(['bodies', 'segments', 'robots', 'answers', 'samples', 'traversals', 'states', 'memories'] as const),
  ...(['publications', 'results', 'control', 'lists'] as const),
  ...keptDays.map(days => `kept-${days}` as const),
];
