import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import { formatOf, listFiles } from '../organizations/import-part.ts';
import { ApiProblem, ask, say } from '../page/api.ts';
import { labelled, onSubmit, select, watchField } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { fileText } from '../page/file-text.ts';
import { hashOfWatch } from '../page/route.ts';
import { lines, numberAt } from '../spec/spec-values.ts';
import { named, t } from '../words/language.ts';

/** The form of a new watch: addresses of sources; what there is at them is found by itself. */
export function newWatch(): HTMLElement {
  const sources = el('textarea', { rows: 6, required: true, spellcheck: false, autocomplete: 'off' });
  const delay = el('input', { autocomplete: 'off', size: 8 });
  const interval = el('input', { autocomplete: 'off', size: 8 });
  const contact = el('input', { autocomplete: 'off' });
  const archive = el('input', { type: 'checkbox', title: t('says.watch.archive') });
  const hosts = el('textarea', { rows: 2, spellcheck: false, autocomplete: 'off' });
  const list = el('input', { type: 'file', accept: listFiles });
  const modes = ['never', 'auto', 'always'];
  const render = select(modes, each => [each, named('sourceRender', each)], '', t('sourceRender.found'));
  const form = el('form', { class: 'new-crawl', novalidate: true }, [
    watchField('sources', sources, t('hint.oneALine')),
    el('div', { class: 'grid' }, [
      watchField('interval', interval),
      labelled(t('field.delayMs'), delay),
      labelled(t('field.contact'), contact, t('says.contact')),
    ]),
    checked(labelled(t('field.watch.archive'), archive)),
    el('div', { class: 'grid' }, [
      labelled(t('field.watch.render'), render),
      watchField('organizations', list),
      watchField('hosts', hosts, t('hint.oneALine')),
    ]),
    el('p', { class: 'hint' }, t('newWatchHint')),
    el('p', { class: 'actions' }, el('button', { class: 'primary' }, t('startWatch'))),
  ]);
  onSubmit(form, async () => {
    const organizations = await listIn(list.files?.[0]);
    if (list.files?.[0] !== undefined && organizations === undefined) return;
    const body = {
      sites: lines(sources.value).map(url => ({ url, ...(render.value !== '' && { render: render.value }) })),
      ...(organizations !== undefined && { organizations }),
      ...(delay.value.trim() !== '' && { delayMs: numberAt('delayMs', delay.value) }),
      ...(contact.value.trim() !== '' && { contact: contact.value.trim() }),
    };
    const watch = {
      archive: archive.checked,
      ...(hosts.value.trim() !== '' && { hosts: lines(hosts.value) }),
      ...(interval.value.trim() !== '' && { interval: decodeDuration(interval.value) }),
    };
    await begin(body, watch);
  });
  return el('div', {}, el('h1', { tabindex: -1 }, t('newWatch')), form);
}

/** The list of a file; undefined without one, and where the file is no text, which is said. */
async function listIn(file: File | undefined): Promise<object | undefined> {
  const text = file === undefined ? undefined : await fileText(file);
  return text === undefined ? undefined : { text, format: formatOf(file!.name) };
}

/** Found entries wait for a person's choice, if the place can do that. */
async function begin(body: object, watch: object): Promise<void> {
  const post = async (start: boolean): Promise<string> => {
    const whole = { ...body, watch: { ...watch, start } };
    return (await ask<{ readonly id: string }>(['watches'], { method: 'POST', body: whole })).id;
  };
  try {
    location.hash = hashOfWatch(await post(false), 'found');
  } catch (error) {
    const startsAtOnce =
      error instanceof ApiProblem && error.refusals.some(({ code }) => code === 'watch-starts-at-once');
    if (!startsAtOnce) throw error;
    location.hash = hashOfWatch(await post(true), 'sources');
    say(t('watchStarted'));
  }
}

function checked(field: HTMLElement): HTMLElement {
  field.classList.add('check');
  return field;
}
