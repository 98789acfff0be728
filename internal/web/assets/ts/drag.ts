// Categories and groups are dragged by their names, with a mouse or a pen. Fingers scroll; they find
// the same in the menus.

import { change } from './change';
import { showToast } from './toast';

interface Drag {
  row: HTMLElement; // a category's row, or a group's body
  x: number;
  y: number;
  begun: boolean;
  to?: { group: string; before: string };
}

const slack = 5;
let drag: Drag | undefined;

/** Makes the names of the sheet draggable. */
export function dragRows(): void {
  document.addEventListener('pointerdown', (event) => {
    const name = (event.target as HTMLElement).closest?.<HTMLElement>('[data-do] .group:not(.income) .name');
    if (!name || event.button !== 0 || event.pointerType === 'touch' || (event.target as HTMLElement).closest('.dots')) return;
    const row = name.closest<HTMLElement>('tr.category') ?? name.closest<HTMLElement>('tbody');
    if (row) drag = { row, x: event.clientX, y: event.clientY, begun: false };
  });
  document.addEventListener('pointermove', (event) => {
    if (!drag) return;
    if (!drag.begun && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slack) return;
    event.preventDefault();
    if (!drag.begun) begin(drag);
    aim(drag, event.clientY);
  });
  document.addEventListener('pointerup', () => drop());
  document.addEventListener('pointercancel', () => end());
  document.addEventListener('keydown', (event) => {
    if (drag?.begun && event.key === 'Escape') end();
  });
}

function begin(now: Drag): void {
  now.begun = true;
  now.row.classList.add('dragged');
  document.body.classList.add('dragging');
  getSelection()?.removeAllRanges();
}

/** Finds where the row would go and marks it. */
function aim(now: Drag, y: number): void {
  unmark();
  now.to = undefined;
  const sheet = now.row.closest<HTMLElement>('.sheet');
  if (!sheet) return;
  const at = document.elementFromPoint(sheet.getBoundingClientRect().left + 60, y);
  const body = at?.closest<HTMLElement>('tbody.group');
  if (!body) return;
  if (now.row.matches('tbody')) aimGroup(now, body, y);
  else if (!body.matches('.income')) aimCategory(now, body, at?.closest('tr') ?? null, y);
}

function aimGroup(now: Drag, body: HTMLElement, y: number): void {
  const after = !body.matches('.income') && lower(body, y);
  const before = after ? body.nextElementSibling : body;
  now.to = { group: now.row.dataset['group'] ?? '', before: (before as HTMLElement | null)?.dataset['group'] ?? '' };
  body.classList.add(after ? 'drop-after' : 'drop-before');
}

function aimCategory(now: Drag, body: HTMLElement, row: HTMLTableRowElement | null, y: number): void {
  const group = body.dataset['group'] ?? '';
  const first = body.querySelector<HTMLElement>('tr.category');
  if (!row?.dataset['category']) {
    now.to = { group, before: first?.dataset['category'] ?? '' };
    row?.classList.add('drop-after');
    return;
  }
  const after = lower(row, y);
  const next = after ? (row.nextElementSibling as HTMLElement | null) : row;
  now.to = { group, before: next?.dataset['category'] ?? '' };
  row.classList.add(after ? 'drop-after' : 'drop-before');
}

function lower(element: Element, y: number): boolean {
  const box = element.getBoundingClientRect();
  return y > box.top + box.height / 2;
}

function drop(): void {
  const done = drag;
  if (!end() || !done?.to) return;
  const action = done.row.closest<HTMLElement>('[data-do]')?.dataset['do'];
  const category = done.row.dataset['category'];
  const { group, before } = done.to;
  if (!action || before === (category ?? group)) return;
  const body = category ? new URLSearchParams({ category, group, before }) : new URLSearchParams({ group, before });
  void change(`${action}${category ? 'move-category' : 'move-group'}`, body).then((fault) => fault && showToast(fault));
}

/** Ends dragging; says whether it had begun. The click that a drag ends with is none. */
function end(): boolean {
  const begun = drag?.begun ?? false;
  drag?.row.classList.remove('dragged');
  drag = undefined;
  unmark();
  document.body.classList.remove('dragging');
  if (begun) swallowClick();
  return begun;
}

/** Lets the click that a drag ends with do nothing. */
export function swallowClick(): void {
  const swallow = (event: Event) => { event.preventDefault(); event.stopPropagation(); };
  document.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
}

/** Takes the marks of where a row would go away. */
export function unmark(): void {
  document.querySelectorAll('.drop-before, .drop-after').forEach((row) => row.classList.remove('drop-before', 'drop-after'));
}
