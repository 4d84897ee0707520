import type { SourceWarning } from '../../../shared/wings/publications/watch/source-warnings.ts';
import { duration, number, t } from '../words/language.ts';
import { reasonText } from './look-words.ts';

/** A warning of a source, in words. */
export function warningText(warning: SourceWarning): string {
  switch (warning.kind) {
    case 'unanswered':
      return t(warning.of === 'robots' ? 'warningNoRobots' : 'warningNoHost', { count: warning.tries });
    case 'none-taken':
      return t(warning.of === 'feed' ? 'warningFeedTaken' : 'warningSitemapTaken', { count: warning.named });
    case 'drawn':
      return t('warningDrawn', { count: warning.pages });
    case 'none-kept':
      return t('warningNoneKept', { why: reasonText(warning.why), pages: number(warning.pages) });
    case 'future-dates':
      return t('warningFuture', { count: warning.times });
    case 'silent':
      return t('warningSilent', { silent: duration(1000 * warning.forS), usual: duration(1000 * warning.usualS) });
  }
}
