import type { Crawl } from '../page/api-types.ts';
import { behindSentence } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { attempt } from '../page/notices.ts';

const lookAgainMs = 1_000;

/** Says that result files do not have yet what was deleted or came back, and looks whether that is over. */
export function filesBehind(
  live: LiveCrawl,
  signal: AbortSignal,
): { readonly element: HTMLElement; show(crawl: Crawl): void } {
  const element = el('p', { class: 'notice', role: 'status', hidden: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const look = async (): Promise<void> => {
    timer = undefined;
    await live.refresh();
    lookLater(live.current());
  };
  const lookLater = ({ filesBehind: behind }: Crawl): void => {
    if (behind?.state === 'writing' && !signal.aborted) timer ??= setTimeout(() => attempt(look, signal), lookAgainMs);
  };
  return {
    element,
    show(crawl) {
      element.hidden = crawl.filesBehind === undefined;
      element.textContent = behindSentence(crawl);
      lookLater(crawl);
    },
  };
}
