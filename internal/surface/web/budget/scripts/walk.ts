// Keyboard navigation of the budget screen: arrow keys move between figures, Alt with an arrow key moves a row.

import { change } from '../../../ui/scripts/change';
import { arrowOf, goIn } from '../../../ui/scripts/grid';

/** Listens for arrow keys on the sheet. */
export function walkSheet(): void {
  document.addEventListener('keydown', (event) => {
    const at = (event.target as HTMLElement).closest?.<HTMLElement>('.sheet tbody button, .sheet tbody a');
    if (!at || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const by = arrowOf(event.key);
    if (!by) return;
    event.preventDefault();
    if (event.altKey && by[1]) void moveRow(at.closest('tr'), by[1]);
    else if (!event.altKey) goIn(rows(), at, ...by);
  });
}

const rows = () => [...document.querySelectorAll<HTMLTableRowElement>('.sheet tbody tr')].filter((row) => row.offsetParent !== null);

/** Moves a category or group one place up or down. */
async function moveRow(row: HTMLTableRowElement | null, step: number): Promise<void> {
  const body = row?.closest<HTMLElement>('tbody.group:not(.income)');
  const action = row?.closest<HTMLElement>('[data-do]')?.dataset['do'];
  if (!row || !body || !action) return;
  const category = row.dataset['category'];
  const focus = document.activeElement as HTMLElement | null;
  if (category) await moveCategory(action, category, row, body, step);
  else await moveGroup(action, body, step);
  focus?.focus();
}

const groups = () => [...document.querySelectorAll<HTMLElement>('.sheet tbody.group:not(.income)')];
const idOf = (element: Element | null | undefined) => (element as HTMLElement | null | undefined)?.dataset['category'] ?? '';

async function moveCategory(action: string, category: string, row: HTMLTableRowElement, body: HTMLElement, step: number): Promise<void> {
  const members = [...body.querySelectorAll('tr.category')];
  const at = members.indexOf(row);
  let group = body;
  let before = '';
  if (members[at + step]) before = step < 0 ? idOf(members[at - 1]) : idOf(members[at + 2]);
  else {
    const next = groups()[groups().indexOf(body) + step];
    if (!next) return;
    group = next;
    before = step < 0 ? '' : idOf(next.querySelector('tr.category'));
  }
  await change(`${action}move-category`, new URLSearchParams({ category, group: group.dataset['group'] ?? '', before }));
}

async function moveGroup(action: string, body: HTMLElement, step: number): Promise<void> {
  const list = groups();
  const at = list.indexOf(body);
  if (!list[at + step]) return;
  const before = step < 0 ? list[at - 1] : (list[at + 2] ?? document.querySelector<HTMLElement>('.sheet tbody.income'));
  await change(`${action}move-group`, new URLSearchParams({ group: body.dataset['group'] ?? '', before: before?.dataset['group'] ?? '' }));
}
