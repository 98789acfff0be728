// Rows of accounts are put in another order: dragged by their names, or moved with Alt and an arrow.

import { change } from '../../../ui/scripts/change';
import { dragging, lower } from '../../../ui/scripts/dragging';
import { showToast } from '../../../ui/scripts/toast';

/** Makes the rows of every table with data-order movable. */
export function orderAccounts(): void {
  document.addEventListener('keydown', (event) => {
    const row = (event.target as HTMLElement).closest?.<HTMLElement>('table[data-order] tr[data-account]');
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!row || !step || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    event.preventDefault();
    void shift(row, step);
  });
  dragging<string>({
    grab: (at) => at.closest?.('table[data-order] tr[data-account] > th')?.closest<HTMLElement>('tr'),
    aim,
    drop: (row, before) => {
      const rows = rowsOf(row);
      if (before !== idOf(row) && before !== idOf(rows[rows.indexOf(row) + 1])) void move(row, before);
    },
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

/** Finds the account that the row would stand before, '' at the end, among those under the same heading. */
function aim(row: HTMLElement, y: number): string {
  const rows = rowsOf(row);
  const next = rows.find((other) => !lower(other, y));
  if (next) next.classList.add('drop-before');
  else rows[rows.length - 1]?.classList.add('drop-after');
  return idOf(next);
}
