// Reordering of the rows of a list, used for accounts, their groups and rules. The list has the address for its changes in data-order; each
// row has its id in an attribute such as data-account.

import { change } from './change';
import { dragging, lower } from './dragging';
import { showToast } from './toast';

export type Thing = 'account' | 'account-group' | 'rule';

/** Makes rows draggable. grab returns the row of the element that was pressed. */
export function ordered(thing: Thing, grab: (at: HTMLElement) => HTMLElement | null | undefined): void {
  dragging<string>({
    grab,
    aim: (row, y) => aim(thing, row, y),
    drop: (row, before) => {
      const rows = rowsOf(thing, row);
      if (before !== idOf(thing, row) && before !== idOf(thing, rows[rows.indexOf(row) + 1])) void moveBefore(thing, row, before);
    },
  });
}

/** Returns the rows of a row's list, or those under the same heading. */
export const rowsOf = (thing: Thing, row: HTMLElement) => [...row.parentElement!.querySelectorAll<HTMLElement>(`:scope > [data-${thing}]`)];

/** Returns a row's id; '' for undefined. */
export const idOf = (thing: Thing, row: HTMLElement | undefined) => row?.getAttribute(`data-${thing}`) ?? '';

/** Moves a row before the row with the given id; '' moves it to the end. */
export async function moveBefore(thing: Thing, row: HTMLElement, before: string): Promise<void> {
  const action = row.closest<HTMLElement>('[data-order]')?.dataset['order'];
  if (!action) return;
  const fault = await change(`${action}move-${thing}`, new URLSearchParams({ [thing]: idOf(thing, row), before }));
  if (fault) showToast(fault);
}

/** Marks the place where the row would be dropped. Returns the id of the row after it; '' at the end. */
function aim(thing: Thing, row: HTMLElement, y: number): string {
  const rows = rowsOf(thing, row);
  const next = rows.find((other) => !lower(other, y));
  if (next) next.classList.add('drop-before');
  else rows.at(-1)?.classList.add('drop-after');
  return idOf(thing, next);
}
