// Categories and groups are dragged by their names.

import { change } from '../../../ui/scripts/change';
import { dragging, lower } from '../../../ui/scripts/dragging';
import { showToast } from '../../../ui/scripts/toast';

interface Place {
  group: string;
  before: string;
}

/** Makes the names of the sheet draggable: a category moves its row, a group its tbody. */
export function dragRows(): void {
  dragging<Place>({ grab, aim, drop });
}

function grab(at: HTMLElement): HTMLElement | null | undefined {
  const name = at.closest?.<HTMLElement>('[data-do] .group:not(.income) .name');
  if (!name || at.closest('.dots')) return undefined;
  return name.closest<HTMLElement>('tr.category') ?? name.closest<HTMLElement>('tbody');
}

function aim(row: HTMLElement, y: number): Place | undefined {
  const sheet = row.closest<HTMLElement>('.sheet');
  if (!sheet) return undefined;
  const at = document.elementFromPoint(sheet.getBoundingClientRect().left + 60, y);
  const body = at?.closest<HTMLElement>('tbody.group');
  if (!body) return undefined;
  if (row.matches('tbody')) return aimGroup(row, body, y);
  return body.matches('.income') ? undefined : aimCategory(body, at?.closest('tr') ?? null, y);
}

function aimGroup(group: HTMLElement, body: HTMLElement, y: number): Place {
  const after = !body.matches('.income') && lower(body, y);
  const before = after ? body.nextElementSibling : body;
  body.classList.add(after ? 'drop-after' : 'drop-before');
  return { group: group.dataset['group'] ?? '', before: (before as HTMLElement | null)?.dataset['group'] ?? '' };
}

function aimCategory(body: HTMLElement, row: HTMLTableRowElement | null, y: number): Place {
  const group = body.dataset['group'] ?? '';
  const first = body.querySelector<HTMLElement>('tr.category');
  if (!row?.dataset['category']) {
    row?.classList.add('drop-after');
    return { group, before: first?.dataset['category'] ?? '' };
  }
  const after = lower(row, y);
  const next = after ? (row.nextElementSibling as HTMLElement | null) : row;
  row.classList.add(after ? 'drop-after' : 'drop-before');
  return { group, before: next?.dataset['category'] ?? '' };
}

function drop(row: HTMLElement, { group, before }: Place): void {
  const action = row.closest<HTMLElement>('[data-do]')?.dataset['do'];
  const category = row.dataset['category'];
  if (!action || before === (category ?? group)) return;
  const body = category ? new URLSearchParams({ category, group, before }) : new URLSearchParams({ group, before });
  void change(`${action}${category ? 'move-category' : 'move-group'}`, body).then((fault) => fault && showToast(fault));
}
