// Reordering of accounts: by dragging their names, or with Alt and an arrow key.

import { idOf, moveBefore, ordered, rowsOf } from '../../../ui/scripts/ordered';

/** Makes the rows of every table with data-order movable. */
export function orderAccounts(): void {
  document.addEventListener('keydown', (event) => {
    const row = (event.target as HTMLElement).closest?.<HTMLElement>('table[data-order] tr[data-account]');
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!row || !step || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    event.preventDefault();
    void shift(row, step);
  });
  ordered('account', (at) => at.closest?.('table[data-order] tr[data-account] > th')?.closest<HTMLElement>('tr'));
}

/** Moves a row one place up or down and keeps the focus on it. */
async function shift(row: HTMLElement, step: number): Promise<void> {
  const rows = rowsOf('account', row);
  const at = rows.indexOf(row);
  if (!rows[at + step]) return;
  const focus = document.activeElement as HTMLElement | null;
  await moveBefore('account', row, idOf('account', rows[step < 0 ? at - 1 : at + 2]));
  const again = document.querySelector<HTMLElement>(`tr[data-account="${CSS.escape(idOf('account', row))}"] ${focus?.matches('button') ? 'button' : 'a'}`);
  again?.focus();
}
