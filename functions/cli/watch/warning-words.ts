import type { SourceWarning } from '../../../shared/wings/publications/watch/source-warnings.ts';
import { formatCount, formatCounted, formatDuration } from '../terminal/amounts.ts';
import { countedReasons } from './look-words.ts';

/** A warning of a source, in one sentence or two: what is wrong, and what helps. */
export function warningText(warning: SourceWarning, source: number): string {
  switch (warning.kind) {
    case 'unanswered': {
      const requests = `${formatCounted(warning.tries, 'request')}${warning.tries > 1 ? ' in a row' : ''}`;
      return warning.of === 'robots'
        ? `robots.txt gave no usable answer to ${requests}; nothing else is requested until it does.`
        : `the host gave no usable answer to ${requests}; they are tried again later.`;
    }
    case 'none-taken':
      return `the ${warning.of}s name ${formatCounted(warning.named, 'address', 'addresses')}, and none is taken: they do not look like publications.`;
    case 'drawn':
      return `${formatCounted(warning.pages, 'page')} without an article: they are drawn by scripts. Load them in a browser: watch sources set DIRECTORY ${source} --render auto`;
    case 'none-kept':
      return `hardly a page gave a publication: ${countedReasons({ [warning.why]: warning.pages }, formatCount)}.`;
    case 'future-dates':
      return `${formatCounted(warning.times, 'time')} of publication in the future: a wrong zone, or dates of events.`;
    case 'silent':
      return `nothing new for ${formatDuration(1000 * warning.forS)}; usually something comes every ${formatDuration(1000 * warning.usualS)}.`;
  }
}
