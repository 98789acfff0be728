// Selection of rows: by checkboxes, ranges with Shift, the whole page, or all matching rows. The bar shows the number of
// selected rows, their sum, and the actions on them.

import { here } from '../../../ui/scripts/change';
import { amountText } from '../../../ui/scripts/amount';
import { openSpot } from '../../../ui/scripts/spot';

const selected = new Set<string>(); // ids of rows
let allThatMatch = false;
let picks = false; // on a phone: a tap selects
let last = ''; // start of a range

const rows = () => [...document.querySelectorAll<HTMLElement>('#rows > .tx')].filter((row) => !row.hidden);
const idOf = (row: HTMLElement) => row.dataset['row'] ?? '';
const bar = () => document.querySelector<HTMLFormElement>('#chosen');
const tally = () => document.querySelector<HTMLElement>('#register .tally');

/** Handles the checkboxes, the bar and long presses. */
export function selectRows(): void {
  document.addEventListener('click', (event) => {
    const at = event.target as HTMLElement;
    const box = at.closest?.<HTMLInputElement>('.tx .pick input');
    if (box) pick(box.closest<HTMLElement>('.tx')!, box.checked, event.shiftKey);
    else if (at.closest?.('[data-pick="page"]')) (at as HTMLInputElement).checked === false ? clearSelection() : selectPage();
    else if (at.closest?.('[data-pick="matching"]')) matching();
    else if (at.closest?.('[data-pick="none"]')) clearSelection();
    else if (at.closest?.('[data-pick="mode"]')) picking(!picks);
    else return;
    show();
  });
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('#chosen button[name="chosen"]');
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    openChosen(button.value, button);
  });
  document.addEventListener('htmx:after:swap', show);
  pressLong();
  show();
}

/** Selects or deselects a row; with range, all rows from the last one to it. */
export function pick(row: HTMLElement, on: boolean, range: boolean): void {
  allThatMatch = false; // the rows of the page stay selected
  const all = rows();
  const from = all.findIndex((r) => idOf(r) === last);
  const to = all.indexOf(row);
  const some = range && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
  some.forEach((r) => (on ? selected.add(idOf(r)) : selected.delete(idOf(r))));
  last = idOf(row);
  show();
}

export const someSelected = (): boolean => selected.size > 0;
export const isPicked = (row: HTMLElement): boolean => selected.has(idOf(row));

export function selectPage(): void {
  rows().forEach((row) => selected.add(idOf(row)));
  show();
}

function matching(): void {
  selectPage();
  allThatMatch = true;
}

export function clearSelection(): void {
  selected.clear();
  allThatMatch = false;
  picking(false);
  show();
}

function picking(on: boolean): void {
  picks = on;
  if (!on) selected.clear();
}

/** Opens the menu of an action on the selected rows; returns false if no row is selected. */
export function openChosen(what: string, at: HTMLElement): boolean {
  const form = bar();
  if (!form || selected.size === 0) return false;
  const url = new URL(form.action);
  url.searchParams.set('chosen', what);
  if (allThatMatch) {
    url.searchParams.set('matching', tally()?.dataset['query'] || 'all');
    url.searchParams.set('count', (tally()?.dataset['rows'] ?? '').replaceAll(',', ''));
    url.searchParams.set('as', document.body.dataset['knowledge'] ?? '');
  } else url.searchParams.set('rows', [...selected].join(' '));
  url.searchParams.set('back', here());
  void openSpot(url, at);
  return true;
}

/** Removes rows that no longer exist from the selection, and updates the checkboxes and the bar. */
function show(): void {
  const all = rows();
  const there = new Set(all.map(idOf));
  if (allThatMatch) all.forEach((row) => selected.add(idOf(row)));
  selected.forEach((id) => there.has(id) || selected.delete(id));
  if (selected.size === 0) allThatMatch = false;
  all.forEach((row) => {
    const on = selected.has(idOf(row));
    row.classList.toggle('picked', on);
    const box = row.querySelector<HTMLInputElement>('.pick input');
    if (box) box.checked = on;
  });
  const register = document.querySelector('#register');
  register?.classList.toggle('picking', picks);
  register?.classList.toggle('some-picked', selected.size > 0);
  document.querySelector('[data-pick="mode"]')?.setAttribute('aria-pressed', String(picks));
  const page = document.querySelector<HTMLInputElement>('input[data-pick="page"]');
  if (page) {
    page.checked = all.length > 0 && selected.size === all.length;
    page.indeterminate = selected.size > 0 && selected.size < all.length;
  }
  showBar(all);
}

function showBar(all: HTMLElement[]): void {
  const form = bar();
  const of = tally();
  if (!form || !of) return;
  const what = form.querySelector('.bulk-what');
  const total = of.dataset['rows'] ?? '';
  let sum = 0n;
  all.forEach((row) => (sum += selected.has(idOf(row)) ? BigInt(row.dataset['amount'] ?? 0) : 0n));
  const text = allThatMatch ? `All ${total} selected, ${of.querySelector('.fig')?.textContent ?? ''}` : `${selected.size} selected, ${amountText(sum, of.dataset)}`;
  if (what && what.textContent !== text) what.textContent = text;
  const more = form.querySelector<HTMLElement>('[data-pick="matching"]');
  if (more) more.hidden = allThatMatch || selected.size < all.length || String(all.length) === total;
}

/** Makes a long touch select a row. */
function pressLong(): void {
  let waiting = 0;
  let pressed = false;
  document.addEventListener('pointerdown', (event) => {
    const row = (event.target as HTMLElement).closest?.<HTMLElement>('.may-change .tx');
    pressed = false;
    if (!row || event.pointerType !== 'touch') return;
    waiting = window.setTimeout(() => {
      pressed = true;
      picking(true);
      pick(row, !isPicked(row), false);
    }, 500);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointermove', 'scroll']) {
    document.addEventListener(end, (event) => {
      if (event.type !== 'pointermove' || Math.hypot((event as PointerEvent).movementX, (event as PointerEvent).movementY) > 3) clearTimeout(waiting);
    }, true);
  }
  document.addEventListener('contextmenu', (event) => pressed && event.preventDefault());
  document.addEventListener('click', (event) => {
    const row = (event.target as HTMLElement).closest?.<HTMLElement>('#register.picking .tx');
    if (!row || (event.target as HTMLElement).closest('.pick')) return;
    event.preventDefault();
    event.stopPropagation();
    if (!pressed) pick(row, !isPicked(row), false);
    pressed = false;
  }, true);
}
