// Reordering of accounts and their groups: by dragging their names, or with Alt and an arrow key.

import { change } from '../../../ui/scripts/change';
import { dragging, lower } from '../../../ui/scripts/dragging';
import { idOf, moveBefore, ordered, rowsOf } from '../../../ui/scripts/ordered';
import { showToast } from '../../../ui/scripts/toast';

/** A place for an account: the tbody of its list, and the account that follows it; '' at the end. */
interface Place {
  body: HTMLElement;
  before: string;
}

/** Makes the rows of the table with data-order movable. */
export function orderAccounts(): void {
  document.addEventListener('keydown', (event) => {
    const at = event.target as HTMLElement;
    const row = at.closest?.<HTMLElement>('table[data-order] tr[data-account]');
    const group = at.closest?.<HTMLElement>('table[data-order] .kind-head')?.closest<HTMLElement>('tbody[data-account-group]');
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!(row || group) || !step || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    event.preventDefault();
    void shift(row ?? group!, step);
  });
  dragging<Place>({ grab: (at) => headOf(at)?.closest<HTMLElement>('tr[data-account]'), aim, drop: (row, place) => void put(row, place) });
  ordered('account-group', (at) => headOf(at)?.closest<HTMLElement>('tr.kind-head')?.closest<HTMLElement>('tbody[data-account-group]'));
}

const headOf = (at: HTMLElement) => at.closest?.('table[data-order] > tbody > tr > th');

/** Moves an account or a group one place up or down and keeps the focus on it. An account at the end of its list moves into the next group. */
async function shift(row: HTMLElement, step: number): Promise<void> {
  const thing = row.dataset['account'] ? 'account' : 'account-group';
  const focus = document.activeElement as HTMLElement | null;
  const rows = rowsOf(thing, row);
  const at = rows.indexOf(row);
  if (rows[at + step]) {
    await moveBefore(thing, row, idOf(thing, rows[step < 0 ? at - 1 : at + 2]));
  } else {
    const body = thing === 'account' ? beside(row, step) : undefined;
    if (!body) return;
    await put(row, { body, before: step < 0 ? '' : idOf('account', accountsIn(body)[0]) });
  }
  const again = document.querySelector<HTMLElement>(`[data-${thing}="${CSS.escape(idOf(thing, row))}"] ${focus?.matches('button') ? 'button' : 'a'}`);
  again?.focus();
}

/** Returns the next list, up or down, that an account may be in. */
function beside(row: HTMLElement, step: number): HTMLElement | undefined {
  const bodies = [...row.closest('table')!.tBodies];
  if (step < 0) bodies.reverse();
  return bodies.slice(bodies.indexOf(row.parentElement as HTMLTableSectionElement) + 1).find((body) => takes(body, row));
}

/** Reports whether an account may be in a list: its own, that of a group, or, for an account of a group, that of the accounts without one. */
function takes(body: HTMLElement, row: HTMLElement): boolean {
  const own = row.parentElement as HTMLElement;
  if (body === own) return true;
  if (own.dataset['kind'] === 'closed') return false;
  return Boolean(body.dataset['accountGroup']) || (Boolean(own.dataset['accountGroup']) && body.dataset['kind'] === row.dataset['section']);
}

const accountsIn = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>('[data-account]')];

/** Marks the place where an account would be dropped. */
function aim(row: HTMLElement, y: number): Place | undefined {
  const bodies = [...row.closest('table')!.tBodies];
  const body = bodies.find((one) => y <= one.getBoundingClientRect().bottom) ?? bodies.at(-1)!;
  if (!takes(body, row)) return undefined;
  const next = accountsIn(body).find((other) => !lower(other, y));
  if (next) next.classList.add('drop-before');
  else body.lastElementChild?.classList.add('drop-after');
  return { body, before: idOf('account', next) };
}

/** Moves an account to a place, and into the group of the place. */
async function put(row: HTMLElement, { body, before }: Place): Promise<void> {
  if (body === row.parentElement) {
    const rows = rowsOf('account', row);
    if (before !== idOf('account', row) && before !== idOf('account', rows[rows.indexOf(row) + 1])) await moveBefore('account', row, before);
    return;
  }
  const action = row.closest<HTMLElement>('[data-order]')!.dataset['order'];
  const fault = await change(`${action}group-account`, new URLSearchParams({ account: idOf('account', row), group: idOf('account-group', body), before }));
  if (fault) showToast(fault);
}
