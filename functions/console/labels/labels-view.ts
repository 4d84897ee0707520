import { askList } from '../page/api.ts';
import { button, labelled, onChosen } from '../page/controls.ts';
import { el, pageText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { instant, t } from '../words/language.ts';
import { isNextKey, onKeys } from './label-keys.ts';
import { openNext, tone } from './label-panel.ts';
import { annotator, type Dispute, type Queue, setAnnotator } from './label-types.ts';

/** Where a person begins to label: their name, the queue, and what annotators disagree on. */
export async function labelsView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  const [queue, disputed] = [el('div', {}), el('div', {})];
  const refresh = async (): Promise<void> => {
    const asked = async <T>(list: string) =>
      await askList<T>(['watches', live.id, 'labels', list], { annotator: annotator() }, signal);
    queue.replaceChildren(queueList(live.id, await asked<Queue>('queue')));
    const { disputes } = await asked<{ disputes: readonly Dispute[] }>('disputes');
    disputed.replaceChildren(disputeList(live.id, disputes));
  };
  const input = el('input', { value: annotator(), maxlength: 80, autocomplete: 'off' });
  const rename = async (name: string): Promise<void> => {
    setAnnotator(name);
    await refresh();
  };
  onChosen(input, rename, signal);
  await refresh();
  onKeys(key => (isNextKey(key) ? () => openNext(live.id, signal) : undefined), signal);
  return el('div', { class: 'labels-view' }, [
    labelled(t('annotator'), input, t('annotatorHint')),
    el('p', { class: 'actions' }, [
      button(t('labelStart'), () => openNext(live.id, signal), {
        ...{ class: 'primary', 'aria-keyshortcuts': 'n' },
      }),
    ]),
    el('h2', {}, t('queue')),
    el('p', { class: 'hint' }, t('queueHint')),
    queue,
    el('h2', {}, t('disputes')),
    disputed,
  ]);
}

function queueList(id: string, { subjects, considered }: Queue): HTMLElement {
  if (subjects.length === 0)
    return el('p', { class: 'hint' }, considered === 0 ? t('nobodyMentioned') : t('queueEmpty'));
  return el('ol', {}, [
    ...subjects.map(({ publication, organization, name, sampling, title, dated }) => {
      const href = hashOfWatch(id, 'publication', { number: String(publication), organization, sampling });
      return el('li', {}, [
        el('a', { href }, pageText(title === '' ? t('untitled') : title)),
        ' · ',
        pageText(name),
        ' · ',
        el('small', {}, dated === null ? '' : instant(dated)),
      ]);
    }),
  ]);
}

function disputeList(id: string, disputes: readonly Dispute[]): HTMLElement {
  if (disputes.length === 0) return el('p', { class: 'hint' }, t('noDisputes'));
  return el('details', {}, [
    el('summary', {}, t('decideDisputes')),
    el('ul', {}, ...disputes.map(each => disputeItem(id, each))),
  ]);
}

function disputeItem(id: string, { publication, organization, name, title, labels }: Dispute): HTMLElement {
  const href = hashOfWatch(id, 'publication', { number: String(publication), organization, decide: 'yes' });
  return el('li', {}, [
    el('a', { href }, pageText(title === '' ? t('untitled') : title)),
    ' · ',
    pageText(name),
    el('ul', {}, ...labels.map(each => el('li', {}, pageText(each.annotator), ': ', tone(each.class ?? '')))),
  ]);
}
