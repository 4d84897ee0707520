import { ask } from '../page/api.ts';
import { labelled } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { openFormDialog } from '../page/form-dialog.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { say } from '../page/notices.ts';
import { t } from '../words/language.ts';

/** Requests what a person calls the crawl. */
export function nameCrawl(live: LiveCrawl): void {
  const input = el('input', { autocomplete: 'off', maxlength: 300, value: live.current().name ?? '' });
  openFormDialog({
    title: t('nameCrawlTitle'),
    content: [labelled(t('field.name'), input)],
    action: t('giveName'),
    async submit() {
      await ask(['crawls', live.id], { method: 'PATCH', body: { name: input.value.trim() } });
      say(t('crawlNamed'));
      await live.refresh();
    },
  });
}
