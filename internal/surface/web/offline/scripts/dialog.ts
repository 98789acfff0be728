// A dialog at the bottom of the screen, within reach of a thumb.

import { dropForm } from '../../../ui/scripts/drafts';
import { make } from './dom';

/** A form of a dialog. */
export interface DialogForm {
  title: string;
  fields: HTMLElement[];
  button: string;
  submit: () => Promise<HTMLInputElement | undefined>; // returns the field whose text is not an amount
}

/** Opens a dialog with forms, whose drafts have an address. Saving closes it. The page is told of its end by the event "dialog:closed". */
export function openDialog(title: string, address: string, forms: (DialogForm | false)[]): void {
  const dialog = make('dialog', { class: 'offline-dialog', 'aria-labelledby': 'dialog-title' });
  dialog.append(
    make('header', {}, make('h2', { id: 'dialog-title' }, make('bdi', {}, title)), make('button', { type: 'button', class: 'button small', click: () => dialog.close() }, 'Close')),
    ...forms.filter((form) => form !== false).map((form, i) => drawn(form, address, i === 0, () => dialog.close())),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    document.dispatchEvent(new Event('dialog:closed'));
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close()); // beside it
  document.body.append(dialog);
  dialog.showModal();
}

function drawn({ title, fields, button, submit }: DialogForm, address: string, isMain: boolean, close: () => void): HTMLElement {
  const fault = make('p', { class: 'fault-message', role: 'alert' });
  const form = make('form', { class: 'stacked', 'aria-label': title, novalidate: true, method: 'post', action: address, 'data-draft': title }, make('h3', {}, title), ...fields, fault, make('p', { class: 'actions' }, make('button', { class: isMain ? 'button primary' : 'button' }, button)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit().then((wrong) => {
      if (!wrong) {
        dropForm(form);
        return close();
      }
      fault.textContent = 'This is not an amount. Write it like 12.50 or 12.50+3; × and ÷ need a connection.';
      wrong.setAttribute('aria-invalid', 'true');
      wrong.focus();
    });
  });
  return form;
}
