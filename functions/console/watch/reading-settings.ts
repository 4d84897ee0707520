import { ask, say } from '../page/api.ts';
import { button, onSubmit, watchField } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { t } from '../words/language.ts';
import type { SourceView } from './watch-types.ts';

/** How pages of the source are read: whether old publications are wanted, and the zone of pages that name none. */
export function readingSettings(
  { archive, timeZone = '', clock }: SourceView,
  path: readonly string[],
  refresh: () => Promise<void>,
): HTMLElement {
  const old = el('input', { type: 'checkbox', checked: archive });
  const zone = el('input', { autocomplete: 'off', size: 20, maxlength: 40, value: timeZone });
  const read = clock === undefined ? undefined : t('zoneRead', { zone: zoneText(clock.zone), count: clock.times });
  const form = el('form', { class: 'filter level' }, [
    watchField('archive', old),
    watchField('timeZone', zone, read),
    el('div', { class: 'field' }, el('button', {}, t('save'))),
  ]);
  const again = button(t('reread'), async () => {
    const { read, corrected } = await rereadAll(path);
    await refresh();
    say(t('rereadDone', { count: corrected, read }));
  });
  onSubmit(form, async () => {
    const given = zone.value.trim();
    const changed = {
      ...(old.checked !== archive && { archive: old.checked }),
      ...(given !== timeZone && { timeZone: given === '' ? null : given }),
    };
    if (Object.keys(changed).length > 0) await ask(path, { method: 'PATCH', body: changed });
    await refresh();
    say(t('readingChanged'));
  });
  return el('div', {}, form, el('p', { class: 'actions' }, again), el('p', { class: 'hint' }, t('rereadHint')));
}

/** Kept pages of a source are read again part by part; how many were, and how many gave a correction. */
async function rereadAll([watches, id, , source]: readonly string[]): Promise<{ read: number; corrected: number }> {
  const sum = { read: 0, corrected: 0 };
  let cursor: string | undefined;
  do {
    const asked = { method: 'POST', query: { source, cursor } } as const;
    const part = await ask<{ read: number; corrected: number; next?: string }>([watches!, id!, 'reread'], asked);
    sum.read += part.read;
    sum.corrected += part.corrected;
    cursor = part.next;
  } while (cursor !== undefined);
  return sum;
}

/** Minutes east of Greenwich, a zone's name, or UTC. */
function zoneText(zone: number | string | undefined): string {
  if (typeof zone !== 'number') return zone ?? 'UTC';
  const hours = zone / 60;
  return `UTC${hours < 0 ? '−' : '+'}${Math.abs(hours)}`;
}
