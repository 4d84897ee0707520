import type { MentionRecord } from '../../../shared/wings/publications/export/mention-records.ts';
import { ask, say } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { t } from '../words/language.ts';
import { annotator } from './label-types.ts';

/** `candidate` takes a word back. */
export type MentionWord = 'confirmed' | 'rejected' | 'candidate';

/** A mention in a version of a publication. */
export type DecidedPlace = Pick<MentionRecord, 'publication' | 'version' | 'organization' | 'field' | 'start' | 'end'>;

/** A person's word on a mention, under the name that is chosen for labels. */
export async function decideMention(
  id: string,
  { publication, version, organization, field, start, end }: DecidedPlace,
  status: MentionWord,
): Promise<void> {
  const who = annotator() === '' ? {} : { annotator: annotator() };
  const body = { publication, version, organization, field, start, end, status, ...who };
  await ask(['watches', id, 'mentions', 'decisions'], { method: 'POST', body });
}

/** The words that a mention of this status allows, as buttons. `changed`: after a word is written. */
export function decisionButtons(
  id: string,
  place: DecidedPlace & { readonly status: string },
  changed: (word: MentionWord) => Promise<void>,
): HTMLElement {
  const decide = (word: MentionWord, label: string): HTMLElement =>
    button(label, async () => {
      await decideMention(id, place, word);
      await changed(word);
      say(t(`decided.${word}`));
    });
  const { status } = place;
  const isDecided = status === 'confirmed' || status === 'rejected';
  return el('p', { class: 'actions' }, [
    status === 'candidate' ? decide('confirmed', t('isMeant')) : undefined,
    status === 'rejected' ? undefined : decide('rejected', t('isNotMeant')),
    isDecided ? decide('candidate', t('takeBack')) : undefined,
  ]);
}
