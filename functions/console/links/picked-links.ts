import type { LinkRow } from '../../../shared/domain/link-rows.ts';
import { el, shownText } from '../page/dom.ts';
import { t } from '../words/language.ts';

export interface PickedLinks {
  /** The box that picks all rows shown, or none. */
  readonly all: HTMLElement;
  boxOf(row: LinkRow): HTMLElement;
  rows(): readonly LinkRow[];
  /** Forgets the rows shown: others take their place. */
  clear(): void;
}

/** Which rows of a table of links are picked, by a box in each row. */
export function pickedLinks(): PickedLinks {
  const boxes = new Map<HTMLInputElement, LinkRow>();
  const all = el('input', { type: 'checkbox', 'aria-label': t('pickAll') });
  all.addEventListener('change', () => {
    for (const each of boxes.keys()) each.checked = all.checked;
  });
  return {
    all,
    boxOf(row) {
      const box = el('input', { type: 'checkbox', 'aria-label': t('pick', { link: shownText(row.link) }) });
      boxes.set(box, row);
      return box;
    },
    rows: () => [...boxes].filter(([box]) => box.checked).map(([, row]) => row),
    clear() {
      boxes.clear();
      all.checked = false;
    },
  };
}
