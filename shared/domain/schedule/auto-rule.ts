import type { Topic } from '../spec/crawl-spec.ts';
import type { RuleName } from './schedule.ts';

/** `--rule auto`: what Pechnikov and Chernobrovkin (2012) found best for sets of this kind. */
export function autoRuleOf(topic: Topic): RuleName {
  switch (topic) {
    case 'universities':
      return 'ucb1';
    case 'institutes':
      return 'gittins';
    case 'unknown':
      return 'quantum';
  }
}
