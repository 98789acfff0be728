// Keyboard control of a register: arrow keys move between rows, letters run frequent actions. All rows are one tab stop: the
// row that was last focused, with its controls.

import { change } from '../../../ui/scripts/change';
import { clearSelection, isPicked, openChosen, pick, selectPage, someSelected } from './select';

const rows = () => [...document.querySelectorAll<HTMLElement>('#rows > .tx')].filter((row) => !row.hidden);
const controls = 'a, button, input, summary';
let current = ''; // the id of the row that is the tab stop
let place = -1; // index of the row with the focus; -1 if the focus is elsewhere

/** Listens for the keys of registers. */
export function walkRegister(): void {
  document.addEventListener('keydown', (event) => {
    const at = event.target as HTMLElement;
    if (!document.querySelector('#register') || event.defaultPrevented || event.isComposing || document.querySelector(':popover-open')) return;
    if (at.matches?.('input:not([type="checkbox"]), textarea, select') || at.closest?.('.row-fields-form')) return;
    const row = at.closest<HTMLElement>('.tx');
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === 'a' && !event.shiftKey && document.querySelector('#chosen')) done(event, selectPage);
    } else if (!event.altKey) key(event, row);
  });
  document.addEventListener('focusin', (event) => {
    const at = event.target as HTMLElement;
    const row = at.closest?.<HTMLElement>('#rows > .tx');
    if (!row) return;
    if (current !== row.id) rove(row.id);
    if (at === row) focusRow(row);
  });
  document.addEventListener('focusin', (event) => {
    const at = event.target as HTMLElement;
    if (at.closest?.('#rows > .tx')) place = rows().indexOf(at.closest<HTMLElement>('.tx')!);
    else if (!at.closest?.('.menu, #toast, #chosen, .row-form')) place = -1;
  });
  document.addEventListener('htmx:after:swap', () => {
    rove(current);
    comeBack();
  });
  document.addEventListener('toggle', (event) => (event as ToggleEvent).newState === 'closed' && comeBack(), true);
  rove('');
}

/** Focuses the row at the index of a focused row that was removed. */
function comeBack(): void {
  if (place >= 0 && document.activeElement === document.body && !document.querySelector(':popover-open')) focusRow(rows()[Math.min(place, rows().length - 1)]);
}

function done(event: Event, what: () => unknown): void {
  event.preventDefault();
  what();
}

function key(event: KeyboardEvent, row: HTMLElement | null): void {
  const page = pageKeys[event.key];
  const own = rowKeys[event.key];
  const target = event.target as HTMLElement;
  const free = target === document.body || target.id === 'main' || row !== null || /^[n/?]$/.test(event.key);
  if (event.key === ' ' && row && target.matches('.edit-row, input')) done(event, () => pick(row, !isPicked(row), event.shiftKey));
  else if (own && row && !(page && someSelected())) done(event, () => own(row));
  else if (page && free) done(event, () => page(row));
}

const pageKeys: Record<string, (row: HTMLElement | null) => void> = {
  ArrowDown: (row) => step(row, 1),
  ArrowUp: (row) => step(row, -1),
  Home: () => focusRow(rows()[0]),
  End: () => focusRow(rows().at(-1)),
  PageDown: () => click('.pager [rel="next"]'),
  PageUp: () => click('.pager [rel="prev"]'),
  n: () => click('.add-row'),
  '/': () => document.querySelector<HTMLInputElement>('#search')?.select(),
  '?': () => click('.keys-help'),
  Escape: clearSelection,
  c: (row) => onSelection('cleared', row),
  d: (row) => onSelection('duplicate', row),
  f: (row) => onSelection('flag', row),
  Delete: (row) => onSelection('delete', row),
};

// Keys that act on the focused row while no row is selected.
const rowKeys: Record<string, (row: HTMLElement) => void> = {
  c: (row) => row.querySelector<HTMLElement>('.mark-it')?.click(),
  d: (row) => act('duplicate-rows', row),
  f: (row) => row.querySelector<HTMLElement>('.flag-at')?.click(),
  m: (row) => row.querySelector<HTMLElement>('.more-of .dots')?.click(),
  s: (row) => row.querySelector<HTMLElement>('.split')?.click(),
  Delete: (row) => {
    pick(row, true, false);
    onSelection('delete', row);
  },
};

function click(selector: string): void {
  document.querySelector<HTMLElement>(`#register ${selector}`)?.click();
}

function step(row: HTMLElement | null, by: number): void {
  const all = rows();
  const at = row ? all.indexOf(row) + by : all.findIndex((r) => r.id === current);
  focusRow(all[Math.max(0, Math.min(all.length - 1, at))]);
}

function focusRow(row: HTMLElement | undefined): void {
  const to = row?.querySelector<HTMLElement>('.edit-row') ?? row?.querySelector<HTMLElement>(controls);
  to?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** Opens the form of an action on all selected rows, at the focused row. */
function onSelection(what: string, row: HTMLElement | null): void {
  const bar = document.querySelector<HTMLElement>('#chosen');
  if (bar) openChosen(what, row?.querySelector<HTMLElement>('.more-of .dots') ?? bar);
}

function act(what: string, row: HTMLElement): void {
  const url = document.querySelector<HTMLElement>('#register')?.dataset['do'];
  if (url) void change(url + what, new URLSearchParams({ rows: row.dataset['row'] ?? '' }));
}

/** Removes an element from the tab order. An element that is not in it is left unchanged, to avoid a repaint. */
function leave(element: HTMLElement): void {
  if (element.getAttribute('tabindex') !== '-1') element.tabIndex = -1;
}

/** Makes one row the tab stop. */
function rove(id: string): void {
  const all = rows();
  const chosen = all.find((row) => row.id === id) ?? all[0];
  current = chosen?.id ?? '';
  all.forEach((row) => {
    leave(row);
    row.querySelectorAll<HTMLElement>(controls).forEach((control) => {
      if (row === chosen) control.removeAttribute('tabindex');
      else leave(control);
    });
  });
}
