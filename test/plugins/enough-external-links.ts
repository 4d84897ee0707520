import type { FinishCondition } from '../../shared/domain/protocol/finish.ts';

/** Ends a crawl once its sites together have shown so many distinct addresses elsewhere. */
const enough = 100;

export const finish: readonly FinishCondition[] = [
  {
    name: 'enough-external-links',
    isMet: ({ sites }) => sites.reduce((sum, { counters }) => sum + counters.newExternalLinks, 0) >= enough,
  },
];
