import { el, pageLink, pageText, section } from '../page/dom.ts';
import { instant, named, number, t } from '../words/language.ts';
import type { SourceView } from './watch-types.ts';

type ApplicationView = NonNullable<SourceView['applications']>[number];

/** How the user's applications do at a source; nothing if there are none. */
export function applicationParts({ applications = [] }: SourceView): readonly HTMLElement[] {
  if (applications.length === 0) return [];
  const list = el('ul', {}, applications.map(applicationItem));
  return [section(t('applicationsOfSource'), list)];
}

function applicationItem({ name, state, pages, records = 0, failures = {}, last }: ApplicationView): HTMLElement {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const figures = { pages: number(pages ?? 0), records: number(records), failed: number(failed) };
  return el('li', { class: state === 'died' ? 'trouble' : undefined }, [
    el('strong', {}, pageText(name)),
    ` · ${named('applicationState', state)}`,
    pages === undefined ? undefined : ` · ${t('applicationRead', figures)}`,
    last === undefined
      ? undefined
      : el('small', {}, [
          pageText(` ${t('applicationLast', { detail: last.detail, at: instant(last.at) })} `),
          pageLink(last.address),
        ]),
  ]);
}
