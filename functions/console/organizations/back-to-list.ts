import { el } from '../page/dom.ts';
import { hashOfWatch } from '../page/route.ts';
import { t } from '../words/language.ts';

const sayings = ['organizationSaved', 'organizationRemoved', 'listIsSet', 'listRemoved'] as const;
type Saying = (typeof sayings)[number];

/** Opens the list of organizations anew, and says there what was done. */
export function toList(id: string, said: Saying): void {
  const hash = hashOfWatch(id, 'organizations', { said });
  if (location.hash === hash) window.dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = hash;
}

/** A notice of the change after which the list was opened. */
export function saidOnList(query: URLSearchParams): HTMLElement | undefined {
  const said = sayings.find(each => each === query.get('said'));
  return said === undefined ? undefined : el('p', { class: 'notice', role: 'status' }, t(said));
}
