import { el } from '../page/dom.ts';
import { instant, relativeTime } from '../words/language.ts';

/** An instant as how long ago or how soon; in full when pointed at, and for machines. */
export function relativeText(iso: string): HTMLElement {
  return el('time', { datetime: iso, title: instant(iso) }, relativeTime(iso));
}

/** An instant in full. */
export function instantText(iso: string): HTMLElement {
  return el('time', { datetime: iso }, instant(iso));
}
