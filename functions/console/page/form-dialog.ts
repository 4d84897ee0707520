import { t } from '../words/language.ts';
import { problemText } from './api.ts';
import { freshId, onSubmit } from './controls.ts';
import { type Child, el } from './dom.ts';

interface FormDialog {
  readonly title: string;
  readonly content: readonly Child[];
  /** The word on the button that submits. */
  readonly action: string;
  /** Errors are reported in the dialog, which stays open. */
  submit(): Promise<void>;
}

/** Requests some values; the focus returns to where it was. */
export function openFormDialog({ title, content, action, submit }: FormDialog): void {
  const id = freshId();
  const failed = el('div', { role: 'alert', class: 'faults' });
  const cancel = el('button', { type: 'button' }, t('cancel'));
  const form = el('form', { novalidate: true }, [
    el('h2', { id }, title),
    ...content,
    failed,
    el('p', { class: 'actions' }, cancel, el('button', { class: 'primary' }, action)),
  ]);
  const dialog = el('dialog', { 'aria-labelledby': id }, form);
  const send = async (): Promise<void> => {
    try {
      await submit();
      dialog.close();
    } catch (error) {
      failed.replaceChildren(problemText(error));
      form.querySelector('input')?.focus();
    }
  };
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  onSubmit(form, send);
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector('input')?.select();
}
