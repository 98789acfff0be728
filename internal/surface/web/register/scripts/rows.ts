// The rows of a register: a click in a row edits it. Splits and long notes open in place and stay open while the page changes.

import { openRowForm } from './form';

const others = 'a, button, input, label, summary, details, .pick';
const opened = new Map<string, boolean>(); // whether a row's split is open, by row id

/** Makes a click open the form of a row, or its split. */
export function openRows(): void {
  document.addEventListener('click', (event) => {
    const at = event.target as HTMLElement;
    const button = at.closest?.<HTMLButtonElement>('button.split');
    const row = at.closest?.<HTMLTableSectionElement>('.tx');
    if (button && row) {
      opened.set(row.id, row.hasAttribute('data-folded'));
      fold(row);
    } else if (row?.querySelector('.edit-row') && !event.defaultPrevented && !at.closest(others) && getSelection()?.isCollapsed !== false) openRowForm(row);
    const item = at.closest?.<HTMLElement>('#spot a[data-row-form]');
    const edited = item && document.getElementById(`t-${decodeURIComponent(item.getAttribute('href')!.split('/rows/')[1]!.split('?')[0]!)}`);
    if (!edited || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('#spot')?.hidePopover();
    openRowForm(edited as HTMLTableSectionElement);
  });
  document.addEventListener('htmx:after:swap', () => document.querySelectorAll<HTMLElement>('#rows > .tx').forEach(fold));
}

/** Opens or closes a split as the user left it. */
function fold(row: HTMLElement): void {
  const open = opened.get(row.id);
  if (open === undefined) return;
  row.toggleAttribute('data-folded', !open);
  row.querySelector('button.split')?.setAttribute('aria-expanded', String(open));
}
