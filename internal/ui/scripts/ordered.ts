// Rows of a list are put in another order: what accounts and rules share. The list says in data-order where its changes go, and
// each row its id, by the name of what it is.

import { change } from './change';
import { dragging, lower } from './dragging';
import { showToast } from './toast';

export type Thing = 'account' | 'rule';

/** Lets rows be dragged by what grab finds them from. */
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

/** Finds the rows of a row's list, or those under the same heading. */
export const rowsOf = (thing: Thing, row: HTMLElement) => [...row.parentElement!.querySelectorAll<HTMLElement>(`:scope > [data-${thing}]`)];

/** Reads a row's id, '' for no row. */
export const idOf = (thing: Thing, row: HTMLElement | undefined) => row?.dataset[thing] ?? '';

/** Moves a row before the one with an id, to the end for ''. */
export async function moveBefore(thing: Thing, row: HTMLElement, before: string): Promise<void> {
  const action = row.closest<HTMLElement>('[data-order]')?.dataset['order'];
  if (!action) return;
  const fault = await change(`${action}move-${thing}`, new URLSearchParams({ [thing]: idOf(thing, row), before }));
  if (fault) showToast(fault);
}

/** Finds the id that the row would stand before, '' at the end, and marks the place. */
function aim(thing: Thing, row: HTMLElement, y: number): string {
  const rows = rowsOf(thing, row);
  const next = rows.find((other) => !lower(other, y));
  if (next) next.classList.add('drop-before');
  else rows.at(-1)?.classList.add('drop-after');
  return idOf(thing, next);
}
