// A dialog at the bottom of the screen, within reach of a thumb.

import { make } from './dom';

/** A form of a dialog. */
export interface DialogForm {
  title: string;
  fields: HTMLElement[];
  button: string;
  submit: () => Promise<HTMLInputElement | undefined>; // returns the field whose text is not an amount
}

/** Opens a dialog with forms. Saving closes it. The page is told of its end by the event "dialog:closed". */
export function openDialog(title: string, forms: (DialogForm | false)[]): void {
  const dialog = make('dialog', { class: 'offline-dialog', 'aria-labelledby': 'dialog-title' });
  dialog.append(
    make('header', {}, make('h2', { id: 'dialog-title' }, make('bdi', {}, title)), make('button', { type: 'button', class: 'button small', click: () => dialog.close() }, 'Close')),
    ...forms.filter((form) => form !== false).map((form, i) => drawn(form, i === 0, () => dialog.close())),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    document.dispatchEvent(new Event('dialog:closed'));
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close()); // beside it
  document.body.append(dialog);
  dialog.showModal();
}

function drawn({ title, fields, button, submit }: DialogForm, isMain: boolean, close: () => void): HTMLElement {
  const fault = make('p', { class: 'fault-message', role: 'alert' });
  const form = make('form', { class: 'stacked', 'aria-label': title, novalidate: true }, make('h3', {}, title), ...fields, fault, make('p', { class: 'actions' }, make('button', { class: isMain ? 'button primary' : 'button' }, button)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit().then((wrong) => {
      if (!wrong) return close();
      fault.textContent = 'This is not an amount. Write it like 12.50 or 12.50+3; × and ÷ need a connection.';
      wrong.setAttribute('aria-invalid', 'true');
      wrong.focus();
    });
  });
  return form;
}
