// The fields of a row's form: a sign typed before an amount sets its direction, and the remainder of a split is updated while
// the user types.

import { completing } from './form_combo';
import { offerNear } from './form_near';

/** Prepares the fields of a form. It is called for every form that is inserted into the page. */
export function settleFields(form: HTMLFormElement): void {
  form.querySelectorAll<HTMLInputElement>('[data-combo]').forEach(completing);
  signs(form);
  offerNear(form);
}

/** Listens for events of the fields of all row forms. */
export function rowFields(): void {
  document.addEventListener('beforeinput', (event) => {
    const field = event.target as HTMLInputElement;
    if ((event.data === '+' || event.data === '-') && field.matches?.('[data-amount]')) onSign(event, field);
  });
  document.addEventListener('keydown', toAmount);
  document.addEventListener('input', (event) => {
    const field = event.target as HTMLInputElement;
    const form = field.form;
    if (!form?.matches('.row-fields-form')) return;
    if (field.matches('[data-amount], [name$="direction"]')) {
      signs(form);
      askLeft(form);
    }
  });
  document.addEventListener('change', (event) => {
    const field = event.target as HTMLElement;
    const form = (field as HTMLInputElement).form;
    if (form?.matches('.row-fields-form') && field.matches('[data-amount]')) takeSign(field as HTMLInputElement);
    if (form?.matches('.row-fields-form') && field.matches('#row-account')) form.requestSubmit(shapeless(form));
  });
}

/** Returns a button that requests the form for another account. */
function shapeless(form: HTMLFormElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.name = 'shape';
  button.value = 'account';
  button.hidden = true;
  button.setAttribute('formaction', form.dataset['shape'] ?? '');
  form.append(button);
  return button;
}

const direction = (field: HTMLInputElement) => field.parentElement?.querySelector<HTMLSelectElement>('select');

/** Moves digits typed at the direction select into the amount beside it. */
function toAmount(event: KeyboardEvent): void {
  const at = event.target as HTMLElement;
  if (!at.matches?.('.signed select') || event.ctrlKey || event.metaKey || event.altKey || !/^[0-9.,(]$/.test(event.key)) return;
  const amount = at.parentElement?.querySelector<HTMLInputElement>('[data-amount]');
  amount?.focus();
  amount?.select();
}

/** A sign typed at the beginning of the amount sets the direction instead. */
function onSign(event: InputEvent, field: HTMLInputElement): void {
  if (field.selectionStart !== 0) return;
  event.preventDefault();
  turn(field, event.data === '+' ? 'in' : 'out');
}

/** Removes the sign of a pasted amount and sets the direction. */
function takeSign(field: HTMLInputElement): void {
  const found = /^\s*([+\-−])\s*([\d.,'’\s]+)$/.exec(field.value);
  if (!found) return;
  field.value = found[2]!;
  turn(field, found[1] === '+' ? 'in' : 'out');
}

/** Toggles between spending and income. */
export function turnAmount(field: HTMLInputElement): void {
  turn(field, direction(field)?.value === 'in' ? 'out' : 'in');
}

/** Replaces an expression by its result, which the server calculates. Text that is not an amount is left unchanged. */
export async function workOut(field: HTMLInputElement): Promise<void> {
  const form = field.form;
  const typed = field.value;
  if (!form) return;
  clearTimeout(asking);
  await left(form);
  const sum = form.querySelector<HTMLOutputElement>(`output[for="${CSS.escape(field.id)}"]`);
  const found = /^= ([+\-−]?)(.+)$/.exec(sum?.textContent ?? '');
  if (!found || field.value !== typed) return;
  field.value = found[2]!;
  turn(field, found[1] === '+' || !found[1] ? 'in' : 'out');
}

function turn(field: HTMLInputElement, to: string): void {
  const select = direction(field);
  if (!select) return;
  select.value = to;
  select.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Colours each amount by its direction. */
function signs(form: HTMLFormElement): void {
  form.querySelectorAll<HTMLInputElement>('[data-amount]').forEach((field) => {
    const select = direction(field);
    select?.parentElement?.classList.toggle('in', select.value === 'in');
    select?.parentElement?.classList.toggle('out', select.value === 'out');
  });
}

let asking = 0;
let asked = 0;

/** Requests the remainder and the results of expressions: only the server calculates amounts. */
function askLeft(form: HTMLFormElement): void {
  clearTimeout(asking);
  asking = window.setTimeout(() => void left(form), 120);
}

async function left(form: HTMLFormElement): Promise<void> {
  const turn = ++asked;
  const body = new URLSearchParams();
  new FormData(form).forEach((value, name) => body.append(name, String(value)));
  body.set('shape', 'left');
  const answer = await fetch(form.dataset['shape'] ?? '', { method: 'POST', body, headers: { 'HX-Request': 'true' } }).catch(() => undefined);
  if (!answer?.ok || turn !== asked || !form.isConnected) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.row-left');
  if (!next) return;
  const results = new Map([...next.querySelectorAll('data')].map((data) => [data.value, data.textContent ?? '']));
  form.querySelectorAll<HTMLOutputElement>('output.sum').forEach((sum) => (sum.textContent = results.get(sum.htmlFor.value) ?? ''));
  const [said, says] = [form.querySelector('.row-left .left'), next.querySelector('.left')];
  if (!said || !says) return;
  said.className = says.className;
  said.textContent = says.textContent;
}
