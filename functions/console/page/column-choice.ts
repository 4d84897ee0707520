import { t } from '../words/language.ts';
import { button } from './controls.ts';
import { el } from './dom.ts';
import type { Column } from './tables.ts';

interface ColumnChoice {
  readonly element: HTMLElement;
  /** Hides what is not chosen, also in rows that have come since. */
  apply(): void;
}

/** Which columns of the table `name` are shown, and whether texts are on one line: chosen once, this browser remembers it. */
export function columnChoice(name: string, columns: readonly Column[], shown: HTMLTableElement): ColumnChoice {
  const place = `orbweaver.columns.${name}`;
  const chosen = new URLSearchParams(localStorage.getItem(place) ?? '');
  const choices = el('div', { class: 'actions' });
  const boxOf = (key: string, text: string, standard: boolean): HTMLInputElement => {
    const box = el('input', { type: 'checkbox', checked: (chosen.get(key) ?? String(standard)) === 'true' });
    box.addEventListener('change', () => {
      chosen.set(key, String(box.checked));
      localStorage.setItem(place, chosen.toString());
      apply();
    });
    choices.append(el('label', {}, box, ' ', text));
    return box;
  };
  const boxes = columns.map(({ heading = '', key, isExtra = false }, index) => {
    const text = (typeof heading === 'string' ? heading : heading.textContent!).replace(/ [↑↓]$/, '');
    return text === '' ? undefined : boxOf(key ?? String(index), text, !isExtra);
  });
  const all = button(t('allColumns'), () => {
    for (const box of boxes) if (box?.checked === false) box.click();
  });
  choices.append(all);
  const whole = boxOf('', t('wholeTexts'), false);
  const apply = (): void => {
    shown.classList.toggle('whole', whole.checked);
    for (const { cells } of shown.rows)
      for (const [index, cell] of [...cells].entries()) cell.hidden = boxes[index]?.checked === false;
  };
  return { element: el('details', { class: 'columns-shown' }, el('summary', {}, t('columns')), choices), apply };
}
