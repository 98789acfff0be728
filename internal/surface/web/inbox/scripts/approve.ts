// Keyboard control of the inbox: j and k move between rows, Enter approves, c selects the category. A row disappears as soon as
// it is approved, without waiting for the response.

import { change } from '../../../ui/scripts/change';
import { dropForm } from '../../../ui/scripts/drafts';
import { completing } from '../../register/scripts/form_combo';
import { showToast } from '../../../ui/scripts/toast';

const leaving = new Set<string>(); // ids of rows whose approval is pending
let place = -1; // index of the row with the focus; -1 if the focus is elsewhere

const inbox = () => document.querySelector<HTMLElement>('#inbox.may-change');
const rows = () => [...document.querySelectorAll<HTMLElement>('#inbox .waits')].filter((row) => !row.hidden);
const rowOf = (form: HTMLFormElement) => document.getElementById(form.id.replace('f-', 'a-')) ?? undefined;

/** Makes the rows of the inbox approve in place. */
export function approveRows(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches?.('.inbox-form')) return;
    event.preventDefault();
    void approve(form);
  });
  document.addEventListener('keydown', onKey);
  document.addEventListener('focusin', (event) => {
    const row = (event.target as HTMLElement).closest?.<HTMLElement>('#inbox .waits');
    if (row) place = rows().indexOf(row);
    else if (!(event.target as HTMLElement).closest?.('.menu, #toast')) place = -1;
  });
  document.addEventListener('focusout', (event) => {
    const row = (event.target as HTMLElement).closest?.<HTMLElement>('#inbox .waits');
    const field = row?.querySelector<HTMLInputElement>('.inbox-form [name="category"]');
    if (row && field?.form && !row.contains(event.relatedTarget as Node | null)) keep(field.form, field);
  });
  document.addEventListener('htmx:after:swap', draw);
  document.addEventListener('toggle', (event) => (event as ToggleEvent).newState === 'closed' && comeBack(), true);
  draw();
}

/** Hides rows with a pending approval and restores the focus. */
function draw(): void {
  if (!inbox()) return;
  for (const id of leaving) {
    const row = document.getElementById(`a-${id}`);
    if (row) row.hidden = true;
  }
  document.querySelectorAll<HTMLInputElement>('.inbox-form [list]').forEach(completing);
  comeBack();
}

function comeBack(): void {
  if (inbox() && place >= 0 && document.activeElement === document.body && !document.querySelector(':popover-open')) stepTo(place);
}

/** Saves a chosen category before its row is approved. */
function keep(form: HTMLFormElement, field: HTMLInputElement): void {
  const id = String(new FormData(form).get('row'));
  const stood = form.querySelector<HTMLInputElement>('[name="stood"]');
  if (leaving.has(id) || field.value === field.defaultValue || field.value === stood?.value) return;
  void change(form.dataset['keep'] ?? '', bodyOf(form)).then((fault) => (fault ? showToast(fault) : dropForm(form)));
}

function bodyOf(form: HTMLFormElement): URLSearchParams {
  const body = new URLSearchParams();
  new FormData(form).forEach((value, name) => body.set(name, String(value)));
  return body;
}

async function approve(form: HTMLFormElement): Promise<void> {
  const body = bodyOf(form);
  const id = body.get('row') ?? '';
  const row = rowOf(form);
  if (!row || leaving.has(id)) return;
  leaving.add(id);
  const at = rows().indexOf(row);
  row.hidden = true;
  stepTo(at);
  const fault = await change(form.action, body);
  leaving.delete(id);
  if (!fault) {
    dropForm(form);
    return;
  }
  row.hidden = false;
  showToast(fault);
}

function stepTo(to: number): void {
  const all = rows();
  const row = all[Math.max(0, Math.min(all.length - 1, to))];
  row?.querySelector<HTMLElement>('.approve')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

function onKey(event: KeyboardEvent): void {
  const at = event.target as HTMLElement;
  if (!inbox() || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('.menu:popover-open')) return;
  const row = at.closest<HTMLElement>('.waits');
  if (at.matches('input')) {
    if (event.key !== 'Escape' || !row) return;
    event.preventDefault();
    row.querySelector<HTMLElement>('.approve')?.focus();
    return;
  }
  const does = keys[event.key];
  if (!does) return;
  event.preventDefault();
  does(row);
}

const step = (by: number) => (row: HTMLElement | null) => stepTo(row ? rows().indexOf(row) + by : 0);

const keys: Record<string, (row: HTMLElement | null) => void> = {
  j: step(1),
  k: step(-1),
  ArrowDown: step(1),
  ArrowUp: step(-1),
  c: (row) => row?.querySelector<HTMLInputElement>('[name="category"]')?.select(),
  m: (row) => row?.querySelector<HTMLElement>('.dots')?.click(),
  '?': () => document.querySelector<HTMLElement>('#inbox .keys-help')?.click(),
};
