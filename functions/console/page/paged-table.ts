import { t } from '../words/language.ts';
import { button, tickBox } from './controls.ts';
import { type Child, type Column, el, fillRows, scrolled, table } from './dom.ts';

export interface PagedSource<T> {
  /** By which a browser remembers the columns that a person shows; absent: all are shown. */
  readonly name?: string;
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Index of the cell that names the row; the first one unless given. */
  readonly header?: number;
  readonly pageSize: number;
  /** At most `most` (else `pageSize`) rows behind `cursor`, the `next` of an earlier answer; the first ones without it. */
  load(
    cursor: string | undefined,
    most?: number,
  ): Promise<{ readonly rows: readonly T[]; readonly next?: string | undefined }>;
  cellsOf(row: T): readonly Child[];
  /** Called when the rows shown are about to be replaced. */
  beforeRows?(): void;
  readonly empty: string;
  /** Cells of a last row with the sums over all rows, not only those shown; absent: there is no such row. */
  sums?(): readonly Child[];
  /** How many rows there are in all, where that is known. */
  total?(): number | undefined;
}

export interface PagedTable {
  readonly element: HTMLElement;
  /** Loads the rows shown once more. */
  refresh(): Promise<void>;
  /** Loads the first rows: the filter is another. */
  restart(): Promise<void>;
  /** Puts the focus on the table, after an action that removed the control that had it. */
  focus(): void;
}

interface Step {
  readonly cursor: string | undefined;
  /** Rows before this page. */
  readonly before: number;
}

/** A long list of which one page is in the document at a time, however far one goes. */
export function pagedTable<T>(source: PagedSource<T>): PagedTable {
  const shown = table(source.caption, source.columns, [], 'dense');
  const choice = source.name === undefined ? undefined : columnChoice(source.name, source.columns, shown);
  const position = el('span', { class: 'position', role: 'status' });
  const back = button(t('previousPage'), () => go(steps.slice(0, -1)), { hidden: true });
  const on = button(t('nextPage'), () => go([...steps, { cursor: next, before: lastRow }]), { hidden: true });
  let steps: readonly Step[] = [{ cursor: undefined, before: 0 }];
  let next: string | undefined;
  let lastRow = 0;
  let asked = 0;

  async function go(to: readonly Step[]): Promise<void> {
    asked += 1;
    const mine = asked;
    const { cursor, before } = to.at(-1)!;
    const page = await filledPage(source, cursor);
    // An answer that a later request overtook says nothing any more.
    if (mine !== asked) return;
    steps = to;
    next = page.next;
    lastRow = before + page.rows.length;
    source.beforeRows?.();
    fillRows(shown.tBodies[0]!, source.columns, page.rows.map(source.cellsOf), source.header);
    const sums = source.sums?.();
    if (sums !== undefined) fillRows(shown.tFoot ?? shown.createTFoot(), source.columns, [sums], source.header);
    choice?.apply();
    setHidden(back, to.length === 1, shown);
    setHidden(on, next === undefined, shown);
    position.textContent = positionText(before, lastRow, next !== undefined, source);
  }

  return {
    element: el('div', {}, [
      ...[choice?.element, scrolled(source.caption, shown)],
      el('p', { class: 'pager' }, position, back, on),
    ]),
    refresh: () => go(steps),
    restart: () => go([{ cursor: undefined, before: 0 }]),
    focus: () => shown.caption?.focus(),
  };
}

const mostAsked = 50;

/**
 * For filtered rows the app answers with what it found within its time. The answer may be empty although more rows
 * follow. Shows a full page of rows, as far as some answers give one.
 */
async function filledPage<T>(source: PagedSource<T>, cursor: string | undefined) {
  const { rows: first, next: second } = await source.load(cursor);
  const rows = [...first];
  let next = second;
  for (let asked = 1; next !== undefined && rows.length < source.pageSize && asked < mostAsked; asked += 1) {
    const page = await source.load(next, source.pageSize - rows.length);
    rows.push(...page.rows);
    next = page.next;
  }
  return { rows, next };
}

/** A control that goes away leaves the focus to the table. */
function setHidden(control: HTMLButtonElement, isHidden: boolean, shown: HTMLTableElement): void {
  if (isHidden && document.activeElement === control) shown.caption?.focus();
  control.hidden = isHidden;
}

function positionText<T>(before: number, last: number, isMore: boolean, source: PagedSource<T>): string {
  if (last === before && !isMore) return source.empty;
  // The last page knows better than any counter: rows may have been deleted.
  const total = isMore ? source.total?.() : last;
  if (total === undefined || total < last) return t('rowsOfMore', { from: before + 1, to: last });
  return t('rowsOf', { from: before + 1, to: last, total });
}

interface ColumnChoice {
  readonly element: HTMLElement;
  /** Hides what is not chosen, also in rows that have come since. */
  apply(): void;
}

/** Which columns of the table `name` are shown, and whether texts are on one line: chosen once, this browser remembers it. */
function columnChoice(name: string, columns: readonly Column[], shown: HTMLTableElement): ColumnChoice {
  const place = `orbweaver.columns.${name}`;
  const chosen = new URLSearchParams(localStorage.getItem(place) ?? '');
  const choices = el('div', { class: 'actions' });
  const boxOf = (key: string, text: string, standard: boolean): HTMLInputElement => {
    const choice = tickBox(text, (chosen.get(key) ?? String(standard)) === 'true', isOn => {
      chosen.set(key, String(isOn));
      localStorage.setItem(place, chosen.toString());
      apply();
    });
    choices.append(choice);
    return choice.querySelector('input')!;
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

const rowsOfPage = 50;

/** A table whose rows are all in memory, shown page by page like tables that are fetched. */
export async function wholeTable<T>(
  all: readonly T[],
  look: Pick<PagedSource<T>, 'caption' | 'columns' | 'cellsOf' | 'empty'>,
): Promise<HTMLElement> {
  const list = pagedTable<T>({
    ...look,
    pageSize: rowsOfPage,
    load: async cursor => sliceAt(all, cursor, rowsOfPage),
    total: () => all.length,
  });
  await list.restart();
  return list.element;
}

/** A page of so many rows behind `cursor`. */
export function sliceAt<T>(all: readonly T[], cursor = '0', size: number) {
  const to = Number(cursor) + size;
  return { rows: all.slice(Number(cursor), to), next: to < all.length ? String(to) : undefined };
}
