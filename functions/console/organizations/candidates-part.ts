import { decideMention } from '../labels/mention-decision.ts';
import { askList } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { say } from '../page/notices.ts';
import { hashOfWatch } from '../page/route.ts';
import { pageText } from '../page/shown-text.ts';
import { t } from '../words/language.ts';
import type { Candidate, CandidatePage } from './organization-types.ts';

const atOnce = 20;
/** Characters of a sentence before and after the name. */
const around = 140;

/** Candidates of the watch, each with its sentence: a person says whether the organization is meant. */
export async function candidatesPart(
  id: string,
  signal: AbortSignal,
): Promise<{ readonly element: HTMLElement; reload(): Promise<void> }> {
  const list = el('ul', { class: 'candidates' });
  const more = button(t('more'), async () => await load(next), { hidden: true });
  const said = el('p', { class: 'hint', role: 'status' });
  let next: string | undefined;
  const show = (): void => {
    more.hidden = next === undefined;
    const count = list.childElementCount;
    said.textContent = count === 0 && next === undefined ? t('noCandidates') : t('shownSoFar', { count });
  };
  const load = async (cursor: string | undefined): Promise<void> => {
    const page = await askList<CandidatePage>(['watches', id, 'candidates'], { cursor, limit: atOnce }, signal);
    const items = page.candidates.map(each => candidateItem(id, each, show));
    if (cursor === undefined) list.replaceChildren(...items);
    else list.append(...items);
    next = page.next;
    show();
  };
  await load(undefined);
  const heading = [el('h2', {}, t('candidates')), el('p', { class: 'hint' }, t('candidatesHint'))];
  return { element: el('section', {}, ...heading, list, said, more), reload: async () => await load(undefined) };
}

function candidateItem(id: string, candidate: Candidate, changed: () => void): HTMLElement {
  const { publication, organization, title, alias } = candidate;
  const item = el('li', { tabindex: -1 });
  const decided = async (status: 'confirmed' | 'rejected' | 'candidate'): Promise<void> => {
    await decideMention(id, candidate, status);
    if (status === 'candidate') return show();
    const back = button(t('takeBack'), async () => await decided('candidate'));
    item.replaceChildren(el('p', {}, pageText(candidate.surface), ': ', t(`decided.${status}`), ' ', back));
    back.focus();
    say(t(`decided.${status}`));
    changed();
  };
  const show = (): void =>
    item.replaceChildren(
      el('p', {}, sentenceOf(candidate)),
      el('p', { class: 'byline' }, [
        el('a', { href: hashOfWatch(id, 'publication', { number: String(publication), organization }) }, [
          pageText(title),
        ]),
        el('span', {}, pageText(alias)),
        el('code', {}, pageText(organization)),
      ]),
      el('p', { class: 'actions' }, [
        button(t('isMeant'), async () => await decided('confirmed')),
        button(t('isNotMeant'), async () => await decided('rejected')),
      ]),
    );
  show();
  return item;
}

/** The sentence with the name marked; of a long one what is around the name. */
function sentenceOf({ sentence, sentenceStart, start, end }: Candidate): readonly (string | HTMLElement)[] {
  const [from, to] = [start - sentenceStart, end - sentenceStart];
  const before = sentence.slice(Math.max(0, from - around), from);
  const after = sentence.slice(to, to + around);
  return [
    pageText(`${from > around ? '…' : ''}${before}`),
    el('mark', {}, pageText(sentence.slice(from, to))),
    pageText(`${after}${sentence.length - to > around ? '…' : ''}`),
  ];
}
