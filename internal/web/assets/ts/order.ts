// Rows of accounts are put in another order: dragged with a mouse or a pen, or moved with Alt and an
// arrow. Fingers scroll; they find the same in the menus.

import { change } from './change';
import { swallowClick, unmark } from './drag';
import { showToast } from './toast';

interface Drag {
  row: HTMLElement;
  x: number;
  y: number;
  begun: boolean;
  before?: string; // the account it would stand before, '' at the end
}

const slack = 5;
const handle = 'table[data-order] tr[data-account] > th';
let drag: Drag | undefined;

/** Makes the rows of every table with data-order movable. */
export function orderAccounts(): void {
  document.addEventListener('keydown', (event) => {
    const row = (event.target as HTMLElement).closest?.<HTMLElement>('table[data-order] tr[data-account]');
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!row || !step || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    event.preventDefault();
    void shift(row, step);
  });
  document.addEventListener('pointerdown', (event) => {
    const row = (event.target as HTMLElement).closest?.(handle)?.closest<HTMLElement>('tr');
    if (row && event.button === 0 && event.pointerType !== 'touch') drag = { row, x: event.clientX, y: event.clientY, begun: false };
  });
  document.addEventListener('pointermove', (event) => {
    if (!drag || (!drag.begun && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slack)) return;
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

const rowsOf = (row: HTMLElement) => [...row.closest('tbody')!.querySelectorAll<HTMLElement>('tr[data-account]')];
const idOf = (row: HTMLElement | undefined) => row?.dataset['account'] ?? '';

/** Moves a row one place up or down and keeps the focus where it was. */
async function shift(row: HTMLElement, step: number): Promise<void> {
  const rows = rowsOf(row);
  const at = rows.indexOf(row);
  if (!rows[at + step]) return;
  const focus = document.activeElement as HTMLElement | null;
  await move(row, idOf(step < 0 ? rows[at - 1] : rows[at + 2]));
  const again = document.querySelector<HTMLElement>(`tr[data-account="${CSS.escape(idOf(row))}"] ${focus?.matches('button') ? 'button' : 'a'}`);
  again?.focus();
}

async function move(row: HTMLElement, before: string): Promise<void> {
  const action = row.closest<HTMLElement>('[data-order]')?.dataset['order'];
  if (!action) return;
  const fault = await change(`${action}move-account`, new URLSearchParams({ account: idOf(row), before }));
  if (fault) showToast(fault);
}

function begin(now: Drag): void {
  now.begun = true;
  now.row.classList.add('dragged');
  document.body.classList.add('dragging');
  getSelection()?.removeAllRanges();
}

/** Finds where the row would go, among those under the same heading, and marks it. */
function aim(now: Drag, y: number): void {
  unmark();
  const rows = rowsOf(now.row);
  const middle = (row: HTMLElement) => row.getBoundingClientRect().top + row.offsetHeight / 2;
  const next = rows.find((row) => y < middle(row));
  now.before = idOf(next);
  if (next) next.classList.add('drop-before');
  else rows[rows.length - 1]?.classList.add('drop-after');
}

function drop(): void {
  const done = drag;
  if (!end() || done?.before === undefined) return;
  const rows = rowsOf(done.row);
  if (done.before === idOf(done.row) || done.before === idOf(rows[rows.indexOf(done.row) + 1])) return;
  void move(done.row, done.before);
}

/** Ends dragging; says whether it had begun. The click that a drag ends with is none. */
function end(): boolean {
  const begun = drag?.begun ?? false;
  drag?.row.classList.remove('dragged');
  drag = undefined;
  if (!begun) return false;
  unmark();
  document.body.classList.remove('dragging');
  swallowClick();
  return true;
}
